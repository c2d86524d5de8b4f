/** The fields of an offer: what the borrower pays, what of each head is waived, on which days it is paid. */
import { useState } from 'react';
import { formatRupees, parseRupees } from '../../../../core/domain/money';
import { MOST_INSTALMENTS } from '../../../../core/domain/settlements/lists';
import { type ByHead, DUE_HEADS, isRestructuring, offerTotals } from '../../../../core/domain/settlements/offer';
import { said, t, tn } from '../../../i18n';
import { AmountInput, Banner, Button, DayInput, Field, Money, NumberInput, Row, Stack, Text } from '../../../ui';
import { FactLine, Facts, FieldGrid } from '../../../ui/kit';
import { offerOf, respread, type TypedOffer } from '../offer-form';
import { headWords, shareWords } from '../words';

interface Parts {
  typed: TypedOffer;
  onTyped: (typed: TypedOffer) => void;
  dues: ByHead;
  today: string;
  /** By `waiver.<head>`, `instalments`, `validTill`. */
  wrong: Readonly<Record<string, string | undefined>>;
}

const messageOf = (wrong: Parts['wrong'], field: string) => {
  const message = wrong[field];
  return message && said(message);
};

export function OfferFields(parts: Parts) {
  const { typed, onTyped, dues, today, wrong } = parts;
  const offer = offerOf(typed, dues);
  const { outstanding, waived, payable } = offerTotals(offer);
  const whole = !Number.isNaN(payable);
  const [amount, setAmount] = useState<string>();
  const plan = offer.instalments.filter(({ dueOn }) => dueOn !== '');
  return (
    <Stack gap="4">
      <Facts>
        <FactLine name={t('Outstanding today')}>
          <Money paise={outstanding} />
        </FactLine>
        <FactLine name={t('Waived')}>
          {whole ? `${formatRupees(waived)} (${shareWords(waived, outstanding)})` : '–'}
        </FactLine>
      </Facts>
      <FieldGrid>
        <Field label={t('The borrower pays')} required>
          <AmountInput
            value={amount ?? (whole ? String(payable / 100) : '')}
            onChange={(next) => {
              setAmount(next);
              const paise = parseRupees(next);
              if (paise !== undefined) onTyped(respread(typed, dues, { payable: paise }));
            }}
            onBlur={() => setAmount(undefined)}
          />
        </Field>
        <Field label={t('Offer holds until')} required error={messageOf(wrong, 'validTill')}>
          <DayInput value={typed.validTill} min={today} onChange={(validTill) => onTyped({ ...typed, validTill })} />
        </Field>
      </FieldGrid>
      <Waivers {...parts} />
      <PlanFields {...parts} payable={payable} />
      {plan.length > 0 && isRestructuring(plan, today) && (
        <Banner tone="warn" title={t('Over more than three months this is a restructuring of the loan.')} />
      )}
    </Stack>
  );
}

function Waivers({ typed, onTyped, dues, wrong }: Parts) {
  const heads = DUE_HEADS.filter((head) => dues[head] > 0 || typed.waiver[head] !== '');
  return (
    <Stack as="section" gap="2" aria-label={t('Waiver by head')}>
      <Text strong>{t('Waiver by head')}</Text>
      <FieldGrid>
        {heads.map((head) => (
          <Field
            key={head}
            label={t('{head} of {amount}', { head: headWords(head), amount: formatRupees(dues[head]) })}
            error={messageOf(wrong, `waiver.${head}`)}
          >
            <AmountInput
              placeholder="0"
              value={typed.waiver[head]}
              onChange={(next) => {
                const changed = { ...typed, waiver: { ...typed.waiver, [head]: next } };
                onTyped(respread(changed, dues, {}));
              }}
            />
          </Field>
        ))}
      </FieldGrid>
    </Stack>
  );
}

function PlanFields({ typed, onTyped, dues, today, wrong, payable }: Parts & { payable: number }) {
  const setLine = (at: number, change: Partial<TypedOffer['plan'][number]>) =>
    onTyped({ ...typed, plan: typed.plan.map((line, place) => (place === at ? { ...line, ...change } : line)) });
  const sum = offerOf(typed, dues).instalments.reduce((all, line) => all + line.amount, 0);
  const left = payable - sum;
  const error = messageOf(wrong, 'instalments');
  return (
    <Stack as="section" gap="3" aria-label={t('Instalments')}>
      <Row gap="3" alignItems="end">
        <Stack width="8rem">
          <Field label={t('Instalments')} required>
            <NumberInput
              value={String(typed.plan.length)}
              maxLength={3}
              onChange={(next) => {
                const parts = Math.min(MOST_INSTALMENTS, Math.max(1, Number(next.slice(-3)) || 1));
                onTyped(respread(typed, dues, { parts }));
              }}
            />
          </Field>
        </Stack>
        <Button small onClick={() => onTyped(respread(typed, dues, {}))}>
          {t('Spread evenly, a month apart')}
        </Button>
      </Row>
      {typed.plan.map((line, at) => (
        <Row key={at} gap="3" alignItems="end">
          <Stack flex="1" minWidth="0">
            <Field label={t('Day of part {n}', { n: at + 1 })} required>
              <DayInput value={line.dueOn} min={today} onChange={(dueOn) => setLine(at, { dueOn })} />
            </Field>
          </Stack>
          <Stack flex="1" minWidth="0">
            <Field label={t('Amount of part {n}', { n: at + 1 })} required>
              <AmountInput value={line.amount} onChange={(next) => setLine(at, { amount: next })} />
            </Field>
          </Stack>
        </Row>
      ))}
      {error && (
        <Text tone="danger" size="small" role="alert">
          {error}
        </Text>
      )}
      <Text size="small" tone="muted" aria-live="polite">
        {Number.isNaN(left) || left === 0
          ? tn(typed.plan.length, '{n} part, as much as is to be paid', '{n} parts, as much as is to be paid')
          : left > 0
            ? t('{amount} is not in the plan yet', { amount: formatRupees(left) })
            : t('{amount} more than is to be paid', { amount: formatRupees(-left) })}
      </Text>
    </Stack>
  );
}
