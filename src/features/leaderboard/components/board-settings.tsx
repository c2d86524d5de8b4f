/** Weights of the board, and who changed what before. */
import { type BoardSettingsKept, saveBoardSettings } from '../../../../core/contract/leaderboard';
import { formatDateTime } from '../../../../core/domain/dates';
import { SCORE_PARTS } from '../../../../core/domain/leaderboard';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Heading, Skeleton, Stack, showToast, Text } from '../../../ui';
import { Modal, ProblemState, SmallTable } from '../../../ui/kit';
import { EntityForm } from '../../forms';
import { useZone } from '../../session';
import { BOARD, useSettings } from '../queries';
import { partWords } from '../words';

const NUMBERS = [...SCORE_PARTS, 'breach', 'shortTalk'] as const;

export default function BoardSettings({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useSettings();
  if (!data)
    return (
      <Modal title={t('Weights')} onClose={onClose}>
        {error ? <ProblemState problem={problemOf(error)} retry={refetch} /> : <Skeleton lines={6} />}
      </Modal>
    );
  const digits = (label: string, hint?: string) =>
    ({ label, kind: 'digits', required: true, ...(hint !== undefined && { hint }) }) as const;
  return (
    <EntityForm
      at="dialog"
      draft="leaderboard.settings"
      label={t('Weights')}
      to={saveBoardSettings}
      version={data.version}
      values={{
        ...(Object.fromEntries(NUMBERS.map((name) => [name, String(data[name])])) as Record<
          (typeof NUMBERS)[number],
          string
        >),
        names: data.names,
      }}
      sections={(values) => [
        {
          beside: true,
          fields: {
            ...Object.fromEntries(SCORE_PARTS.map((part) => [part, digits(partWords(part))])),
            breach: digits(t('Points less for each contact outside the rules')),
            shortTalk: digits(t('Seconds below which a promise has a sign')),
          },
          also: (
            <Text size="small" tone="muted">
              {t('The five weights add up to {n} of 100.', {
                n: SCORE_PARTS.reduce((sum, part) => sum + Number(values[part] || 0), 0),
              })}
            </Text>
          ),
        },
        {
          fields: {
            names: {
              label: t('Agents read the names of the others in their cohort'),
              kind: 'switch',
            },
          },
        },
      ]}
      below={<History history={data.history} />}
      again={[BOARD]}
      send={t('Save and count anew')}
      onStored={() => {
        showToast(t('Weights saved; the newest month is counted anew'), { tone: 'saved' });
        onClose();
      }}
      onClose={onClose}
      cancelDiscards
    />
  );
}

/** Newest first, each with what it was. */
function History({ history }: { history: readonly BoardSettingsKept[] }) {
  const zone = useZone();
  if (history.length === 0) return <Text tone="muted">{t('Nobody changed the weights yet.')}</Text>;
  return (
    <Stack gap="2">
      <Heading>{t('Who changed what')}</Heading>
      <SmallTable
        label={t('Who changed what')}
        keyOf={({ version }) => String(version)}
        columns={[
          {
            label: t('Saved'),
            cell: ({ savedBy, savedAt }) => `${savedAt ? formatDateTime(savedAt, zone) : '–'} · ${savedBy ?? '–'}`,
          },
          ...SCORE_PARTS.map((part) => ({
            label: partWords(part),
            num: true,
            cell: (one: BoardSettingsKept) => one[part],
          })),
          { label: t('Per breach'), num: true, cell: ({ breach }) => breach },
          { label: t('Short below'), num: true, cell: ({ shortTalk }) => t('{n} s', { n: shortTalk }) },
          { label: t('Names'), cell: ({ names }) => (names ? t('Shown') : t('Hidden')) },
        ]}
        rows={history}
      />
    </Stack>
  );
}
