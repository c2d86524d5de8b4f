/** Cash that the agent has in hand, with its age; what waits to be confirmed, and what is not sent yet, beside it. */
import { type Day, formatDay } from '../../../../core/domain/dates';
import { formatRupees } from '../../../../core/domain/money';
import { t, tn } from '../../../i18n';
import type { DayAnswers } from '../../../offline/day-facts';
import { Badge, Button, Row, Stack, Text } from '../../../ui';
import { useReadyEngine, useStore } from '../../session';
import { ageWords, placeWords, unsentCash } from './day-words';

const SHOWN = 3;
const STATES = {
  open: { label: 'Not confirmed yet', tone: 'promise' },
  confirmed: { label: 'Confirmed', tone: 'paid' },
  declined: { label: 'Declined', tone: 'danger' },
} as const;

export function CashCard({
  cash: { inHand, handovers },
  today,
  onHandOver,
}: {
  cash: DayAnswers['cash'];
  today: Day;
  onHandOver: () => void;
}) {
  const unsent = unsentCash(useStore(useReadyEngine().ledger));
  return (
    <>
      <Stack gap="1">
        <Text fontSize="display" strong lineHeight="1.15" fontVariantNumeric="tabular-nums">
          {formatRupees(inHand.amountPaise)}
        </Text>
        <Text tone="muted" size="small">
          {inHand.oldestOn ? ageWords(inHand.oldestOn, today) : t('Everything you collected is handed over.')}
        </Text>
        {unsent.records > 0 && (
          <Text size="small">
            {tn(
              unsent.records,
              'And {amount} of {n} record that is not sent yet',
              'And {amount} of {n} records that are not sent yet',
              { amount: formatRupees(unsent.amountPaise) },
            )}
          </Text>
        )}
      </Stack>
      {inHand.payments > 0 && (
        <Row>
          <Button icon="rupee" onClick={onHandOver}>
            {t('Hand over cash')}
          </Button>
        </Row>
      )}
      {handovers.slice(0, SHOWN).map((one) => (
        <Stack key={one.id} gap="1">
          <Row apart>
            <Text size="small">
              {formatRupees(one.amountPaise)} · {placeWords(one.place)} · {formatDay(one.handedOn)}
            </Text>
            <Badge tone={STATES[one.state].tone}>{t(STATES[one.state].label)}</Badge>
          </Row>
          {one.answer && (
            <Text size="small" tone="muted">
              {one.decidedBy}: {one.answer}
            </Text>
          )}
        </Stack>
      ))}
    </>
  );
}
