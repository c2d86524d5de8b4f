/** What a settlement is about: its terms, its plan with what was paid, what the matrix says, the offers side by side, who did what. */
import type { Settlement } from '../../../../core/contract/settlements';
import { formatRupees } from '../../../../core/domain/money';
import { DUE_HEADS, offerTotals } from '../../../../core/domain/settlements/offer';
import { STEPS } from '../../../../core/domain/settlements/steps';
import { t, tn } from '../../../i18n';
import { BucketBadge, DateText, Heading, Money, Stack, Text } from '../../../ui';
import { FactLine, Facts, SmallTable } from '../../../ui/kit';
import { useZone } from '../../session';
import { askedOnPage, byWords, headWords, nextWords, StageBadge, shareWords, stepWords } from '../words';
import { SettlementPayments } from './settlement-payments';

const APPROVERS = {
  CRM_MANAGER: 'A manager may approve this.',
  CRM_SUPERMANAGER: 'A super manager must approve this.',
  CLIENT_ADMIN: 'The client must approve this.',
  CRM_TENANTADMIN: 'The board must approve this.',
} as const;

/** What the portfolio's matrix says of the offer, in words; nothing for whoever must not know it. */
function authorityWords({ authority }: Settlement): string | undefined {
  if (!authority) return undefined;
  const { approver, maxWaiverPercent, maxInstalments } = authority;
  const most =
    maxWaiverPercent === null || maxInstalments === null
      ? t('The portfolio’s matrix has no row for this loan.')
      : t('The matrix allows at most {percent}% waiver in {n} instalments.', {
          percent: maxWaiverPercent,
          n: maxInstalments,
        });
  return `${approver ? t(APPROVERS[approver]) : t('This is beyond the matrix: everybody is asked.')} ${most}`;
}

/** Beside the offer: what it is worth today and how loans like it moved without one. What is not known is said to be so. */
function worthWords({ presentValue, ratePercent, rolls }: NonNullable<Settlement['worth']>): string {
  const worth =
    presentValue === null
      ? t('What the offer is worth today is not known: the loan has no interest rate.')
      : t('The offer is worth {amount} today, at the loan’s {rate}% a year.', {
          amount: formatRupees(presentValue),
          rate: ratePercent ?? 0,
        });
  const like =
    rolls === null
      ? t('How loans of this bucket move is not known: no whole month was counted yet.')
      : t(
          'Of this bucket’s principal {resolved}% got no worse in a month and {forward}% rolled forward (months: {n}).',
          {
            resolved: rolls.resolvedPercent,
            forward: rolls.forwardPercent,
            n: rolls.months,
          },
        );
  return `${worth} ${like}`;
}

export function SettlementFacts({ settlement }: { settlement: Settlement }) {
  const zone = useZone();
  const { outstanding, waived, payable } = settlement;
  const authority = authorityWords(settlement);
  return (
    <>
      <Facts>
        <FactLine name={t('Stage')}>
          <StageBadge stage={settlement.stage} />
        </FactLine>
        {nextWords(settlement.stage) && <FactLine name={t('Next')}>{nextWords(settlement.stage)}</FactLine>}
        <FactLine name={t('Since')}>
          <DateText value={settlement.stageAt} time near zone={zone} />
        </FactLine>
        {settlement.answerBy && (
          <FactLine name={t('Answer by')}>
            <DateText value={settlement.answerBy} />
          </FactLine>
        )}
        <FactLine name={t('The borrower pays')}>
          <Money paise={payable} />
        </FactLine>
        <FactLine name={t('Waived')}>{`${formatRupees(waived)} (${shareWords(waived, outstanding)})`}</FactLine>
        <FactLine name={t('Outstanding then')}>
          <Money paise={outstanding} />
        </FactLine>
        <FactLine name={t('Paid so far')}>
          <Money paise={settlement.paid} />
        </FactLine>
        {settlement.received > 0 && (
          <FactLine name={t('Received, not confirmed yet')}>
            <Money paise={settlement.received} />
          </FactLine>
        )}
        <FactLine name={t('Offer holds until')}>
          <DateText value={settlement.validTill} />
        </FactLine>
        <FactLine name={t('Bucket')}>
          <BucketBadge bucket={settlement.bucket} /> {tn(settlement.dpd, '{n} day past due', '{n} days past due')}
        </FactLine>
        <FactLine name={t('Client')}>{settlement.client}</FactLine>
        <FactLine name={t('Portfolio')}>{settlement.portfolio}</FactLine>
        {settlement.settledOn && (
          <FactLine name={t('Settled on')}>
            <DateText value={settlement.settledOn} />
          </FactLine>
        )}
        <FactLine name={t('Why the borrower cannot pay more')} wide>
          {settlement.hardship}
        </FactLine>
      </Facts>
      {authority && <Text size="small">{authority}</Text>}
      {settlement.worth && <Text size="small">{worthWords(settlement.worth)}</Text>}
      <Plan settlement={settlement} />
      <SettlementPayments settlement={settlement} />
      <Offers settlement={settlement} />
      <Stack as="section" gap="2" aria-label={t('What happened')}>
        <Heading as="h3">{t('What happened')}</Heading>
        {settlement.history.map((step, at) => (
          <Stack key={at} gap="0">
            <Text size="small" strong>
              {stepWords(step.step)}
            </Text>
            <Text size="tiny" tone="muted">
              {step.for && `${t('For {name}', { name: step.for })}: `}
              {byWords(step.by, STEPS[step.step].by === 'reviewer' ? t('Whoever decides') : undefined)} ·{' '}
              <DateText value={step.at} time near zone={zone} />
            </Text>
            {step.asked && <Text size="small">{askedOnPage(step.asked)}</Text>}
            {step.remarks && <Text size="small">{step.remarks}</Text>}
          </Stack>
        ))}
      </Stack>
    </>
  );
}

function Plan({ settlement: { plan } }: { settlement: Settlement }) {
  return (
    <Stack as="section" gap="2" aria-label={t('Instalments')}>
      <Heading as="h3">{t('Instalments')}</Heading>
      <SmallTable
        label={t('Instalments')}
        rows={plan}
        keyOf={({ dueOn }) => dueOn}
        columns={[
          { label: t('Day'), cell: ({ dueOn }) => <DateText value={dueOn} /> },
          { label: t('Amount'), num: true, cell: ({ amount }) => <Money paise={amount} /> },
          { label: t('Paid'), num: true, cell: ({ paid }) => (paid === 0 ? '–' : <Money paise={paid} />) },
        ]}
      />
    </Stack>
  );
}

/** Each head's waiver in every offer, the newest at the right; a single offer shows its heads alone. */
function Offers({ settlement: { offers } }: { settlement: Settlement }) {
  const heads = DUE_HEADS.filter((head) => offers.some(({ dues }) => dues[head] > 0));
  const of = (part: number, whole: number) =>
    t('{waived} of {due}', { waived: formatRupees(part), due: formatRupees(whole) });
  return (
    <Stack as="section" gap="2" aria-label={t('Waiver by head')}>
      <Heading as="h3">{t('Waiver by head')}</Heading>
      <SmallTable
        label={t('Waiver by head')}
        rows={[...heads, 'all' as const]}
        keyOf={(head) => head}
        columns={[
          { label: t('Head'), cell: (head) => (head === 'all' ? t('The borrower pays') : headWords(head)) },
          ...offers.map((offer) => ({
            label: `${t('Offer {n}', { n: offer.round })} · ${byWords(offer.by, t('Whoever decides'))}`,
            num: true,
            cell: (head: (typeof heads)[number] | 'all') =>
              head === 'all' ? <Money paise={offerTotals(offer).payable} /> : of(offer.waiver[head], offer.dues[head]),
          })),
        ]}
      />
    </Stack>
  );
}
