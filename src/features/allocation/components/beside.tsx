/** Two rehearsals side by side: what each would change, and what each person would hold. */
import type { AllocationRun, RunSummary } from '../../../../core/contract/allocation';
import { formatDateTime } from '../../../../core/domain/dates';
import { formatRupeesShort } from '../../../../core/domain/money';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Card, Heading, Skeleton, Stack } from '../../../ui';
import { ProblemState, SmallTable } from '../../../ui/kit';
import { useZone } from '../../session';
import { monthWords } from '../../targets';
import { useRun } from '../queries';
import { kindWords } from '../words';

type Kind = RunSummary['kinds'][number];
type Holder = RunSummary['holders'][number];

const FIGURES: { label: () => string; of: (kind: Kind) => number | null | undefined }[] = [
  { label: () => t('Change hands'), of: ({ moved }) => moved },
  { label: () => t('Stay by a rule'), of: ({ kept }) => kept },
  { label: () => t('Find no room'), of: ({ full }) => full },
  { label: () => t('Find nobody'), of: ({ nobodyEligible }) => nobodyEligible },
  { label: () => t('Taken by no rule'), of: ({ noRule }) => noRule },
  { label: () => t('Km to the borrower'), of: ({ km }) => km?.after },
];

const nameOf = ({ rulesVersion: version, replayed, createdAt }: AllocationRun, zone: string): string =>
  replayed
    ? t('Version {version}, {month} replayed', { version, month: monthWords(`${replayed}-01`) })
    : t('Version {version}, {time}', { version, time: formatDateTime(createdAt, zone) });

function Figures({ runs }: { runs: readonly AllocationRun[] }) {
  const zone = useZone();
  const kinds = [...new Set(runs.flatMap(({ summary }) => summary?.kinds.map(({ kind }) => kind) ?? []))];
  const rows = kinds.flatMap((kind) =>
    FIGURES.map(({ label, of }) => ({
      name: `${kindWords(kind)}: ${label()}`,
      in: ({ summary }: AllocationRun) => {
        const found = summary?.kinds.find((one) => one.kind === kind);
        return (found && of(found)) ?? '–';
      },
    })),
  );
  return (
    <SmallTable
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { label: t('Figure'), cell: ({ name }) => name },
        ...runs.map((run) => ({
          label: nameOf(run, zone),
          num: true,
          cell: (row: (typeof rows)[number]) => row.in(run),
        })),
      ]}
    />
  );
}

function People({ runs }: { runs: readonly AllocationRun[] }) {
  const zone = useZone();
  const people = new Map(
    runs.flatMap(({ summary }) => summary?.holders.map((one) => [`${one.kind} ${one.id}`, one] as const) ?? []),
  );
  const then = ({ summary }: AllocationRun, { kind, id }: Holder) =>
    summary?.holders.find((one) => one.kind === kind && one.id === id)?.after;
  return (
    <SmallTable
      rows={[...people.values()]}
      keyOf={({ kind, id }) => `${kind} ${id}`}
      columns={[
        { label: t('Name'), cell: ({ name }) => name },
        { label: t('Now'), num: true, cell: ({ before }) => before.loans },
        ...runs.map((run) => ({
          label: nameOf(run, zone),
          num: true,
          cell: (one: Holder) => {
            const load = then(run, one);
            return load ? `${load.loans} · ${formatRupeesShort(load.pos)}` : '–';
          },
        })),
      ]}
    />
  );
}

export function Beside({ id, other }: { id: string; other: string }) {
  const found = [useRun(id), useRun(other)];
  const problem = found.map(({ error }) => problemOf(error)).find(Boolean);
  const runs = found.flatMap(({ data }) => data ?? []);
  if (runs.length < found.length) return problem ? <ProblemState problem={problem} /> : <Skeleton lines={5} />;
  return (
    <Card padding="4">
      <Stack gap="4" minWidth="0">
        <Heading size="title">{t('Side by side')}</Heading>
        <Figures runs={runs} />
        <People runs={runs} />
      </Stack>
    </Card>
  );
}
