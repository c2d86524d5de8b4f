/** How good the model is on a month that it had not seen, against the plain order by days past due. */
import { formatDateTime } from '../../../../core/domain/dates';
import { LEAST_MODEL_MONTHS, LEAST_SAMPLES } from '../../../../core/domain/predictor';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Banner, Card, Heading, Skeleton, Stack, Text } from '../../../ui';
import { Curves, ProblemState, SmallTable } from '../../../ui/kit';
import { useZone } from '../../session';
import { monthWords } from '../../targets';
import { shareWords } from '../feature-words';
import { usePredictorModel } from '../predictor-queries';

/** From here on the book is another one (population stability). */
const MOVED = 0.25;
const NUMBER = new Intl.NumberFormat('en-IN');

export function ModelCard() {
  const zone = useZone();
  const { data, error, refetch } = usePredictorModel();
  if (!data && error) return <ProblemState problem={problemOf(error)} retry={() => void refetch()} />;
  if (!data) return <Skeleton height="12rem" />;
  const { model, months, scored } = data;
  if (!model)
    return (
      <Banner tone="warn" title={t('Not enough history')}>
        {t(
          '{n} months that are over were looked at; {least} with at least {loans} loans each are needed, one of them to be judged on. Nothing is guessed before.',
          { n: months.length, least: LEAST_MODEL_MONTHS, loans: LEAST_SAMPLES },
        )}
      </Banner>
    );
  const { judged, drift } = model;
  const better = judged.order !== null && judged.naive !== null && judged.order > judged.naive;
  const values = { month: monthWords(judged.month), model: shareWords(judged.order), dpd: shareWords(judged.naive) };
  return (
    <Card padding="4" as="section" aria-label={t('How good it is')}>
      <Stack gap="3">
        <Heading size="title">{t('How good it is')}</Heading>
        <Text strong>
          {better
            ? t(
                'In {month}, which it had not seen, it put a loan that paid above one that did not {model} of the time; fewer days past due did {dpd}.',
                values,
              )
            : t(
                'In {month}, which it had not seen, it was no better than fewer days past due ({model} against {dpd}). Go by those.',
                values,
              )}
        </Text>
        {drift !== null && drift > MOVED && (
          <Banner tone="warn" title={t('The book is another one than the model learned from')}>
            {t('Its scores have moved by {drift}; from {limit} on they say little until the model has learned anew.', {
              drift: drift.toFixed(2),
              limit: MOVED,
            })}
          </Banner>
        )}
        <Text size="small" tone="muted">
          {t(
            'Learned from {n} months, calibrated by {calibrated}, judged on {loans} loans of {month}. Drift {drift}.',
            {
              n: model.trained.length,
              calibrated: monthWords(model.calibrated),
              loans: NUMBER.format(judged.loans),
              month: monthWords(judged.month),
              drift: drift === null ? '–' : drift.toFixed(2),
            },
          )}{' '}
          {scored && t('Counted {when}.', { when: formatDateTime(scored.at, zone) })}
        </Text>
        <Curves
          label={t('What was said and what was paid, by tenths of the loans')}
          ends={[t('The best tenth'), t('The worst tenth')]}
          curves={[
            {
              key: 'said',
              name: t('Said'),
              value: shareWords(mean(judged.tenths, 'said')),
              points: judged.tenths.map(({ said }) => said),
            },
            {
              key: 'paid',
              name: t('Paid'),
              value: shareWords(judged.paid),
              points: judged.tenths.map(({ paid }) => paid),
            },
          ]}
        />
        <SmallTable
          label={t('By tenths of the loans')}
          rows={judged.tenths.map((tenth, at) => ({ ...tenth, at: at + 1 }))}
          keyOf={({ at }) => String(at)}
          columns={[
            { label: t('Tenth'), cell: ({ at }) => at },
            { label: t('Accounts'), num: true, cell: ({ loans }) => NUMBER.format(loans) },
            { label: t('Said'), num: true, cell: ({ said }) => shareWords(said) },
            { label: t('Paid'), num: true, cell: ({ paid }) => shareWords(paid) },
            { label: t('Times the mean'), num: true, cell: ({ lift }) => `${lift.toFixed(1)} ×` },
          ]}
        />
        <Text size="small" tone="muted">
          {t('Said and paid lie {error} apart on the mean. Nobody is contacted by what is said here.', {
            error: shareWords(judged.error),
          })}
        </Text>
      </Stack>
    </Card>
  );
}

const mean = (tenths: readonly { loans: number; said: number }[], name: 'said'): number => {
  const loans = tenths.reduce((sum, tenth) => sum + tenth.loans, 0);
  return tenths.reduce((sum, tenth) => sum + tenth[name] * tenth.loans, 0) / Math.max(1, loans);
};
