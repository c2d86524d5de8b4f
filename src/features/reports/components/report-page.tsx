/**
 * The screen of a report, whichever it is: its days, search, filters, columns, order and pages, all of them asked of the
 * server and kept in the address, and everything that matches as a file. A row opens its loan where the user may see loans.
 */

import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { ReportRow } from '../../../../core/contract/reports';
import { BUCKETS } from '../../../../core/domain/buckets';
import { dayOf, isDay } from '../../../../core/domain/dates';
import { CLASSES, DISPOSITION_CLASSES } from '../../../../core/domain/dispositions';
import { type ReportColumn, SUMMED } from '../../../../core/domain/report-kinds';
import { failedWrite, fieldWords, problemOf } from '../../../api';
import { said, t } from '../../../i18n';
import { deskPaths, loanPathFor, mayEnter, routeOf } from '../../../routes';
import { Card, EmptyState, LinkButton, Stack } from '../../../ui';
import {
  DayRange,
  DeskPage,
  type Filter,
  PAGE_SIZE,
  ProblemNote,
  RecordList,
  useKept,
  useTableQuery,
} from '../../../ui/kit';
import { useSignedIn, useZone } from '../../session';
import { useReportChoices } from '../choices';
import { type ReportFilters, type ReportSource, useReport, useReportFile, useReportTotals } from '../queries';
import { tableColumns } from '../report-columns';
import { FILTERS, type ReportFilter, type View } from '../views';
import { cellWords } from '../words';
import { ExportButtons } from './export-buttons';
import { Meanings } from './meanings';

const HOLDERS = ['collector', 'field_agent', 'manager', 'agency'];

export interface ReportView extends Omit<View, 'more' | 'search'>, Partial<Pick<View, 'more' | 'search'>> {
  source: ReportSource;
  title: string;
  columns: readonly ReportColumn[];
  /** Headings of the client's own, by column. */
  headings?: Readonly<Record<string, string>>;
  /** Beside the heading, before the file. */
  actions?: ReactNode;
  /** A field before the days. */
  beside?: ReactNode;
}

function useFilters(wanted: readonly ReportFilter[]): Filter[] {
  const { data } = useReportChoices();
  return useMemo(() => {
    const named = (list: readonly { id: string; name: string }[] = []) =>
      list.map(({ id, name }) => ({ value: id, label: name }));
    const all: Record<ReportFilter, Filter> = {
      client: {
        name: 'client',
        label: t('Client'),
        single: true,
        options: (data?.clients ?? []).map(({ name }) => ({ value: name, label: name })),
      },
      portfolio: { name: 'portfolio', label: t('Portfolio'), single: true, options: named(data?.portfolios) },
      bucket: { name: 'bucket', label: t('Bucket'), options: BUCKETS.map((value) => ({ value, label: value })) },
      agency: { name: 'agency', label: t('Agency'), single: true, options: named(data?.agencies) },
      agent: { name: 'agent', label: t('Agent'), single: true, options: named(data?.agents) },
      disposition: {
        name: 'disposition',
        label: t('Disposition'),
        options: DISPOSITION_CLASSES.map((one) => ({ value: one, label: t(CLASSES[one].label) })),
      },
      holder: {
        name: 'holder',
        label: t('Given as'),
        options: HOLDERS.map((one) => ({ value: one, label: cellWords('kind', one) })),
      },
    };
    // Where there is nothing to choose between, as for somebody who sees their own rows alone, nothing is offered.
    return wanted.map((one) => all[one]).filter(({ options }) => !data || options.length > 1);
  }, [data, wanted]);
}

export function ReportScreen({
  source,
  title,
  columns,
  headings,
  more = [],
  filters,
  icon,
  empty,
  actions,
  beside,
  search = t('Loan, borrower or agent'),
  undated = false,
}: ReportView) {
  const zone = useZone();
  const { profile } = useSignedIn();
  const navigate = useNavigate();
  const { query, change } = useTableQuery(FILTERS);
  // One size for every report: whoever reads hundreds of lines does so in each.
  const [size, setSize] = useKept('table.report.size', PAGE_SIZE);
  const [address, setAddress] = useSearchParams();
  const dayIn = (name: 'from' | 'to') => {
    const written = address.get(name) ?? '';
    return isDay(written) ? written : undefined;
  };
  const put = (days: { from?: string; to?: string }) =>
    setAddress(
      (held) => {
        const next = new URLSearchParams(held);
        for (const name of ['from', 'to'] as const)
          if (name in days) {
            if (days[name]) next.set(name, days[name]);
            else next.delete(name);
          }
        next.delete('page');
        return next;
      },
      { replace: true },
    );
  const { client, portfolio, bucket, agency, agent, disposition, holder } = query.filters;
  const sort = columns.find(({ id, sort: sorts }) => sorts && id === query.sort?.by);
  const asked: ReportFilters = {
    from: dayIn('from'),
    to: dayIn('to'),
    q: query.q || undefined,
    client: client?.[0],
    portfolioId: portfolio?.[0],
    bucket: bucket?.join(','),
    agencyId: agency?.[0],
    agentId: agent?.[0],
    disposition: disposition?.join(','),
    holder: holder?.join(','),
    ...(sort && { sort: sort.id, dir: query.sort?.dir }),
  };
  const matching = JSON.stringify(asked);
  const [countedFor, setCountedFor] = useState<string>();
  const count = countedFor === matching ? ('exact' as const) : ('quick' as const);
  const report = useReport(source, asked, { pageNo: query.page, pageSize: size, count });
  const file = useReportFile(source);
  const totals = useReportTotals(source, asked);
  const { data } = report;
  const wrongDays = fieldWords(report.error).to;
  const from = asked.from ?? data?.from ?? '';
  const to = asked.to ?? data?.to ?? '';
  const shown = useMemo(() => {
    const sums = totals.data && { of: SUMMED[source.exported.kind] ?? [], known: totals.data.sums };
    return tableColumns(columns, more, zone, sums).map((one) => ({ ...one, label: headings?.[one.id] ?? one.label }));
  }, [columns, more, zone, headings, totals.data, source]);
  const result = useMemo(() => {
    // Days that cannot be answered have no rows; their field says what is wrong.
    if (wrongDays) return { rows: [], total: 0 };
    return data && { rows: data.rows, total: data.totalElements, exact: data.exact };
  }, [data, wrongDays]);
  const open = loanPathFor(profile.role);
  const ofLoans = columns.some(({ id }) => id === 'loanNumber');
  return (
    <DeskPage>
      <RecordList<ReportRow>
        name={`report.${source.name}`}
        title={title}
        noun={t('lines')}
        actions={
          <>
            {mayEnter(profile.role, routeOf('reports')) && (
              <LinkButton to={deskPaths.reports()}>{t('All reports')}</LinkButton>
            )}
            {actions}
            <Meanings columns={columns} headings={headings} />
            <ExportButtons
              source={source}
              file={file}
              filters={undated ? asked : { ...asked, from: from || undefined, to: to || undefined }}
              total={result?.total ?? 0}
              exact={data?.exact !== false}
            />
          </>
        }
        above={
          <Stack gap="3">
            {!undated && (
              <Card>
                <DayRange
                  from={from}
                  to={to}
                  today={dayOf(Date.now(), zone)}
                  error={wrongDays && said(wrongDays)}
                  onChange={put}
                >
                  {beside}
                </DayRange>
              </Card>
            )}
            {file.error && <ProblemNote tone="danger" problem={failedWrite(file.error)} />}
          </Stack>
        }
        searchLabel={search}
        filters={useFilters(filters)}
        columns={shown}
        result={{ ...report, data: result }}
        problem={wrongDays ? undefined : problemOf(report.error)}
        zone={zone}
        query={query}
        change={change}
        pageSize={size}
        onPageSize={setSize}
        onCount={() => setCountedFor(matching)}
        keyOf={(row) => String(row.id)}
        nameOf={(row) => String(row.loanNumber ?? row.agent ?? row.user ?? row.process ?? row.id)}
        {...(open && ofLoans && { onOpen: (row) => void navigate(open(String(row.loanId))) })}
        narrowed={address.has('from') || address.has('to') ? { clear: () => put({ from: '', to: '' }) } : undefined}
        empty={
          <EmptyState icon={icon} title={empty.title}>
            {empty.text}
          </EmptyState>
        }
      />
    </DeskPage>
  );
}
