import { useMemo } from 'react';
import type { LoanRow } from '../../../../core/contract/loan-list';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Card, EmptyState, Heading, LinkButton } from '../../../ui';
import { CardHead, DataTable, ProblemState, useTableSettings } from '../../../ui/kit';
import { useZone } from '../../session';
import { loanColumns } from '../loan-columns';
import { useLoanList } from '../queries';

/** Columns that say what to do next; the whole list has the others. */
const SHOWN = ['loan', 'number', 'dpd', 'overdue', 'ptp', 'last', 'state'];

/** The user's own loans, the nearest promise first. */
export function Worklist({ onOpen, openLoan }: { onOpen: (loan: string) => void; openLoan: string }) {
  const zone = useZone();
  const { data, error, refetch } = useLoanList({
    page: 1,
    pageSize: 10,
    state: 'active',
    sort: 'ptpDueOn',
    dir: 'asc',
  });
  const columns = useMemo(() => loanColumns(zone, undefined).filter(({ id }) => SHOWN.includes(id)), [zone]);
  const settings = useTableSettings('worklist', columns);
  return (
    <Card flush>
      <CardHead>
        <Heading>{t('Next to work')}</Heading>
        <LinkButton look="plain" small to={deskPaths.loans()}>
          {t('All my loans')}
        </LinkButton>
      </CardHead>
      {error && !data ? (
        <ProblemState problem={problemOf(error)} retry={refetch} />
      ) : (
        <DataTable<LoanRow>
          label={t('Next to work')}
          columns={columns}
          rows={data?.content}
          keyOf={(row) => row.id}
          nameOf={(row) => row.borrower}
          settings={settings}
          onOpen={(row) => onOpen(row.id)}
          openKey={data?.content.find((row) => row.id === openLoan || row.loanNumber === openLoan)?.id}
          empty={
            <EmptyState icon="loans" title={t('No loans yet')}>
              {t('Loans show here once they are allocated to you.')}
            </EmptyState>
          }
        />
      )}
    </Card>
  );
}
