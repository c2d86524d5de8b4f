/** The visit form: the outcome first; its class decides the rest. Everything typed survives whatever happens. */
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { t } from '../../../i18n';
import { paths } from '../../../routes';
import { AppBar, EmptyState, LinkButton, PageBody, Skeleton } from '../../../ui';
import { useReadyEngine, useStore } from '../../session';
import { UnknownLoan } from '../components/unknown-loan';
import { Saved } from '../components/visit/saved';
import { VisitScreen } from '../components/visit/visit-screen';
import { useLoan } from '../queries';
import { useVisit } from '../visit/use-visit';

export default function FieldVisit() {
  const [address] = useSearchParams();
  const loanId = address.get('loanId') ?? '';
  const mends = address.get('mend');
  // Another loan or another record is another form.
  return <VisitOf key={`${loanId} ${mends}`} loanId={loanId} mends={mends} />;
}

function VisitOf({ loanId, mends }: { loanId: string; mends: string | null }) {
  const engine = useReadyEngine();
  const loan = useLoan(loanId);
  const codes = useStore(engine.codes);
  const form = useVisit(engine, loanId, mends);
  const [saved, setSaved] = useState<string>();

  if (!loan) return <UnknownLoan title={t('Visit')} />;
  if (saved) return <Saved recordId={saved} loan={loan} />;
  const frame = { title: t('Visit'), back: mends ? paths.fieldLedger(mends) : paths.fieldLoan(loanId) };
  if (codes === null)
    return (
      <>
        <AppBar {...frame} />
        <PageBody>
          <EmptyState icon="download" title={t('The list of outcomes is not on this phone yet')}>
            {t('Connect once. It comes with the loans, and then stays.')}
          </EmptyState>
        </PageBody>
      </>
    );
  if (!form)
    return (
      <>
        <AppBar {...frame} />
        <PageBody>
          <Skeleton lines={4} height="3.75rem" />
        </PageBody>
      </>
    );
  if (form.gone)
    return (
      <>
        <AppBar {...frame} />
        <PageBody>
          <EmptyState
            icon="check"
            title={t('This record no longer needs you')}
            action={
              <LinkButton to={paths.fieldLedger()} look="primary" icon="ledger">
                {t('Open the ledger')}
              </LinkButton>
            }
          >
            {t('It was sent, mended or discarded meanwhile.')}
          </EmptyState>
        </PageBody>
      </>
    );
  return <VisitScreen loan={loan} codes={codes} form={form} onSaved={setSaved} {...frame} />;
}
