/** Cash in hand and the month's target as figures; each opens what is behind it. */
import { lazy, Suspense, useState } from 'react';
import type { Day } from '../../../../core/domain/dates';
import { formatRupees } from '../../../../core/domain/money';
import { t } from '../../../i18n';
import { Sheet, Stack } from '../../../ui';
import { valueWords } from '../../targets';
import { FigureButton } from '../components/figures';
import { AsOf, NotFetched } from './as-of';
import { CashCard, UnsentCash } from './cash-card';
import { ageWords, leadingTarget } from './day-words';
import { TargetList } from './target-list';
import { useDayFacts } from './use-day-facts';

const HandOver = lazy(() => import('./hand-over'));

export default function DayFigures({ today, now }: { today: Day; now: number }) {
  const day = useDayFacts();
  const [open, setOpen] = useState<'cash' | 'targets' | 'hand-over'>();
  const close = () => setOpen(undefined);
  const { cash, targets } = day?.here ?? {};
  const oldest = cash?.data.inHand.oldestOn;
  const unknown = day?.here.failed ? '–' : '…';
  const target = targets && leadingTarget(targets.data.rows);
  return (
    <>
      <FigureButton onClick={() => setOpen('cash')}>
        <small>{t('Cash in hand')}</small>
        <strong>{cash ? formatRupees(cash.data.inHand.amountPaise) : unknown}</strong>
        {oldest && <small>{ageWords(oldest, today)}</small>}
      </FigureButton>
      <FigureButton onClick={() => setOpen('targets')}>
        <small>{t('Target this month')}</small>
        <strong>{!targets ? unknown : target ? `${target.percent ?? 0} %` : t('No target')}</strong>
        {target && target.drr !== null && target.drr > 0 && (
          <small>{t('Needed each day: {amount}', { amount: valueWords(target.metric, target.drr) })}</small>
        )}
      </FigureButton>
      <Sheet open={open === 'cash'} onClose={close} title={t('Cash in hand')}>
        <Stack gap="3">
          {cash && <AsOf at={cash.at} now={now} />}
          {cash ? <CashCard cash={cash.data} today={today} onHandOver={() => setOpen('hand-over')} /> : <NotFetched />}
          <UnsentCash />
        </Stack>
      </Sheet>
      <Sheet open={open === 'targets'} onClose={close} title={t('Targets of this month')}>
        <Stack gap="3">
          {targets && <AsOf at={targets.at} now={now} />}
          {targets ? <TargetList {...targets.data} /> : <NotFetched />}
        </Stack>
      </Sheet>
      {open === 'hand-over' && day && (
        <Suspense>
          <HandOver facts={day.facts} today={today} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
