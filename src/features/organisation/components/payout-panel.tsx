/** A payout beside the list: what it is made of, and the step that comes next. */
import { useState } from 'react';
import type { AgencyPayout } from '../../../../core/contract/payouts';
import { dayOf } from '../../../../core/domain/dates';
import type { IncentiveType } from '../../../../core/domain/incentives';
import { formatRupees } from '../../../../core/domain/money';
import type { PayoutLine } from '../../../../core/domain/payouts';
import { ApiError, fieldWords, problemOf, screenWords } from '../../../api';
import { said, t, tn } from '../../../i18n';
import {
  Banner,
  Button,
  DateText,
  DayInput,
  Field,
  Money,
  Row,
  Skeleton,
  Stack,
  showToast,
  Text,
  TextInput,
} from '../../../ui';
import {
  CellText,
  ConfirmDialog,
  DraftNote,
  FactLine,
  Facts,
  LookBadge,
  ProblemState,
  RecordForm,
  SidePanel,
  Table,
  TableScroll,
  useDraft,
} from '../../../ui/kit';
import { useZone } from '../../session';
import { monthWords } from '../../targets';
import { type PayoutKey, useDecidePayout, usePayout } from '../payout-queries';
import { audienceWords, payoutLook } from '../payout-words';

type Decide = ReturnType<typeof useDecidePayout>;

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
  if (payout.status === 'approved') return <Pay payout={payout} decide={decide} />;
  return <Approve payout={payout} decide={decide} />;
}

/** What the server refused, unless it stands at a field. */
function Refused({ decide, except = [] }: { decide: Decide; except?: readonly string[] }) {
  const { error } = decide;
  if (!error || Object.keys(fieldWords(error)).some((path) => except.includes(path))) return null;
  const { title, todo } = screenWords(error);
  const own = error instanceof ApiError && error.message ? error.message : title;
  return (
    <Banner tone="danger" title={said(own)}>
      {own === title && said(todo)}
    </Banner>
  );
}

const seen = ({ version, grossPaise }: AgencyPayout) => ({ version, grossPaise });

function Approve({ payout, decide }: { payout: AgencyPayout; decide: Decide }) {
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
      <Refused decide={decide} />
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

function Pay({ payout, decide }: { payout: AgencyPayout; decide: Decide }) {
  const zone = useZone();
  const today = dayOf(Date.now(), zone);
  const draft = useDraft(`payout.${payout.agency.id}.${payout.portfolio.id}.${payout.month}`, {
    reference: '',
    paidOn: today,
  });
  const [restored] = useState(draft.changedAt);
  const [checked, setChecked] = useState(false);
  const [back, setBack] = useState(false);
  const { reference, paidOn } = draft.value;
  const missing = checked && reference.trim() === '';
  const wrong = fieldWords(decide.error);
  const amount = formatRupees(payout.grossPaise);

  async function pay(): Promise<boolean> {
    setChecked(true);
    if (reference.trim() === '') return false;
    try {
      await decide.mutateAsync({ status: 'paid', ...seen(payout), reference: reference.trim(), paidOn });
      draft.discard();
      showToast(t('Payout marked as paid'), { tone: 'saved' });
      return true;
    } catch {
      // Said at the field or above the form.
      return false;
    }
  }
  return (
    <Stack gap="3">
      <Refused decide={decide} except={['reference', 'paidOn']} />
      {restored !== undefined && draft.changedAt !== undefined && (
        <DraftNote at={restored} zone={zone} onDiscard={draft.discard} />
      )}
      <RecordForm label={t('Mark as paid')} onSend={pay}>
        <Stack gap="3">
          <Field
            label={t('Reference number')}
            hint={t('UTR or cheque number of the transfer')}
            error={
              missing ? t('Enter the reference number of the transfer.') : wrong.reference && said(wrong.reference)
            }
            required
          >
            <TextInput
              value={reference}
              maxLength={60}
              onChange={(next) => draft.set({ ...draft.value, reference: next })}
            />
          </Field>
          <Field label={t('Paid on')} error={wrong.paidOn && said(wrong.paidOn)} required>
            <DayInput
              value={paidOn}
              today={today}
              max={today}
              onChange={(next) => draft.set({ ...draft.value, paidOn: next })}
            />
          </Field>
          <Row>
            <Button type="submit" look="primary" busy={decide.isPending}>
              {t('Mark {amount} as paid', { amount })}
            </Button>
            <Button onClick={() => setBack(true)}>{t('Take the approval back')}</Button>
          </Row>
        </Stack>
      </RecordForm>
      {back && (
        <ConfirmDialog
          title={t('Take the approval of {amount} back?', { amount })}
          confirm={t('Take it back')}
          danger
          busy={decide.isPending}
          onClose={() => setBack(false)}
          onConfirm={() =>
            decide.mutate(
              { status: 'open', ...seen(payout) },
              {
                onSuccess: () => showToast(t('The payout is open again'), { tone: 'saved' }),
                onSettled: () => setBack(false),
              },
            )
          }
        >
          {t('It is counted from payments again until somebody approves it.')}
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
      <TableScroll>
        <Table>
          <thead>
            <tr>
              <th scope="col">{t('Agent')}</th>
              <th scope="col" className="num">
                {t('Collected')}
              </th>
              <th scope="col">{t('Tier')}</th>
              <th scope="col" className="num">
                {t('Payout')}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.agent.id}>
                <th scope="row">
                  {line.agent.name}
                  <br />
                  <CellText quiet>{audienceWords(line.audience)}</CellText>
                </th>
                <td className="num">
                  <Money paise={line.collectedPaise} />
                  {type === 'Efficiency' && (
                    <>
                      <br />
                      <CellText quiet>{measureWords(line.measure, type)}</CellText>
                    </>
                  )}
                </td>
                <td>{line.tier ? t('from {min}', { min: measureWords(line.tier.min, type) }) : t('None reached')}</td>
                <td className="num">
                  <Money paise={line.amountPaise} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableScroll>
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
