/** The settlement of a loan as a part of other screens: loaded beside them, at a call only with a press. */
import { lazy, Suspense, useState } from 'react';
import { t } from '../../i18n';
import { Button, Row } from '../../ui';

export const LoanSettlement = lazy(() =>
  import('./components/loan-settlement').then((part) => ({ default: part.LoanSettlement })),
);

/** A call opens without it: most calls do not come to it. */
export function SettlementOnPress({ loanId }: { loanId: string }) {
  const [shown, setShown] = useState(false);
  if (!shown)
    return (
      <Row marginTop="3">
        <Button small onClick={() => setShown(true)}>
          {t('Settlement')}
        </Button>
      </Row>
    );
  return (
    <Suspense>
      <LoanSettlement loanId={loanId} />
    </Suspense>
  );
}
