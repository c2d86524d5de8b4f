/** Calls of processes by process, list, day or agent. */
import { useSearchParams } from 'react-router-dom';
import {
  exportPredictive,
  type PredictiveFiguresOf,
  type PredictiveRow,
  predictiveReport,
  REPORT_GROUPS,
  type REPORT_SORTS,
} from '../../../../core/contract/predictive';
import { addDays, dayOf, formatDay, isDay } from '../../../../core/domain/dates';
import { fieldWords, problemOf } from '../../../api';
import { said, t } from '../../../i18n';
import { Card, Field, Select } from '../../../ui';
import { type Column, DayRange, durationWords, personColumn, type TableQuery } from '../../../ui/kit';
import { EntityList, type Listing } from '../../lists';
import { useZone } from '../../session';
import { LIVE_MS, useProcesses } from '../queries';
import { percentWords } from '../words';

type Group = (typeof REPORT_GROUPS)[number];
const ALL = 'all';
const MOST = 250;
const groupIn = ({ filters }: TableQuery) => REPORT_GROUPS.find((one) => one === filters.by?.[0]) ?? 'process';

const groupWords = (): Record<Group, string> => ({
  process: t('Process'),
  list: t('List'),
  day: t('Day'),
  agent: t('Agent'),
});

const byWords = (): Record<Group, string> => ({
  process: t('By process'),
  list: t('By list'),
  day: t('By day'),
  agent: t('By agent'),
});

function columns({ query, data }: Listing<typeof predictiveReport>): Column<PredictiveRow>[] {
  const sums = data?.sums;
  const by = groupIn(query);
  const number = (
    id: keyof PredictiveFiguresOf,
    label: string,
    say: (row: PredictiveFiguresOf) => string | number,
    sort?: (typeof REPORT_SORTS)[number],
  ): Column<PredictiveRow> => ({
    id,
    label,
    end: true,
    cell: say,
    total: sums && say(sums),
    ...(sort && { sort: { by: sort, first: 'desc' as const } }),
  });
  return [
    personColumn(
      'name',
      groupWords()[by],
      (row) => ({ name: by === 'day' ? formatDay(row.name) : row.name, detail: row.detail ?? '' }),
      { sort: true, total: t('Total') },
    ),
    number('dialed', t('Dialed'), (row) => row.dialed, 'dialed'),
    number('connected', t('Connected'), (row) => row.connected, 'connected'),
    number('connectPercent', t('Connect %'), (row) => percentWords(row.connectPercent), 'connectPercent'),
    number('dropped', t('Dropped'), (row) => row.dropped, 'dropped'),
    number('dropPercent', t('Drop %'), (row) => percentWords(row.dropPercent), 'dropPercent'),
    number('noAnswer', t('No answer'), (row) => row.noAnswer),
    number('busy', t('Busy'), (row) => row.busy),
    number('error', t('Error'), (row) => row.error),
    number('underWay', t('Under way'), (row) => row.underWay),
    number('disposed', t('Disposed'), (row) => row.disposed),
    number('ptp', t('Promises'), (row) => row.ptp, 'ptp'),
    number('talkSeconds', t('Talk time'), (row) => durationWords(row.talkSeconds), 'talk'),
  ];
}

export default function PredictiveReportPage() {
  const zone = useZone();
  const today = dayOf(Date.now(), zone);
  const [address, setAddress] = useSearchParams();
  const dayIn = (name: string, otherwise: string) => {
    const written = address.get(name) ?? '';
    return isDay(written) ? written : otherwise;
  };
  const from = dayIn('from', addDays(today, -6));
  const to = dayIn('to', today);
  const processId = address.get('process') ?? undefined;
  const put = (values: Record<string, string | undefined>) =>
    setAddress(
      (held) => {
        const next = new URLSearchParams(held);
        for (const [name, value] of Object.entries({ page: undefined, ...values }))
          if (value) next.set(name, value);
          else next.delete(name);
        return next;
      },
      { replace: true },
    );
  const processes = useProcesses({ sort: 'name', size: MOST });
  const wrongDays = (error: Error | null) => fieldWords(error).to;
  return (
    <EntityList
      name="predictive-report"
      from={predictiveReport}
      ask={{ by: 'process', from, to, processId }}
      every={LIVE_MS}
      title={t('Predictive Report')}
      noun={t('lines')}
      file={exportPredictive}
      columns={columns}
      above={({ error }) => (
        <Card>
          <DayRange from={from} to={to} today={today} error={said(wrongDays(error) ?? '')} onChange={put}>
            <Field label={t('Process')}>
              <Select
                value={processId ?? ALL}
                onChange={(one) => put({ process: one === ALL ? undefined : one })}
                options={[
                  { value: ALL, label: t('All processes') },
                  ...(processes.data?.rows ?? []).map((one) => ({ value: one.id, label: one.name })),
                ]}
              />
            </Field>
          </DayRange>
        </Card>
      )}
      searchLabel={t('Name')}
      filters={{ by: { label: t('By'), words: (one) => byWords()[one], tab: {} } }}
      problem={({ data, error }) => (wrongDays(error) && data ? undefined : problemOf(error))}
      keyOf={(row) => row.key}
      nameOf={(row) => row.name}
      empty={{
        icon: 'phone',
        title: t('No call of a process in these days'),
        text: t('Calls appear here as soon as a process dials.'),
      }}
    />
  );
}
