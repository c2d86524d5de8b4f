/** One person of the board: how the score came about, what would gain a rank, the promises, and what was asked and answered. */
import type { BoardPerson, BoardRow } from '../../../../core/contract/leaderboard';
import type { Bucket } from '../../../../core/domain/buckets';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Heading, Skeleton, Stack, Text } from '../../../ui';
import { ProblemState, SidePanel, SmallTable } from '../../../ui/kit';
import { usePerson } from '../queries';
import { cohortWords, gainWords, madeOf, partWords, pointWords, shareWords, standWords, unknownParts } from '../words';
import { Work } from './other-panel';
import { PromiseSigns } from './promise-signs';
import { Questions } from './questions';

export default function PersonPanel({
  profileId,
  bucket,
  month,
  row,
  onClose,
}: {
  profileId: string;
  bucket: string | undefined;
  month: string | undefined;
  row: BoardRow | undefined;
  onClose: () => void;
}) {
  const { data, error, refetch } = usePerson({ profileId, month, bucket: bucket as Bucket | undefined });
  const shown = data?.row ?? row;
  const name = shown?.name ?? t('Agent');
  return (
    <SidePanel
      about={`${profileId} ${bucket}`}
      label={name}
      title={name}
      line={shown ? cohortWords(shown) : ''}
      closeLabel={t('Close (Esc)')}
      onClose={onClose}
    >
      {!data && (error ? <ProblemState problem={problemOf(error)} retry={refetch} /> : <Skeleton lines={8} />)}
      {data && (
        <>
          <Text strong>{standWords(data)}</Text>
          <ScoreLines data={data} />
          <Gains data={data} />
          <Work row={data.row} />
          <PromiseSigns profileId={profileId} month={data.counted.month} />
          <Questions data={data} profileId={profileId} />
        </>
      )}
    </SidePanel>
  );
}

function ScoreLines({ data: { lines, penalty, row } }: { data: BoardPerson }) {
  const unknown = unknownParts(lines).map(partWords).join(', ');
  return (
    <Stack gap="2">
      <Heading>{t('How the score came about')}</Heading>
      <SmallTable
        label={t('How the score came about')}
        keyOf={({ part }) => part}
        columns={[
          {
            label: t('Figure'),
            cell: ({ part }) => (
              <>
                <Text>{partWords(part)}</Text>
                <Text size="small" tone="muted">
                  {madeOf(part, row)}
                </Text>
              </>
            ),
          },
          { label: t('Share'), num: true, cell: ({ share }) => (share === null ? t('not known') : shareWords(share)) },
          {
            label: t('Weight'),
            num: true,
            cell: ({ given, weight }) => (given === weight ? weight : `${weight} → ${given.toFixed(1)}`),
          },
          { label: t('Points'), num: true, cell: ({ points }) => pointWords(points) },
        ]}
        rows={lines}
      />
      {penalty > 0 && (
        <Text size="small">
          {t('Contacts outside the rules take {points} points away.', { points: pointWords(penalty) })}
        </Text>
      )}
      {unknown !== '' && (
        <Text size="small" tone="muted">
          {t('Not known: {parts}. The weight is shared among the other figures.', { parts: unknown })}
        </Text>
      )}
      <Text size="small" tone="muted">
        {t('Resolved principal gives half of its weight at the middle of the cohort, and all of it at twice that.')}
      </Text>
    </Stack>
  );
}

function Gains({ data: { gains, row } }: { data: BoardPerson }) {
  if (row.rank === null) return null;
  return (
    <Stack gap="2">
      <Heading>{t('What would gain a rank')}</Heading>
      {gains.map((gain, at) => (
        <Text key={gain.part} strong={at === 0}>
          {gainWords(gain)}
        </Text>
      ))}
      {gains.length === 0 && (
        <Text tone="muted">
          {row.rank === 1 ? t('Nobody stands above.') : t('No single figure is enough for it by itself.')}
        </Text>
      )}
    </Stack>
  );
}
