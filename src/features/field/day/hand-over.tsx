/** Handing over cash: which payments, when, where, and the number of the slip. It needs a network; a supervisor confirms it. */
import { useEffect, useState } from 'react';
import { HANDOVER_PLACES, type HandoverPlace, type OwnCash } from '../../../../core/contract/cash';
import { addDays, type Day, dayOf, formatDay } from '../../../../core/domain/dates';
import { uuidv7 } from '../../../../core/domain/ids';
import { formatRupees } from '../../../../core/domain/money';
import { t } from '../../../i18n';
import type { DayFacts } from '../../../offline/day-facts';
import type { OnlineAnswer } from '../../../offline/types';
import {
  Banner,
  Button,
  chakra,
  DateChips,
  Field,
  SegmentedChoice,
  Sheet,
  Skeleton,
  Stack,
  showToast,
  Text,
  TextInput,
} from '../../../ui';
import { handoverPlaceWords } from '../../cash';
import { useSignIn, useZone } from '../../session';
import { OnlineNote } from '../components/online-note';

const DAYS_BACK = 30;
type Payment = OwnCash['payments'][number];

const Line = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minHeight: '3rem',
    '& input': { boxSize: '1.5rem', accentColor: 'var(--c-accent)' },
  },
});

/** Undefined while they are asked for, null when no answer came. */
function usePayments(facts: DayFacts): Payment[] | undefined | null {
  const [payments, setPayments] = useState<Payment[] | null>();
  useEffect(() => {
    let gone = false;
    facts.payments().then((came) => {
      if (!gone) setPayments(came ?? null);
    });
    return () => {
      gone = true;
    };
  }, [facts]);
  return payments;
}

export default function HandOver({ facts, today, onClose }: { facts: DayFacts; today: Day; onClose: () => void }) {
  const { vault } = useSignIn();
  const zone = useZone();
  const payments = usePayments(facts);
  // Of this sheet, so that a press after a lost answer is the same hand-over.
  const [id] = useState(() => uuidv7());
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const [place, setPlace] = useState<HandoverPlace>('bank');
  const [on, setOn] = useState<Day | undefined>(today);
  const [reference, setReference] = useState('');
  const [pressed, setPressed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<OnlineAnswer<unknown>>();
  const chosen = payments?.filter((payment) => !kept.has(payment.id)) ?? [];
  const amountPaise = chosen.reduce((sum, payment) => sum + payment.amountPaise, 0);

  const send = async () => {
    setPressed(true);
    if (chosen.length === 0 || !reference.trim() || !on) {
      // What is missing may lie behind the button.
      requestAnimationFrame(() =>
        document.querySelector('dialog[open] [aria-invalid="true"]')?.scrollIntoView({ block: 'center' }),
      );
      return;
    }
    setBusy(true);
    const body = { id, paymentIds: chosen.map((payment) => payment.id), handedOn: on, place, reference };
    const came: OnlineAnswer<unknown> = await vault()
      .then((acts) => acts.handOverCash(body))
      .catch(() => ({ kind: 'unreachable' }));
    setBusy(false);
    setAnswer(came);
    if (came.kind !== 'done') return;
    void facts.refresh(true);
    onClose();
    showToast(t('{amount} handed over. Your supervisor confirms it.', { amount: formatRupees(amountPaise) }), {
      tone: 'saved',
    });
  };
  const toggle = (payment: Payment) =>
    setKept((held) => {
      const next = new Set(held);
      if (!next.delete(payment.id)) next.add(payment.id);
      return next;
    });

  return (
    <Sheet
      open
      onClose={onClose}
      title={t('Hand over cash')}
      footer={
        <Button look="primary" busy={busy} disabled={!payments || payments.length === 0} onClick={() => void send()}>
          {t('Hand over {amount}', { amount: formatRupees(amountPaise) })}
        </Button>
      }
    >
      <Stack gap="4">
        {payments === undefined && <Skeleton lines={3} height="3rem" />}
        {payments === null && (
          <Banner tone="warn" title={t('The server was not reached')}>
            {t('Handing over needs a network. Your records stay as they are.')}
          </Banner>
        )}
        {payments?.length === 0 && <Text tone="muted">{t('Everything you collected is handed over.')}</Text>}
        {payments && payments.length > 0 && (
          <>
            <Field
              label={t('What do you hand over?')}
              group
              required
              error={pressed && chosen.length === 0 ? t('Choose what was handed over') : undefined}
            >
              {payments.map((payment) => (
                <Line key={payment.id}>
                  <input type="checkbox" checked={!kept.has(payment.id)} onChange={() => toggle(payment)} />
                  <span>
                    {formatRupees(payment.amountPaise)} · <bdi>{payment.borrower}</bdi>
                    <Text as="span" size="small" tone="muted" display="block">
                      {payment.loanNumber} · {formatDay(dayOf(payment.paidAt, zone))}
                    </Text>
                  </span>
                </Line>
              ))}
            </Field>
            <Field label={t('Where?')} group>
              <SegmentedChoice
                value={place}
                onChange={setPlace}
                columns={1}
                options={HANDOVER_PLACES.map((value) => ({ value, label: handoverPlaceWords(value) }))}
              />
            </Field>
            <Field label={t('On which day?')} group required error={pressed && !on ? t('Choose a day') : undefined}>
              <DateChips value={on} onChange={setOn} today={today} min={addDays(today, -DAYS_BACK)} max={today} />
            </Field>
            <Field
              label={t('Number of the slip or receipt')}
              required
              error={pressed && !reference.trim() ? t('Enter the number of the slip or receipt') : undefined}
            >
              <TextInput value={reference} onChange={setReference} maxLength={120} autoComplete="off" />
            </Field>
          </>
        )}
        <div role="status">
          <OnlineNote
            answer={answer}
            nothing={t('Nothing was handed over')}
            again={t('Press again when there is a network: it is the same hand-over, and counts once.')}
          />
        </div>
      </Stack>
    </Sheet>
  );
}
