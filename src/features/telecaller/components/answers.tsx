/** The fields that a code asks for, in its order. */
import { type Ask, PAYMENT_MODES, RELATIONS } from '../../../../core/contract/records';
import type { Day } from '../../../../core/domain/dates';
import { CONTACT_SCOPES, type DispositionCode, type Requirement } from '../../../../core/domain/dispositions';
import { PAYMENT_MODE_WORDS, RELATION_WORDS } from '../../../../core/domain/record-words';
import { said, t } from '../../../i18n';
import {
  AmountInput,
  ChipChoice,
  DateChipsLater,
  Field,
  NumberInput,
  Row,
  Select,
  Stack,
  TextInput,
} from '../../../ui';
import { languageName } from '../../../ui/kit/stored-word';
import { type CallAnswers, type CallbackTime, promiseDays, questionsOf, REASONS } from '../call-form';
import { LANGUAGES } from '../words';

interface AnswersProps {
  code: DispositionCode;
  answers: CallAnswers;
  onAnswer: (name: keyof CallAnswers, value: string) => void;
  /** Words for a field of the record, by its path. */
  errorOf: (path: string) => string | undefined;
  today: Day;
  maxPtpDays: number;
  /** Offered for a callback, under digits. */
  times: readonly CallbackTime[];
}

const SCOPES = {
  all: 'Any way',
  number: 'This number',
  calls: 'Calls',
  messages: 'Messages',
  visits: 'Visits',
} as const;

/** The question whose answers are chips under digits; undefined when the code asks none that is still open. */
export function chipQuestion(
  code: DispositionCode,
  answers: CallAnswers,
): { name: 'subCode' | 'reason' | 'relation'; options: string[] } | undefined {
  const { required } = questionsOf(code);
  const reasons = REASONS[code.class];
  if (required.has('subCode') && !answers.subCode)
    return { name: 'subCode', options: (code.subCodes ?? []).slice(0, 9) };
  if (required.has('reason') && reasons && !answers.reason) return { name: 'reason', options: [...reasons] };
  if (required.has('personMet') && !answers.relation) return { name: 'relation', options: [...RELATIONS].slice(0, 9) };
  return undefined;
}

export function Answers(props: AnswersProps) {
  const { asked, required } = questionsOf(props.code);
  return (
    <Stack gap="4" data-answers>
      {asked.map((name) => (
        <Question key={name} name={name} required={required.has(name)} {...props} />
      ))}
    </Stack>
  );
}

function Question({
  name,
  required,
  code,
  answers,
  onAnswer,
  errorOf,
  today,
  maxPtpDays,
  times,
}: AnswersProps & { name: Requirement | Ask; required: boolean }) {
  const put = (field: keyof CallAnswers) => (value: string) => onAnswer(field, value);
  const marks = { required, optional: !required };
  switch (name) {
    case 'ptp': {
      const days = promiseDays(today, maxPtpDays);
      return (
        <Stack gap="3">
          <Field label={t('Promised amount')} required error={errorOf('ptp.amountPaise')}>
            <AmountInput value={answers.ptpAmount} onChange={put('ptpAmount')} />
          </Field>
          <Field label={t('Promised for')} required group error={errorOf('ptp.dueOn')}>
            <DateChipsLater
              value={answers.ptpDueOn || undefined}
              onChange={(day) => onAnswer('ptpDueOn', day ?? '')}
              today={today}
              {...days}
            />
          </Field>
          <Field label={t('Will pay by')} group error={errorOf('ptp.mode')}>
            <ChipChoice
              value={(answers.ptpMode || undefined) as (typeof PAYMENT_MODES)[number] | undefined}
              onChange={put('ptpMode')}
              options={PAYMENT_MODES.map((value) => ({ value, label: t(PAYMENT_MODE_WORDS[value]) }))}
            />
          </Field>
        </Stack>
      );
    }
    case 'callbackAt':
      return (
        <Stack gap="2">
          <ChipChoice
            label={t('When to call back')}
            value={times.some(({ at }) => at === answers.callbackAt) ? answers.callbackAt : undefined}
            onChange={put('callbackAt')}
            options={times.map(({ at, label, time }, n) => ({ value: at, label: `${n + 1} ${t(label, { time })}` }))}
          />
          <Field label={t('Call back at')} {...marks} error={errorOf('callbackAt')}>
            <TextInput type="datetime-local" value={answers.callbackAt} onChange={put('callbackAt')} />
          </Field>
        </Stack>
      );
    case 'amount':
      return (
        <Field
          label={code.class === 'SETTLE' ? t('Settlement or foreclosure amount') : t('Amount')}
          {...marks}
          error={errorOf('amountPaise')}
        >
          <AmountInput value={answers.amount} onChange={put('amount')} />
        </Field>
      );
    case 'reference':
      return (
        <Field
          label={code.class === 'LEGAL' ? t('Advocate or case number') : t('UTR or reference')}
          {...marks}
          error={errorOf('reference')}
        >
          <TextInput value={answers.reference} onChange={put('reference')} />
        </Field>
      );
    case 'claim':
      return (
        <Stack gap="3">
          <Field label={t('Paid on')} group {...marks} error={errorOf('claim.paidOn')}>
            <DateChipsLater
              value={answers.paidOn || undefined}
              onChange={(day) => onAnswer('paidOn', day ?? '')}
              today={today}
              max={today}
            />
          </Field>
          <Field label={t('Paid by')} group {...marks} error={errorOf('claim.mode')}>
            <ChipChoice
              value={(answers.paidMode || undefined) as (typeof PAYMENT_MODES)[number] | undefined}
              onChange={put('paidMode')}
              options={PAYMENT_MODES.map((value) => ({ value, label: t(PAYMENT_MODE_WORDS[value]) }))}
            />
          </Field>
        </Stack>
      );
    case 'instalments':
      return (
        <Field label={t('Instalments')} hint={t('1 for all at once')} {...marks} error={errorOf('instalments')}>
          <NumberInput value={answers.instalments ?? ''} onChange={put('instalments')} maxLength={2} />
        </Field>
      );
    case 'subCode':
      return (
        <Field label={t('More exactly')} group {...marks} error={errorOf('subCode')}>
          <ChipChoice
            value={answers.subCode || undefined}
            onChange={put('subCode')}
            options={(code.subCodes ?? []).map((value, at) => ({
              value,
              label: at < 9 ? `${at + 1} ${value}` : value,
            }))}
          />
        </Field>
      );
    case 'contactScope':
      return (
        <Field label={t('No contact by')} group {...marks} error={errorOf('contactScope')}>
          <ChipChoice
            value={answers.contactScope || 'all'}
            onChange={put('contactScope')}
            options={(['all', ...CONTACT_SCOPES] as const).map((value) => ({ value, label: t(SCOPES[value]) }))}
          />
        </Field>
      );
    case 'reason': {
      const chips = REASONS[code.class];
      const known = chips?.includes(answers.reason);
      return (
        <Stack gap="2">
          {chips && (
            <ChipChoice
              label={t('Reason')}
              value={known ? answers.reason : undefined}
              onChange={put('reason')}
              options={chips.map((value, at) => ({ value, label: `${at + 1} ${said(value)}` }))}
            />
          )}
          <Field label={chips ? t('Reason, in their words') : t('Reason')} {...marks} error={errorOf('reason')}>
            <TextInput value={answers.reason} onChange={put('reason')} />
          </Field>
        </Stack>
      );
    }
    case 'personMet':
      return (
        <Stack gap="2">
          <Field label={t('Who answered')} group {...marks} error={errorOf('personMet')}>
            <ChipChoice
              value={(answers.relation || undefined) as (typeof RELATIONS)[number] | undefined}
              onChange={put('relation')}
              options={RELATIONS.map((value, at) => ({
                value,
                label: at < 9 ? `${at + 1} ${t(RELATION_WORDS[value])}` : t(RELATION_WORDS[value]),
              }))}
            />
          </Field>
          <Field label={t('Their name')} optional>
            <TextInput value={answers.personName} onChange={put('personName')} />
          </Field>
        </Stack>
      );
    case 'language':
      return (
        <Field label={t('Language they speak')} {...marks} error={errorOf('language')}>
          <Select
            value={answers.language}
            onChange={put('language')}
            placeholder={t('Choose a language')}
            options={LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
          />
        </Field>
      );
    case 'until':
    case 'nextVisitOn':
      return (
        <Field
          label={name === 'until' ? t('No contact until') : t('Next visit on')}
          group
          {...marks}
          error={errorOf(name)}
        >
          <DateChipsLater
            value={answers[name] || undefined}
            onChange={(day) => onAnswer(name, day ?? '')}
            today={today}
            min={today}
          />
        </Field>
      );
    case 'newPhone':
      return (
        <Field label={t('New number')} {...marks} error={errorOf('newPhone')}>
          <NumberInput value={answers.newPhone} onChange={put('newPhone')} maxLength={10} />
        </Field>
      );
    case 'newAddress':
      return (
        <Row alignItems="flex-end">
          <Field label={t('New address')} {...marks} error={errorOf('newAddress')}>
            <TextInput value={answers.addressLine} onChange={put('addressLine')} />
          </Field>
          <Field label={t('Pincode')} optional error={errorOf('newAddress.pincode')}>
            <NumberInput value={answers.addressPincode} onChange={put('addressPincode')} maxLength={6} />
          </Field>
        </Row>
      );
    default:
      return null;
  }
}
