/** Two rehearsals side by side: what each would change, and what each person would hold. */
import type { AllocationRun, RunSummary } from '../../../../core/contract/allocation';
import { formatDateTime } from '../../../../core/domain/dates';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Card, Heading, Money, Skeleton, Stack } from '../../../ui';
import { ProblemState, Table, TableScroll } from '../../../ui/kit';
import { useZone } from '../../session';
import { monthWords } from '../../targets';
import { useRun } from '../queries';
import { kindWords } from '../words';

type Kind = RunSummary['kinds'][number];

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
  const figure = (run: AllocationRun, kind: Kind['kind'], of: (kind: Kind) => number | null | undefined) => {
    const found = run.summary?.kinds.find((one) => one.kind === kind);
    return (found && of(found)) ?? '–';
  };
  return (
    <TableScroll>
      <Table>
        <thead>
          <tr>
            <th>{t('Figure')}</th>
            {runs.map((run) => (
              <th key={run.id} className="num">
                {nameOf(run, zone)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.flatMap((kind) =>
            FIGURES.map(({ label, of }) => (
              <tr key={`${kind} ${label()}`}>
                <td>{`${kindWords(kind)}: ${label()}`}</td>
                {runs.map((run) => (
                  <td key={run.id} className="num">
                    {figure(run, kind, of)}
                  </td>
                ))}
              </tr>
            )),
          )}
        </tbody>
      </Table>
    </TableScroll>
  );
}

function People({ runs }: { runs: readonly AllocationRun[] }) {
  const zone = useZone();
  const people = new Map(
    runs.flatMap(({ summary }) => summary?.holders.map((one) => [`${one.kind} ${one.id}`, one] as const) ?? []),
  );
  const then = (run: AllocationRun, kind: string, id: string) =>
    run.summary?.holders.find((one) => one.kind === kind && one.id === id)?.after;
  return (
    <TableScroll>
      <Table>
        <thead>
          <tr>
            <th>{t('Name')}</th>
            <th className="num">{t('Now')}</th>
            {runs.map((run) => (
              <th key={run.id} className="num" colSpan={2}>
                {nameOf(run, zone)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...people].map(([key, { id, kind, name, before }]) => (
            <tr key={key}>
              <td>{name}</td>
              <td className="num">{before.loans}</td>
              {runs.flatMap((run) => {
                const load = then(run, kind, id);
                return [
                  <td key={`${run.id} loans`} className="num">
                    {load?.loans ?? '–'}
                  </td>,
                  <td key={`${run.id} principal`} className="num">
                    {load ? <Money paise={load.pos} short /> : '–'}
                  </td>,
                ];
              })}
            </tr>
          ))}
        </tbody>
      </Table>
    </TableScroll>
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
