import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Heading, LinkButton, Stack } from '../../../ui';
import { EditLoan } from '../components/edit-loan';
import { LoanView } from '../components/loan-view';

/** The lender corrects how their borrower is reached. */
export default function ModifyLoanPage() {
  return (
    <LoanView
      title={t('Modify Loan')}
      actions={(loan) => (
        <LinkButton small to={deskPaths.clientLoan({ loanId: loan.id, loanNumber: loan.loanNumber })}>
          {t('Loan Detail')}
        </LinkButton>
      )}
      aside={(loan) => (
        <Stack gap="3">
          <Heading as="h2">{t('How to reach {name}', { name: loan.borrower.name })}</Heading>
          <EditLoan key={loan.version} loan={loan} />
        </Stack>
      )}
    />
  );
}
