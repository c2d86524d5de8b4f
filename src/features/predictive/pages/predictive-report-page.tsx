/** Calls of processes by process, list, day or agent. */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  PROCESS_PAGE,
  type PredictiveFiguresOf,
  type PredictiveRow,
  REPORT_GROUPS,
  REPORT_SORTS,
} from '../../../../core/contract/predictive';
import { addDays, dayOf, formatDay, isDay } from '../../../../core/domain/dates';
import { failedWrite, fieldWords, problemOf } from '../../../api';
import { said, t } from '../../../i18n';
import { Button, Card, ChipChoice, EmptyState, Field, Select, Stack, Text } from '../../../ui';
import {
  type Column,
  DayRange,
  DeskPage,
  durationWords,
  ProblemNote,
  RecordList,
  useTableQuery,
} from '../../../ui/kit';
import { useZone } from '../../session';
import { usePredictiveReport, useProcesses, useReportFile } from '../queries';
import { percentWords } from '../words';

type Group = (typeof REPORT_GROUPS)[number];
const NO_FILTERS = [] as const;
const ALL = 'all';
const MOST = 250;

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

function columns(by: Group, sums: PredictiveFiguresOf | undefined): Column<PredictiveRow>[] {
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
    {
      id: 'name',
      label: groupWords()[by],
      always: true,
      sort: { by: 'name' },
      total: t('Total'),
      cell: (row) => (
        <Stack gap="0" lineHeight={1.25} paddingY="1">
          <Text as="span" strong truncate maxWidth="20rem" title={row.name}>
            {by === 'day' ? formatDay(row.name) : row.name}
          </Text>
          {row.detail && (
            <Text as="span" size="small" tone="muted">
              {row.detail}
            </Text>
          )}
        </Stack>
      ),
    },
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
  const { query, change } = useTableQuery(NO_FILTERS);
  const [address, setAddress] = useSearchParams();
  const dayIn = (name: string, otherwise: string) => {
    const written = address.get(name) ?? '';
    return isDay(written) ? written : otherwise;
  };
  const from = dayIn('from', addDays(today, -6));
  const to = dayIn('to', today);
  const by = REPORT_GROUPS.find((one) => one === address.get('by')) ?? 'process';
  const processId = address.get('process') ?? undefined;
  const putAll = (values: Record<string, string | undefined>) =>
    setAddress(
      (held) => {
        const next = new URLSearchParams(held);
        for (const [name, value] of Object.entries(values))
          if (value) next.set(name, value);
          else next.delete(name);
        for (const gone of ['page', ...('by' in values ? ['sort'] : [])]) next.delete(gone);
        return next;
      },
      { replace: true },
    );
  const put = (name: string, value: string | undefined) => putAll({ [name]: value });
  const asked = {
    by,
    from,
    to,
    processId,
    q: query.q || undefined,
    sort: REPORT_SORTS.find((one) => one === query.sort?.by),
    dir: query.sort?.dir,
  };
  const report = usePredictiveReport({ ...asked, page: query.page, size: PROCESS_PAGE });
  const processes = useProcesses({ sort: 'name', size: MOST });
  const file = useReportFile();
  const { data } = report;
  const wrongDays = fieldWords(report.error).to;
  const shownColumns = useMemo(() => columns(by, data?.sums), [by, data?.sums]);
  return (
    <DeskPage>
      <RecordList
        name="predictive-report"
        title={t('Predictive Report')}
        noun={t('lines')}
        actions={
          <Button icon="download" busy={file.isPending} disabled={!data?.total} onClick={() => file.mutate(asked)}>
            {t('Export CSV')}
          </Button>
        }
        above={
          <Stack gap="4" paddingBottom="1">
            <ChipChoice<Group>
              label={t('By')}
              value={by}
              onChange={(one) => put('by', one)}
              options={REPORT_GROUPS.map((one) => ({ value: one, label: byWords()[one] }))}
            />
            <Card>
              <DayRange from={from} to={to} today={today} error={wrongDays && said(wrongDays)} onChange={putAll}>
                <Field label={t('Process')}>
                  <Select
                    value={processId ?? ALL}
                    onChange={(one) => put('process', one === ALL ? undefined : one)}
                    options={[
                      { value: ALL, label: t('All processes') },
                      ...(processes.data?.rows ?? []).map((one) => ({ value: one.id, label: one.name })),
                    ]}
                  />
                </Field>
              </DayRange>
            </Card>
            {file.error && <ProblemNote tone="danger" problem={failedWrite(file.error)} />}
          </Stack>
        }
        searchLabel={t('Name')}
        columns={shownColumns}
        result={report}
        problem={wrongDays && data ? undefined : problemOf(report.error)}
        zone={zone}
        query={query}
        change={change}
        pageSize={PROCESS_PAGE}
        keyOf={(row) => row.key}
        nameOf={(row) => row.name}
        empty={
          <EmptyState icon="phone" title={t('No call of a process in these days')}>
            {t('Calls appear here as soon as a process dials.')}
          </EmptyState>
        }
      />
    </DeskPage>
  );
}
