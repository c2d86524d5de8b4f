import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { LinkButton } from '../../../ui';
import { LoanView } from '../components/loan-view';

/** A loan as its lender sees it: what is owed and everything that was done. */
export default function ClientLoanPage() {
  return (
    <LoanView
      title={t('Loan Detail')}
      actions={(loan) => (
        <LinkButton small icon="edit" to={deskPaths.modifyLoan({ loanId: loan.id, loanNumber: loan.loanNumber })}>
          {t('Modify Loan')}
        </LinkButton>
      )}
    />
  );
}
