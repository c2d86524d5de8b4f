/** One loan as a page: the sheet, the timeline, and beside them what the page's users may do. */
import { type ReactNode, Suspense } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Loan } from '../../../../core/contract/loans';
import { ApiError, problemOf, screenWords } from '../../../api';
import { t } from '../../../i18n';
import { chakra, EmptyState, Row, Skeleton } from '../../../ui';
import { DeskPage, DeskTitle, ProblemState } from '../../../ui/kit';
import { CorrectFields } from '../../loan-import';
import { LoanSheet, PhoneList, useLoan } from '../../loan-sheet';
import { LoanSettlement } from '../../settlements';
import { LoanRequests } from './loan-requests';
import { OpenByNumber } from './open-by-number';
import { Timeline } from './timeline';

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: '4',
    alignItems: 'start',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
  },
});
const Panel = chakra('section', {
  base: {
    background: 'surface',
    borderRadius: 'card',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'line',
    padding: '4',
    minWidth: 0,
  },
});

/** The address names the loan by `loanId`, `loanNumber` or `loan`; without one it is asked for. */
export function LoanView({
  title,
  actions,
  aside,
}: {
  title: string;
  actions?: (loan: Loan) => ReactNode;
  /** Instead of the timeline. */
  aside?: (loan: Loan) => ReactNode;
}) {
  const [address] = useSearchParams();
  const go = useNavigate();
  const wanted = address.get('loanId') ?? address.get('loanNumber') ?? '';
  const { data: loan, error, refetch, isPending } = useLoan(wanted);
  const missing = error instanceof ApiError && error.detail.status === 404;
  const words = error && screenWords(error);
  return (
    <DeskPage>
      <Row apart gap="3">
        <DeskTitle>{title}</DeskTitle>
        <Row gap="2">{loan && actions?.(loan)}</Row>
      </Row>
      <OpenByNumber onOpen={(number) => void go(`?${new URLSearchParams({ loanNumber: number })}`)} />
      {wanted === '' && (
        <EmptyState icon="search" title={t('No loan is open')}>
          {t('Enter its number above, or open it from a list.')}
        </EmptyState>
      )}
      {wanted !== '' && isPending && <Skeleton lines={6} height="3rem" />}
      {!loan && missing && (
        <EmptyState icon="search" title={t('There is no loan {loan} among those you may see', { loan: wanted })}>
          {t('Check the number. It may belong to another team.')}
        </EmptyState>
      )}
      {!loan && words && !missing && <ProblemState problem={problemOf(error)} retry={refetch} />}
      {loan && (
        <Columns>
          <Panel>
            <LoanSheet loan={loan} phones={<PhoneList phones={loan.phones} />} />
            <Suspense>
              <CorrectFields loan={loan} />
            </Suspense>
          </Panel>
          <Panel>
            {aside ? aside(loan) : <Timeline loan={loan} />}
            <LoanRequests loanId={loan.id} />
            <Suspense>
              <LoanSettlement loanId={loan.id} />
            </Suspense>
          </Panel>
        </Columns>
      )}
    </DeskPage>
  );
}
