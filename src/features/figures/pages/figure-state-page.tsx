/** /test-dashboard: whether the figures that people read can be believed, and how old they are. */
import type { figureState } from '../../../../core/contract/figures';
import type { ResponseOf } from '../../../../core/contract/kit';
import { DAY_SUM_NAMES, DAY_SUMS } from '../../../../core/domain/measures';
import { failedWrite, problemOf } from '../../../api';
import { said, t } from '../../../i18n';
import { Button, DateText, Heading, Skeleton, Stack, showToast, Text } from '../../../ui';
import { DeskPage, DeskTitle, ProblemNote, ProblemState, SmallTable } from '../../../ui/kit';
import { useZone } from '../../session';
import { useFigureState, useRecountDay } from '../queries';

type State = ResponseOf<typeof figureState>['data'];

const STATES = {
  counted: 'Counted',
  changed: 'Changed since; read from its records',
  waiting: 'Not counted yet; read from its records',
} as const satisfies Record<State['days'][number]['state'], string>;

function Days({ days }: Pick<State, 'days'>) {
  const zone = useZone();
  const recount = useRecountDay();
  const again = (day: string) =>
    recount.mutate(day, {
      onSuccess: () => showToast(t('It is read from its records now, and counted again within ten minutes')),
    });
  const at = (moment: string | null) => (moment ? <DateText value={moment} zone={zone} time /> : t('Not yet'));
  return (
    <>
      {recount.error && <ProblemNote problem={failedWrite(recount.error)} />}
      <SmallTable
        label={t('Days')}
        rows={days}
        keyOf={({ day }) => day}
        columns={[
          { label: t('Day'), cell: ({ day }) => <DateText value={day} /> },
          { label: t('State'), cell: ({ state }) => said(STATES[state]) },
          { label: t('Counted at'), cell: ({ countedAt }) => at(countedAt) },
          { label: t('Compared with its records'), cell: ({ checkedAt }) => at(checkedAt) },
          {
            label: '',
            cell: ({ day, state }) =>
              state === 'counted' && (
                <Button look="plain" disabled={recount.isPending} onClick={() => again(day)}>
                  {t('Count again')}
                </Button>
              ),
          },
        ]}
      />
    </>
  );
}

function Whole({ days, differences, dupont }: State) {
  const zone = useZone();
  const counted = days.filter(({ state }) => state === 'counted').length;
  return (
    <Stack gap="6">
      <Stack gap="2">
        <Text>
          {t('{n} of {total} days of this month and the last are counted. Today is always read from its records.', {
            n: counted,
            total: days.length,
          })}
        </Text>
        {dupont ? (
          <Text tone="muted">
            {t('DuPont is counted up to the beginning of')} <DateText value={dupont.before} />,{' '}
            <DateText value={dupont.at} zone={zone} time />
          </Text>
        ) : (
          <Text tone="muted">{t('DuPont: no night has been counted yet')}</Text>
        )}
      </Stack>
      <Stack as="section" gap="2">
        <Heading as="h2">{t('Differences')}</Heading>
        <Text tone="muted">{t('Each night one day is compared with its records.')}</Text>
        {differences.length === 0 ? (
          <Text>{t('None differed so far.')}</Text>
        ) : (
          <SmallTable
            label={t('Differences')}
            rows={differences}
            keyOf={({ day, foundAt }) => `${day} ${foundAt}`}
            columns={[
              { label: t('Day'), cell: ({ day }) => <DateText value={day} /> },
              { label: t('Found at'), cell: ({ foundAt }) => <DateText value={foundAt} zone={zone} time /> },
              { label: t('Sums that were wrong, and were counted anew'), num: true, cell: ({ wrong }) => wrong },
            ]}
          />
        )}
      </Stack>
      <Stack as="section" gap="2">
        <Heading as="h2">{t('Days that are over')}</Heading>
        <Days days={days} />
      </Stack>
      <Stack as="section" gap="2">
        <Heading as="h2">{t('What is counted of a day')}</Heading>
        <SmallTable
          label={t('What is counted of a day')}
          rows={DAY_SUM_NAMES}
          keyOf={(name) => name}
          columns={[
            { label: t('Figure'), cell: (name) => t(DAY_SUMS[name].label) },
            { label: t('How it is reckoned'), cell: (name) => t(DAY_SUMS[name].formula) },
          ]}
        />
      </Stack>
    </Stack>
  );
}

export default function FigureStatePage() {
  const { data, error, refetch } = useFigureState();
  return (
    <DeskPage>
      <DeskTitle>{t('Dashboard')}</DeskTitle>
      {!data && !error && <Skeleton lines={8} height="2rem" />}
      {!data && error && <ProblemState problem={problemOf(error)} retry={() => void refetch()} />}
      {data && <Whole {...data} />}
    </DeskPage>
  );
}
