/** Asked where an outcome is given without a call: which number was called from another phone, and when. */
import type { FieldError } from '../../../../core/contract/errors';
import type { Loan } from '../../../../core/contract/loans';
import { maskMobile } from '../../../../core/domain/masking';
import { said, t } from '../../../i18n';
import { ChipChoice, Field, Stack, Text, TextInput } from '../../../ui';
import { type CallAnswers, localMinute } from '../call-form';

export default function OtherPhoneBlock({
  phones,
  answers,
  now,
  errors,
  onAnswer,
}: {
  phones: Loan['phones'];
  answers: CallAnswers;
  /** ms */
  now: number;
  errors: readonly FieldError[];
  onAnswer: (name: 'otherPhone' | 'otherAt', value: string) => void;
}) {
  const errorOf = (path: string) => {
    const found = errors.find((error) => error.path === path);
    return found && said(found.message);
  };
  const [phone, at] = [errorOf('otherPhone'), errorOf('otherAt')];
  return (
    <Stack role="group" gap="3" aria-label={t('Called from another phone')}>
      <Text size="small" tone="muted">
        {t('No call was begun here. Call first; or say which number was called from another phone, and when.')}
      </Text>
      <Field label={t('Number that was called')} group required={phones.length > 0} {...(phone && { error: phone })}>
        <ChipChoice
          value={answers.otherPhone || undefined}
          onChange={(id) => onAnswer('otherPhone', id)}
          options={phones.map(({ id, number }) => ({ value: id, label: maskMobile(number) }))}
        />
      </Field>
      <Field label={t('When it was called')} hint={t('Left empty: just now')} optional {...(at && { error: at })}>
        <TextInput
          type="datetime-local"
          max={localMinute(now)}
          value={answers.otherAt ?? ''}
          onChange={(value) => onAnswer('otherAt', value)}
        />
      </Field>
    </Stack>
  );
}
