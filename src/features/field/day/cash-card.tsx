/** Cash that the agent has in hand, with its age, and the last hand-overs; what is not sent yet beside it. */
import { type Day, formatDay } from '../../../../core/domain/dates';
import { formatRupees } from '../../../../core/domain/money';
import { t, tn } from '../../../i18n';
import type { DayAnswers } from '../../../offline/day-facts';
import { Button, Row, Stack, Text } from '../../../ui';
import { HandoverBadge, handoverPlaceWords } from '../../cash';
import { useReadyEngine, useStore } from '../../session';
import { ageWords, unsentCash } from './day-words';

const SHOWN = 3;

export function CashCard({
  cash: { inHand, handovers },
  today,
  onHandOver,
}: {
  cash: DayAnswers['cash'];
  today: Day;
  onHandOver: () => void;
}) {
  return (
    <>
      <Stack gap="1">
        <Text fontSize="display" strong lineHeight="1.15" fontVariantNumeric="tabular-nums">
          {formatRupees(inHand.amountPaise)}
        </Text>
        <Text tone="muted" size="small">
          {inHand.oldestOn ? ageWords(inHand.oldestOn, today) : t('Everything you collected is handed over.')}
        </Text>
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
              {formatRupees(one.amountPaise)} · {handoverPlaceWords(one.place)} · {formatDay(one.handedOn)}
            </Text>
            <HandoverBadge state={one.state} />
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

/** Beside the server's figure, and without it too. */
export function UnsentCash() {
  const { records, amountPaise } = unsentCash(useStore(useReadyEngine().ledger));
  if (records === 0) return null;
  return (
    <Text size="small" strong>
      {tn(records, '{amount} of {n} record that is not sent yet', '{amount} of {n} records that are not sent yet', {
        amount: formatRupees(amountPaise),
      })}
    </Text>
  );
}
