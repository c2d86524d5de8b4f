/** Payments on a settlement's loan: what is confirmed, what is not yet, and what nobody has decided about. */
import { useState } from 'react';
import type { Settlement } from '../../../../core/contract/settlements';
import { paymentModeWord } from '../../../../core/domain/record-words';
import type { MoneyDecision } from '../../../../core/domain/settlements/money';
import { failedWrite } from '../../../api';
import { said, t } from '../../../i18n';
import { Badge, Button, DateText, Heading, Money, Row, Stack, Text, type Tone } from '../../../ui';
import { ConfirmDialog } from '../../../ui/kit';
import { useZone } from '../../session';
import { useMoneyDecision } from '../queries';

type Payment = Settlement['payments'][number];

const STATES: Record<Payment['state'], { label: string; tone: Tone }> = {
  received: { label: 'Received, not confirmed', tone: 'warn' },
  confirmed: { label: 'Confirmed', tone: 'paid' },
  'taken-back': { label: 'Payment taken back', tone: 'danger' },
};
const DECISIONS: Record<MoneyDecision, { label: string; title: string; body: string }> = {
  arrived: {
    label: 'It has arrived',
    title: 'Has this money arrived?',
    body: 'Say so only if you have seen it with the lender or the bank. Confirmed money completes a settlement.',
  },
  counts: {
    label: 'Counts',
    title: 'Count this payment for the settlement?',
    body: 'It was made before the offer and posted after it, so the offer’s dues may not know it.',
  },
  'does-not-count': {
    label: 'Does not count',
    title: 'Leave this payment out of the settlement?',
    body: 'It was made before the offer. It stays on the loan and is not counted towards these terms.',
  },
};

function lateWords({ late, counts, state }: Payment): string | undefined {
  if (!late || state === 'taken-back') return undefined;
  if (counts === null)
    return t('Made before the offer, posted or confirmed after it: not counted until somebody decides');
  return counts ? t('Made before the offer, counted') : t('Made before the offer, not counted');
}

export function SettlementPayments({ settlement }: { settlement: Settlement }) {
  const zone = useZone();
  const decide = useMoneyDecision(settlement.id);
  const [asked, setAsked] = useState<{ payment: Payment; decision: MoneyDecision }>();
  const { payments } = settlement;
  if (payments.length === 0) return null;
  const words = asked && DECISIONS[asked.decision];
  return (
    <Stack as="section" gap="2" aria-label={t('Payments')}>
      <Heading as="h3">{t('Payments')}</Heading>
      {payments.map((payment) => (
        <Stack key={payment.id} gap="1">
          <Row apart gap="2">
            <Text as="span" strong>
              <Money paise={payment.amount} />
            </Text>
            <Badge tone={STATES[payment.state].tone}>{t(STATES[payment.state].label)}</Badge>
          </Row>
          <Text size="tiny" tone="muted">
            <DateText value={payment.paidAt} time near zone={zone} /> · {said(paymentModeWord(payment.mode))}
            {payment.by && ` · ${payment.by}`}
          </Text>
          {lateWords(payment) && <Text size="small">{lateWords(payment)}</Text>}
          {payment.decisions.length > 0 && (
            <Row gap="2">
              {payment.decisions.map((decision) => (
                <Button key={decision} small onClick={() => setAsked({ payment, decision })}>
                  {t(DECISIONS[decision].label)}
                </Button>
              ))}
            </Row>
          )}
        </Stack>
      ))}
      {asked && words && (
        <ConfirmDialog
          title={t(words.title)}
          confirm={t(words.label)}
          busy={decide.isPending}
          problem={failedWrite(decide.error)}
          onConfirm={() =>
            decide.mutate(
              { paymentId: asked.payment.id, decision: asked.decision },
              { onSuccess: () => setAsked(undefined) },
            )
          }
          onClose={() => setAsked(undefined)}
        >
          <Text>
            <Money paise={asked.payment.amount} /> · <DateText value={asked.payment.paidAt} time near zone={zone} />
          </Text>
          <Text>{t(words.body)}</Text>
        </ConfirmDialog>
      )}
    </Stack>
  );
}
