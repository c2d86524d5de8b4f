/** What the loans asked for may be expected to pay within a month, by bucket and by grade, and from what that is known. */
import type { RecoveryForecast } from '../../../../core/contract/recovery';
import { formatDateTime } from '../../../../core/domain/dates';
import { formatRupeesShort } from '../../../../core/domain/money';
import { LEAST_LOANS, LEAST_MONTHS } from '../../../../core/domain/recovery-rates';
import { problemOf } from '../../../api';
import { t, tn } from '../../../i18n';
import { Banner, Card, Heading, Money, Skeleton, Stack, Text } from '../../../ui';
import { ProblemState, SmallTable } from '../../../ui/kit';
import { useZone } from '../../session';
import { monthWords } from '../../targets';
import { useForecast } from '../queries';

type Bucket = RecoveryForecast['buckets'][number];
const NUMBER = new Intl.NumberFormat('en-IN');
const amount = (paise: number | undefined) => (paise === undefined ? '–' : <Money paise={paise} short />);

export function ForecastCard({
  portfolioId,
  listId,
}: {
  portfolioId?: string | undefined;
  listId?: string | undefined;
}) {
  const zone = useZone();
  const { data, error, refetch } = useForecast({ portfolioId, listId });
  if (!data && error) return <ProblemState problem={problemOf(error)} retry={() => void refetch()} />;
  if (!data) return <Skeleton height="16rem" />;
  const { counted, months, buckets, total, grades } = data;
  if (!counted)
    return (
      <Banner tone="info" title={t('Nothing was counted yet')}>
        {t('Loans are counted each night. The first count of all comes within minutes of the start.')}
      </Banner>
    );
  const [first, last] = [months[0], months.at(-1)];
  const known =
    first && last
      ? tn(
          months.length,
          'From {n} month that is over: {first} to {last}.',
          'From {n} months that are over: {first} to {last}.',
          {
            first: monthWords(first),
            last: monthWords(last),
          },
        )
      : t('No month with its opening and its payments is over yet.');
  const enough = months.length >= LEAST_MONTHS;
  return (
    <Stack gap="4">
      {!enough && (
        <Banner tone="warn" title={t('Not enough history')}>
          {t(
            '{n} of {least} months are known, and nothing is guessed before. A month counts once it is over and its opening and payments are held.',
            {
              n: months.length,
              least: LEAST_MONTHS,
            },
          )}
        </Banner>
      )}
      <Card padding="4" as="section" aria-label={t('Expected within a month')}>
        <Stack gap="3">
          <Stack gap="1">
            <Heading size="title">{t('Expected within a month')}</Heading>
            {total.forecast && (
              <Text strong>
                {t('{middle} of {pos}, in four of five months between {low} and {high}', {
                  middle: formatRupeesShort(total.forecast.p50),
                  pos: formatRupeesShort(total.posPaise),
                  low: formatRupeesShort(total.forecast.p10),
                  high: formatRupeesShort(total.forecast.p90),
                })}
              </Text>
            )}
            <Text size="small" tone="muted">
              {known} {t('Counted {when}.', { when: formatDateTime(counted.at, zone) })}
            </Text>
          </Stack>
          <SmallTable<Bucket | (Omit<Bucket, 'bucket'> & { bucket: null })>
            label={t('Expected within a month')}
            rows={buckets}
            keyOf={({ bucket }) => bucket ?? ''}
            columns={[
              { label: t('Bucket'), cell: ({ bucket }) => bucket },
              { label: t('Accounts'), num: true, cell: ({ loans }) => NUMBER.format(loans) },
              { label: t('POS'), num: true, cell: ({ posPaise }) => <Money paise={posPaise} short /> },
              { label: 'P10', num: true, cell: ({ forecast }) => amount(forecast?.p10) },
              { label: 'P50', num: true, cell: ({ forecast }) => amount(forecast?.p50) },
              { label: 'P90', num: true, cell: ({ forecast }) => amount(forecast?.p90) },
              {
                label: t('Rolled forward'),
                num: true,
                cell: ({ forward }) => (forward === null ? '–' : `${(forward * 100).toFixed(1)} %`),
              },
              {
                label: t('Months known'),
                num: true,
                cell: ({ bucket, months: count }) =>
                  bucket !== null && enough && count < LEAST_MONTHS
                    ? t('{n}, not enough', { n: count })
                    : NUMBER.format(count),
              },
            ]}
            total={{ name: t('Together'), row: { ...total, bucket: null, months: months.length, forward: null } }}
          />
          <Text size="small" tone="muted">
            {t(
              'Each loan is expected to pay the share of its principal that loans of its portfolio, bucket and paying habit paid in those months; of fewer than {n} such loans in a month, those of the nearest wider group. In one month of ten less than P10 comes in, in half of them P50, in nine of ten P90. What is paid beyond the principal is not foretold.',
              { n: LEAST_LOANS },
            )}
          </Text>
        </Stack>
      </Card>
      <Grades grades={grades} />
    </Stack>
  );
}

const Grades = ({ grades }: Pick<RecoveryForecast, 'grades'>) => (
  <Card padding="4" as="section" aria-label={t('By grade')}>
    <Stack gap="3">
      <Heading size="title">{t('By grade')}</Heading>
      <SmallTable
        label={t('By grade')}
        rows={grades}
        keyOf={({ grade }) => grade ?? ''}
        columns={[
          { label: t('Grade'), cell: ({ grade }) => grade ?? t('Not known') },
          { label: t('Accounts'), num: true, cell: ({ loans }) => NUMBER.format(loans) },
          { label: t('POS'), num: true, cell: ({ posPaise }) => <Money paise={posPaise} short /> },
          {
            label: t('Expected'),
            num: true,
            cell: ({ grade, expectedPaise }) => amount(grade === null ? undefined : expectedPaise),
          },
        ]}
      />
      <Text size="small" tone="muted">
        {t(
          'Loans of one bucket and habit of paying stay together. A are those whose like paid the largest share of their principal, E the least; each is about a fifth of all loans, as near as such groups let them be.',
        )}
      </Text>
    </Stack>
  </Card>
);
