/** What the borrower said about how to reach them: another number, an address, a language, an e-mail. */
import { useState } from 'react';
import type { Loan } from '../../../../core/contract/loans';
import { checkSecondForm } from '../../../../core/domain/validators';
import { failedWrite, fieldWords, successes } from '../../../api';
import { said, t } from '../../../i18n';
import { Button, Field, NumberInput, Row, Select, Stack, showToast, TextArea, TextInput } from '../../../ui';
import { DraftNote, ProblemNote, useDraft } from '../../../ui/kit';
import { languageName } from '../../../ui/kit/stored-word';
import { useZone } from '../../session';
import { useUpdateLoan } from '../loan-change-queries';
import { LANGUAGES } from '../words';

const blank = (loan: Loan) => ({
  alternatePhone: '',
  email: loan.borrower.email ?? '',
  language: loan.borrower.language,
  line: '',
  pincode: '',
});

export function EditLoan({ loan, onDone }: { loan: Loan; onDone?: () => void }) {
  const zone = useZone();
  const draft = useDraft(`loan.edit.${loan.id}`, blank(loan));
  const [restoredAt, setRestoredAt] = useState(draft.changedAt);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const update = useUpdateLoan();
  const { value } = draft;
  const put = (name: keyof typeof value) => (typed: string) => draft.set({ ...value, [name]: typed });
  const languages = [...new Set([loan.borrower.language, ...LANGUAGES])];

  function save() {
    const errors = checkSecondForm(value, { alternatePhone: 'mobile', email: 'email' });
    const line = value.line.trim();
    if (!line && value.pincode) errors.line = t('Enter the address');
    if (line && !/^[1-9]\d{5}$/.test(value.pincode)) errors.pincode = t('A pincode has six digits');
    setWrong(errors);
    if (Object.keys(errors).length > 0) return;
    update.mutate(
      {
        loanId: loan.id,
        ...(value.alternatePhone.trim() && { alternatePhone: value.alternatePhone.trim() }),
        ...(value.email.trim() !== (loan.borrower.email ?? '') && { email: value.email.trim() }),
        ...(value.language !== loan.borrower.language && { language: value.language }),
        ...(line && { address: { line, pincode: value.pincode } }),
      },
      {
        onSuccess: () => {
          draft.discard();
          showToast(successes.loanUpdated, { tone: 'saved' });
          onDone?.();
        },
        onError: (error) => setWrong(fieldWords(error)),
      },
    );
  }
  const errorOf = (name: string) => {
    const words = wrong[name];
    return words && said(words);
  };
  return (
    <Stack gap="4">
      {restoredAt !== undefined && (
        <DraftNote
          at={restoredAt}
          zone={zone}
          onDiscard={() => {
            draft.discard();
            setRestoredAt(undefined);
          }}
        />
      )}
      <Field label={t('Another mobile number')} optional error={errorOf('alternatePhone')}>
        <NumberInput value={value.alternatePhone} onChange={put('alternatePhone')} maxLength={10} />
      </Field>
      <Field label={t('E-mail')} optional error={errorOf('email')}>
        <TextInput type="email" value={value.email} onChange={put('email')} />
      </Field>
      <Field label={t('Language they speak')} error={errorOf('language')}>
        <Select
          value={value.language}
          onChange={put('language')}
          options={languages.map((one) => ({ value: one, label: languageName(one) }))}
        />
      </Field>
      <Field label={t('New address')} optional error={errorOf('line') ?? errorOf('address.line')}>
        <TextArea value={value.line} onChange={put('line')} rows={2} />
      </Field>
      <Field label={t('Pincode')} optional error={errorOf('pincode') ?? errorOf('address.pincode')}>
        <NumberInput value={value.pincode} onChange={put('pincode')} maxLength={6} />
      </Field>
      {update.error && Object.keys(fieldWords(update.error)).length === 0 && (
        <ProblemNote problem={failedWrite(update.error)} />
      )}
      <Row>
        <Button look="primary" busy={update.isPending} onClick={save}>
          {t('Save changes')}
        </Button>
      </Row>
    </Stack>
  );
}
