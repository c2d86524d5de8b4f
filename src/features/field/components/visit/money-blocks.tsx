import { NOTES, PAYMENT_MODES } from '../../../../../core/contract/records';
import { addDays } from '../../../../../core/domain/dates';
import { formatRupees, parseRupees } from '../../../../../core/domain/money';
import { PAYMENT_MODE_WORDS } from '../../../../../core/domain/record-words';
import { monthlyPlan } from '../../../../../core/domain/settlements/offer';
import { t } from '../../../../i18n';
import { chakra, DateChips, Field, SegmentedChoice, Stack, Text, TextInput } from '../../../../ui';
import { cashWords, notesFrom, sumNotes } from '../../visit/cash';
import { wordsFor } from '../../visit/field-of-error';
import { Block, type BlockProps, binder } from './block';
import { RupeeInput } from './rupee-input';

const modeOptions = () => PAYMENT_MODES.map((value) => ({ value, label: t(PAYMENT_MODE_WORDS[value]) }));
const modeOf = (typed: string) => PAYMENT_MODES.find((mode) => mode === typed);

const REFERENCE_LABEL: Partial<Record<(typeof PAYMENT_MODES)[number], string>> = {
  upi: 'UPI reference (UTR)',
  'bank-transfer': 'UTR of the transfer',
  card: 'Card slip number',
};

const Notes = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(8.5rem, 1fr))',
    gap: '2',
    '& > label': { display: 'grid', gridTemplateColumns: '3.5rem 1fr', alignItems: 'center', gap: '2' },
    '& > label > span': {
      textAlign: 'end',
      fontVariantNumeric: 'tabular-nums',
      fontWeight: 'medium',
      whiteSpace: 'nowrap',
    },
  },
});

/** What was collected: amount, mode, and the proof that the mode asks for. */
export function PaymentBlock(props: BlockProps) {
  const { visit, change, errors, loan, today } = props;
  const bind = binder(props);
  const mode = modeOf(visit.answers.payMode);
  const amount = parseRupees(visit.answers.payAmount);
  const counted = sumNotes(notesFrom((note) => visit.answers[`note${note}`]));
  const cash = cashWords(counted, amount);
  return (
    <Block name="payment">
      <Field
        label={t('Collected')}
        required
        error={wordsFor(errors, 'payment.amountPaise') ?? wordsFor(errors, 'payment')}
      >
        <RupeeInput
          {...bind('payAmount')}
          loan={loan}
          known={[
            [t('Overdue'), loan.overduePaise],
            ['EMI', loan.emiPaise],
          ]}
        />
      </Field>
      <Field label={t('Paid by')} group required error={wordsFor(errors, 'payment.mode')}>
        <SegmentedChoice
          columns={2}
          value={mode}
          onChange={(value) => change({ type: 'answer', name: 'payMode', value })}
          options={modeOptions()}
        />
      </Field>
      {mode === 'cash' && (
        <Field
          label={t('Count the notes and coins')}
          group
          error={wordsFor(errors, 'payment.denominations')}
          hint={t('How many of each; the sum must be the amount')}
        >
          <Stack gap="2">
            <Notes>
              {NOTES.map((note) => (
                // biome-ignore lint/a11y/noLabelWithoutControl: the input is inside
                <label key={note}>
                  <span>₹{note} ×</span>
                  <TextInput
                    {...bind(`note${note}`)}
                    id={undefined}
                    aria-label={t('Number of ₹{note}', { note })}
                    inputMode="numeric"
                    autoComplete="off"
                    maxLength={5}
                  />
                </label>
              ))}
            </Notes>
            <Text role="status" strong tone={cash.matches ? 'paid' : counted > 0 ? 'warn' : 'muted'}>
              {cash.text}
            </Text>
          </Stack>
        </Field>
      )}
      {mode && REFERENCE_LABEL[mode] && (
        <Field
          label={t(REFERENCE_LABEL[mode])}
          required={mode !== 'card'}
          optional={mode === 'card'}
          error={wordsFor(errors, 'payment.reference')}
        >
          <TextInput {...bind('payReference')} autoComplete="off" autoCapitalize="characters" maxLength={120} />
        </Field>
      )}
      {mode === 'cheque' && (
        <>
          <Field
            label={t('Cheque number')}
            hint={t('Six digits, first group at the bottom')}
            required
            error={wordsFor(errors, 'payment.cheque.number') ?? wordsFor(errors, 'payment.cheque')}
          >
            <TextInput {...bind('chequeNumber')} inputMode="numeric" autoComplete="off" maxLength={6} />
          </Field>
          <Field label={t('Bank')} required error={wordsFor(errors, 'payment.cheque.bank')}>
            <TextInput {...bind('chequeBank')} autoComplete="off" autoCapitalize="words" maxLength={120} />
          </Field>
          <Field
            label={t('MICR')}
            hint={t('Nine digits, second group')}
            optional
            error={wordsFor(errors, 'payment.cheque.micr')}
          >
            <TextInput {...bind('chequeMicr')} inputMode="numeric" autoComplete="off" maxLength={9} />
          </Field>
          <Field label={t('Date on the cheque')} group required error={wordsFor(errors, 'payment.cheque.datedOn')}>
            <DateChips
              value={visit.answers.chequeDatedOn || undefined}
              onChange={bind('chequeDatedOn').onChange}
              today={today}
              min={addDays(today, -90)}
              max={addDays(today, 365)}
            />
          </Field>
        </>
      )}
      {mode && (
        <Field label={t('Receipt book number')} optional error={wordsFor(errors, 'payment.receiptNo')}>
          <TextInput {...bind('payReceiptNo')} autoComplete="off" maxLength={120} />
        </Field>
      )}
    </Block>
  );
}

/** The day and the mode of money that the borrower says is paid already. */
export function ClaimBlock(props: BlockProps) {
  const { visit, change, errors, today } = props;
  return (
    <Block name="claim">
      <Field label={t('Paid on')} group required error={wordsFor(errors, 'claim.paidOn')}>
        <DateChips
          value={visit.answers.paidOn || undefined}
          onChange={binder(props)('paidOn').onChange}
          today={today}
          max={today}
        />
      </Field>
      <Field label={t('Paid by')} group required error={wordsFor(errors, 'claim.mode')}>
        <SegmentedChoice
          columns={2}
          value={modeOf(visit.answers.paidMode)}
          onChange={(value) => change({ type: 'answer', name: 'paidMode', value })}
          options={modeOptions()}
        />
      </Field>
    </Block>
  );
}

/** What was promised: amount, day within the policy, mode. */
export function PromiseBlock(props: BlockProps) {
  const { visit, change, errors, loan, today, policy } = props;
  const bind = binder(props);
  return (
    <Block name="ptp">
      <Field
        label={t('Promised amount')}
        required
        error={wordsFor(errors, 'ptp.amountPaise') ?? wordsFor(errors, 'ptp')}
      >
        <RupeeInput
          {...bind('ptpAmount')}
          loan={loan}
          known={[
            [t('Overdue'), loan.overduePaise],
            ['EMI', loan.emiPaise],
          ]}
        />
      </Field>
      <Field
        label={t('Promised for')}
        group
        required
        hint={t('At most {maxPtpDays} days ahead', { maxPtpDays: policy.maxPtpDays })}
        error={wordsFor(errors, 'ptp.dueOn')}
      >
        <DateChips
          value={visit.answers.ptpDueOn || undefined}
          onChange={bind('ptpDueOn').onChange}
          today={today}
          min={today}
          max={addDays(today, policy.maxPtpDays)}
        />
      </Field>
      <Field label={t('Will pay by')} group required error={wordsFor(errors, 'ptp.mode')}>
        <SegmentedChoice
          columns={2}
          value={modeOf(visit.answers.ptpMode)}
          onChange={(value) => change({ type: 'answer', name: 'ptpMode', value })}
          options={modeOptions()}
        />
      </Field>
    </Block>
  );
}

const PARTS = [1, 2, 3, 6];

/** What the borrower offers for the whole loan: in how many payments, from when on, until when it holds, and why not more. */
export function SettlementBlock(props: BlockProps) {
  const { visit, change, errors, loan, today } = props;
  const bind = binder(props);
  const { amount, settleParts, settleFirst } = visit.answers;
  const paise = parseRupees(amount);
  const plan = paise && settleFirst ? monthlyPlan(paise, Number(settleParts), settleFirst) : [];
  const [part] = plan;
  return (
    <Block name="settlement">
      <Text size="small">
        {t('Raised as soon as this visit arrives: {amount} instead of {owed}. Those who decide see it then.', {
          amount: paise ? formatRupees(paise) : '–',
          owed: formatRupees(loan.tosPaise),
        })}
      </Text>
      <Field label={t('In how many payments?')} group required>
        <SegmentedChoice
          columns={4}
          value={PARTS.map(String).find((parts) => parts === settleParts)}
          onChange={(value) => change({ type: 'answer', name: 'settleParts', value })}
          options={PARTS.map((parts) => ({ value: String(parts), label: String(parts) }))}
        />
      </Field>
      <Field
        label={t('First payment on')}
        group
        required
        {...(part && plan.length > 1 && { hint: t('Then {amount} each month', { amount: formatRupees(part.amount) }) })}
        error={wordsFor(errors, 'settlement.instalments')}
      >
        <DateChips
          value={settleFirst || undefined}
          onChange={bind('settleFirst').onChange}
          today={today}
          min={today}
          max={addDays(today, 180)}
        />
      </Field>
      <Field
        label={t('The offer holds until')}
        group
        required
        error={wordsFor(errors, 'settlement.validTill') ?? wordsFor(errors, 'settlement')}
      >
        <DateChips
          value={visit.answers.settleTill || undefined}
          onChange={bind('settleTill').onChange}
          today={today}
          min={today}
          max={addDays(today, 90)}
        />
      </Field>
      <Field label={t('Why can the borrower not pay more?')} required error={wordsFor(errors, 'settlement.hardship')}>
        <TextInput
          {...bind('settleHardship')}
          autoComplete="off"
          autoCapitalize="sentences"
          maxLength={2000}
          dir="auto"
        />
      </Field>
    </Block>
  );
}
