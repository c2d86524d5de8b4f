/** Terms, dates, holders, outcomes and attempts of a loan. */
import type { LoanFacts } from '../../../../core/contract/loan-facts';
import type { Loan } from '../../../../core/contract/loans';
import { smaClassOf } from '../../../../core/domain/buckets';
import { formatDateTime, formatDay } from '../../../../core/domain/dates';
import { problemOf } from '../../../api';
import { said, t, tn } from '../../../i18n';
import { Money, Skeleton, Stack } from '../../../ui';
import { FactLine, Facts, ProblemState, storedWord } from '../../../ui/kit';
import { useZone } from '../../session';
import { useLoanFacts } from '../facts-query';

const HOLDERS: Record<LoanFacts['holders'][number]['kind'], string> = {
  manager: 'Manager',
  collector: 'Telecaller',
  field_agent: 'Field agent',
  agency: 'Agency',
};

/** "45 on 22/11/2026; 40 by the lender’s file of 17/11/2026": which day each figure is true for. */
function daysPastDue({ dpd, dpdAsOf, dpdReported }: Loan): string {
  if (!dpdAsOf) return String(dpd);
  const running = t('{dpd} on {day}', { dpd, day: formatDay(dpdAsOf) });
  if (!dpdReported) return running;
  const { dpd: reported, on } = dpdReported;
  return t('{running}; {reported} by the lender’s file of {day}', { running, reported, day: formatDay(on) });
}

/** What nobody told is left out, except where its absence matters to who works the loan. */
export default function MoreFacts({ loan }: { loan: Loan }) {
  const zone = useZone();
  const { data, error, refetch } = useLoanFacts(loan.id);
  if (error && !data) return <ProblemState problem={problemOf(error)} retry={refetch} />;
  if (!data) return <Skeleton lines={4} />;
  const outcome = (one: LoanFacts['best']) =>
    one ? [said(one.label), one.at && formatDateTime(one.at, zone)].filter(Boolean).join(' · ') : t('None yet');
  const words: [name: string, words: string | null][] = [
    [t('Days past due'), daysPastDue(loan)],
    [t('Asset class'), smaClassOf(loan.dpd)],
    [t('Attempts today'), String(data.attempts.today)],
    [t('Attempts in 7 days'), String(data.attempts.in7Days)],
    [t('Best outcome'), outcome(data.best)],
    [t('Last outcome'), outcome(data.last)],
    ...data.holders.map(({ kind, name, since }): [string, string] => [
      t(HOLDERS[kind]),
      t('{name} since {day}', { name, day: formatDateTime(since, zone) }),
    ]),
    [t('DPD at month open'), String(data.dpdMonthOpen)],
    [t('Batch'), data.batchNo],
    [t('In the book since'), data.enteredOn && formatDay(data.enteredOn)],
    [t('Back to the lender on'), data.recallOn && formatDay(data.recallOn)],
    [t('Sanctioned'), data.sanctionedOn && formatDay(data.sanctionedOn)],
    [t('Tenure'), data.tenureMonths === null ? null : tn(data.tenureMonths, '{n} month', '{n} months')],
    [t('Rate'), data.ratePercent === null ? null : t('{rate} % a year', { rate: data.ratePercent })],
    ['NACH', data.nachStatus && storedWord(data.nachStatus)],
    [t('Last bounce'), data.lastBounceReason && said(data.lastBounceReason)],
    ['CIBIL', data.cibil === null ? null : String(data.cibil)],
    [t('Born on'), data.bornOn && formatDay(data.bornOn)],
    [t('Employer'), data.employer],
    ['GST', data.gst],
    [t('Second e-mail'), data.secondEmail ?? null],
    [t('Advocate'), data.advocate],
  ];
  return (
    <Stack gap="3">
      <Facts>
        {words.map(
          ([name, value]) =>
            value && (
              <FactLine key={name} name={name}>
                {value}
              </FactLine>
            ),
        )}
        {data.financedPaise != null && (
          <FactLine name={t('Amount financed')}>
            <Money paise={data.financedPaise} />
          </FactLine>
        )}
        {data.foreclosurePaise !== null && (
          <FactLine name={t('Foreclosure amount')}>
            <Money paise={data.foreclosurePaise} />
          </FactLine>
        )}
      </Facts>
    </Stack>
  );
}
