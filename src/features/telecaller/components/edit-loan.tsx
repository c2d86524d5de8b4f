/** What the borrower said about how to reach them: another number, an address, a language, an e-mail. */
import { updateLoan } from '../../../../core/contract/loan-changes';
import type { Loan } from '../../../../core/contract/loans';
import { successes } from '../../../api';
import { t } from '../../../i18n';
import { showToast } from '../../../ui';
import { languageName } from '../../../ui/kit/stored-word';
import { EntityForm } from '../../forms';
import { useEngine } from '../../session';
import { LANGUAGES } from '../words';

export function EditLoan({ loan, onDone }: { loan: Loan; onDone?: () => void }) {
  const engine = useEngine();
  const { name, email, language: known } = loan.borrower;
  return (
    <EntityForm
      at="panel"
      draft={`loan.edit.${loan.id}`}
      label={t('How to reach {name}', { name })}
      to={updateLoan}
      values={{ alternatePhone: '', email: email ?? '', language: known, line: '', pincode: '' }}
      sections={() => [
        {
          fields: {
            alternatePhone: { label: t('Another mobile number') },
            email: { label: t('E-mail'), kind: 'email' },
            language: {
              label: t('Language they speak'),
              required: 'unsaid',
              options: [...new Set([known, ...LANGUAGES])].map((one) => ({ value: one, label: languageName(one) })),
            },
            line: { label: t('New address'), kind: 'area', input: { rows: 2 } },
            pincode: { label: t('Pincode'), kind: 'digits', most: 6 },
          },
        },
      ]}
      also={(typed) => ({
        loanId: loan.id,
        // Empty takes it away; what is as it was is not sent.
        email: typed.email.trim() === (email ?? '') ? undefined : typed.email.trim(),
        language: typed.language === known ? undefined : typed.language,
        ...(typed.line.trim() && { address: { line: typed.line.trim(), pincode: typed.pincode } }),
      })}
      check={({ line, pincode }) => ({
        ...(!line.trim() && pincode && { line: t('Enter the address') }),
        ...(line.trim() && !/^[1-9]\d{5}$/.test(pincode) && { pincode: t('A pincode has six digits') }),
      })}
      again={['loan']}
      send={t('Save changes')}
      onStored={() => {
        void engine?.loans.refresh();
        showToast(successes.loanUpdated, { tone: 'saved' });
        onDone?.();
      }}
    />
  );
}
