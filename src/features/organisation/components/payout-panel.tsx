/** A payout beside the list: what it is made of, and the step that comes next. */
import { useState } from 'react';
import type { AgencyPayout } from '../../../../core/contract/payouts';
import type { IncentiveType } from '../../../../core/domain/incentives';
import { formatRupees } from '../../../../core/domain/money';
import type { PayoutLine } from '../../../../core/domain/payouts';
import { failedWrite, problemOf, screenWords } from '../../../api';
import { t, tn } from '../../../i18n';
import { Banner, Button, DateText, Money, Row, Skeleton, Stack, showToast, Text } from '../../../ui';
import {
  CellText,
  ConfirmDialog,
  FactLine,
  Facts,
  LookBadge,
  ProblemNote,
  ProblemState,
  SidePanel,
  SmallTable,
} from '../../../ui/kit';
import { useZone } from '../../session';
import { monthWords } from '../../targets';
import { type PayoutKey, useDecidePayout, usePayout } from '../payout-queries';
import { audienceWords, payoutLook } from '../payout-words';
import { PayPayout, seen } from './pay-payout';

export function PayoutPanel({ of, onClose }: { of: PayoutKey; onClose: () => void }) {
  const { data, error, refetch } = usePayout(of);
  const words = error && !data ? screenWords(error) : undefined;
  const name = data?.payout.agency.name ?? t('Payout');
  return (
    <SidePanel
      about={`${of.agencyId}.${of.portfolioId}.${of.month}`}
      label={t('Payout of {name}', { name })}
      title={name}
      line={data ? `${data.payout.portfolio.name} · ${monthWords(data.payout.month)}` : ' '}
      closeLabel={t('Close the payout (Esc)')}
      onClose={onClose}
    >
      {!data && !words && <Skeleton lines={8} height="2rem" />}
      {words && <ProblemState problem={problemOf(error)} retry={refetch} />}
      {data && (
        <>
          <Summary payout={data.payout} />
          <Next payout={data.payout} of={of} />
          <Lines lines={data.lines} type={data.payout.incentiveType} />
        </>
      )}
    </SidePanel>
  );
}

function Summary({ payout }: { payout: AgencyPayout }) {
  const zone = useZone();
  const { approved, paid, nowPaise } = payout;
  return (
    <Stack gap="3">
      <Facts>
        <FactLine name={t('Status')}>
          <LookBadge {...payoutLook(payout.status)} />
        </FactLine>
        <FactLine name={t('Collected')}>
          <Money paise={payout.collectedPaise} /> · {tn(payout.payments, '{n} payment', '{n} payments')}
        </FactLine>
        <FactLine name={t('Payout')}>
          <strong>
            <Money paise={payout.grossPaise} />
          </strong>
        </FactLine>
        {approved && (
          <FactLine name={t('Approved')}>
            {approved.by} · <DateText value={approved.at} time zone={zone} />
          </FactLine>
        )}
        {paid && (
          <FactLine name={t('Paid')}>
            {payout.paidOn && <DateText value={payout.paidOn} />} · {payout.reference} · {paid.by}
          </FactLine>
        )}
      </Facts>
      {nowPaise !== null && (
        <Banner tone="warn" title={t('Its payments or incentive structure have changed since it was approved')}>
          {t('Counted today it would be {amount}.', { amount: formatRupees(nowPaise) })}
        </Banner>
      )}
    </Stack>
  );
}

function Next({ payout, of }: { payout: AgencyPayout; of: PayoutKey }) {
  const decide = useDecidePayout(of);
  if (payout.status === 'paid') return null;
  if (payout.status === 'approved') return <PayPayout payout={payout} decide={decide} of={of} />;
  return <Approve payout={payout} decide={decide} />;
}

function Approve({ payout, decide }: { payout: AgencyPayout; decide: ReturnType<typeof useDecidePayout> }) {
  const [sure, setSure] = useState(false);
  const amount = formatRupees(payout.grossPaise);
  if (!payout.ended)
    return (
      <Text tone="muted">{t('The month is not over yet. It can be approved from the first of the next one.')}</Text>
    );
  if (payout.grossPaise <= 0)
    return <Text tone="muted">{t('No agent reached a tier, so there is nothing to pay.')}</Text>;
  return (
    <Stack gap="2">
      <ProblemNote tone="danger" problem={failedWrite(decide.error)} />
      <Row>
        <Button look="primary" icon="check" onClick={() => setSure(true)}>
          {t('Approve {amount}', { amount })}
        </Button>
      </Row>
      {sure && (
        <ConfirmDialog
          title={t('Approve {amount} for {name}?', { amount, name: payout.agency.name })}
          confirm={t('Approve')}
          busy={decide.isPending}
          onClose={() => setSure(false)}
          onConfirm={() =>
            decide.mutate(
              { status: 'approved', ...seen(payout) },
              {
                onSuccess: () => showToast(t('Payout approved'), { tone: 'saved' }),
                onSettled: () => setSure(false),
              },
            )
          }
        >
          {t('Its figures stay as they are now, whatever payments come or are reversed later.')}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

const measureWords = (value: number, type: IncentiveType) =>
  type === 'Efficiency' ? `${value} %` : formatRupees(Math.round(value * 100));

function Lines({ lines, type }: { lines: readonly PayoutLine[]; type: IncentiveType }) {
  if (lines.length === 0) return <Text tone="muted">{t('Nobody collected anything in this month.')}</Text>;
  return (
    <Stack gap="2">
      <SmallTable
        rows={lines}
        keyOf={({ agent }) => agent.id}
        columns={[
          {
            label: t('Agent'),
            cell: ({ agent, audience }) => (
              <>
                {agent.name}
                <br />
                <CellText quiet>{audienceWords(audience)}</CellText>
              </>
            ),
          },
          {
            label: t('Collected'),
            num: true,
            cell: ({ collectedPaise, measure }) => (
              <>
                <Money paise={collectedPaise} />
                {type === 'Efficiency' && (
                  <>
                    <br />
                    <CellText quiet>{measureWords(measure, type)}</CellText>
                  </>
                )}
              </>
            ),
          },
          {
            label: t('Tier'),
            cell: ({ tier }) => (tier ? t('from {min}', { min: measureWords(tier.min, type) }) : t('None reached')),
          },
          { label: t('Payout'), num: true, cell: ({ amountPaise }) => <Money paise={amountPaise} /> },
        ]}
      />
      <Text size="small" tone="muted">
        {type === 'Efficiency'
          ? t(
              'Each agent earns the amount of the tier reached. Efficiency = collected in the month ÷ (collected + overdue today on the agent’s loans).',
            )
          : t(
              'Each agent earns the amount of the tier reached with what they collected in the month. Reversed payments do not count.',
            )}
      </Text>
    </Stack>
  );
}
