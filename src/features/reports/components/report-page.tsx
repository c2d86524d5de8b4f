/**
 * The screen of a report, whichever it is: its days, search, filters, columns, order and pages, all of them asked of the
 * server and kept in the address, and everything that matches as a file. A row opens its loan where the user may see loans.
 */

import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { FigurePage, ReportRow } from '../../../../core/contract/reports';
import { BUCKETS } from '../../../../core/domain/buckets';
import { dayOf } from '../../../../core/domain/dates';
import { CLASSES, DISPOSITION_CLASSES } from '../../../../core/domain/dispositions';
import type { ReportColumn } from '../../../../core/domain/report-kinds';
import type { ReportFilter, ReportView } from '../../../../core/domain/report-views';
import { failedWrite, fieldWords, problemOf } from '../../../api';
import { said, t } from '../../../i18n';
import { deskPaths, loanPathFor, mayEnter, routeOf } from '../../../routes';
import { Card, EmptyState, type IconName, LinkButton, Stack } from '../../../ui';
import { DayRange, DeskPage, type Filter, PAGE_SIZE, ProblemNote, RecordList, useKept } from '../../../ui/kit';
import { useSignedIn, useZone } from '../../session';
import { useAsked } from '../asked';
import { useReportChoices } from '../choices';
import { type ReportSource, useReport, useReportFile, useReportTotals } from '../queries';
import { tableColumns } from '../report-columns';
import { cellWords } from '../words';
import { ExportButtons } from './export-buttons';
import { Meanings } from './meanings';

const HOLDERS = ['collector', 'field_agent', 'manager', 'agency'];

export interface ReportLook extends Omit<ReportView, 'more' | 'search' | 'icon'>, Partial<Pick<ReportView, 'more'>> {
  icon: IconName;
  source: ReportSource;
  title: string | ((line: FigurePage['line'] | undefined) => string);
  /** Without one there is neither a search nor filters. */
  search?: string;
  columns: readonly ReportColumn[];
  /** Headings of the client's own, by column. */
  headings?: Readonly<Record<string, string>>;
  /** Above the list. */
  note?: ReactNode;
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
  note,
  actions,
  beside,
  search,
  undated = false,
}: ReportLook) {
  const zone = useZone();
  const { profile } = useSignedIn();
  const navigate = useNavigate();
  const { query, change, address, setAddress, asked } = useAsked(columns);
  // One size for every report: whoever reads hundreds of lines does so in each.
  const [size, setSize] = useKept('table.report.size', PAGE_SIZE);
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
  const matching = JSON.stringify(asked);
  const [countedFor, setCountedFor] = useState<string>();
  const count = countedFor === matching ? ('exact' as const) : ('quick' as const);
  const report = useReport(source, asked, { pageNo: query.page, pageSize: size, count });
  const file = useReportFile(source);
  const totals = useReportTotals(source, asked);
  const { data } = report;
  const { exported } = source;
  const wrongDays = fieldWords(report.error).to;
  const from = asked.from ?? data?.from ?? '';
  const to = asked.to ?? data?.to ?? '';
  const shown = useMemo(() => {
    const sums = totals ?? (source.sum && data && { of: [source.sum], known: { [source.sum]: data.sum ?? null } });
    return tableColumns(columns, more, zone, { ...(sums && { sums }), kind: source.drilled }).map((one) => ({
      ...one,
      label: headings?.[one.id] ?? one.label,
    }));
  }, [columns, more, zone, headings, totals, data, source]);
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
        title={typeof title === 'string' ? title : title(data?.line)}
        noun={t('lines')}
        actions={
          <>
            {exported && mayEnter(profile.role, routeOf('reports')) && (
              <LinkButton to={deskPaths.reports()}>{t('All reports')}</LinkButton>
            )}
            {actions}
            {exported && (
              <>
                <Meanings {...{ columns, headings }} kind={exported.kind} portfolioId={asked.portfolioId} />
                <ExportButtons
                  {...{ exported, file }}
                  filters={undated ? asked : { ...asked, from: from || undefined, to: to || undefined }}
                  total={result?.total ?? 0}
                  exact={data?.exact !== false}
                />
              </>
            )}
          </>
        }
        above={
          <Stack gap="3">
            {note}
            {undated ? (
              beside && <Card>{beside}</Card>
            ) : (
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
        narrowed={
          !undated && (address.has('from') || address.has('to'))
            ? { clear: () => put({ from: '', to: '' }) }
            : undefined
        }
        empty={
          <EmptyState icon={icon} title={empty.title}>
            {empty.text}
          </EmptyState>
        }
      />
    </DeskPage>
  );
}
