/** What the screens of reports ask the server. */
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CallOf } from '../../../core/contract/kit';
import { additionalFile, additionalReport, deleteFormat, listFormats } from '../../../core/contract/report-formats';
import {
  type FigurePage,
  type ReportPage,
  reportFigure,
  reportFile,
  reportPage,
  reportTotals,
} from '../../../core/contract/reports';
import type { Figure } from '../../../core/domain/report-figures';
import { type FormatFamily, type ReportKind, SUMMED } from '../../../core/domain/report-kinds';
import { type Api, OWN_WORDS, useAnswer, useApi, useWrite } from '../../api';
import { downloadCsv } from '../../ui/kit';

export type ReportFilters = CallOf<typeof reportFile>['query'];
export interface Paging {
  count: 'exact' | 'quick';
  pageNo: number;
  pageSize: number;
}

/** Where a report comes from: a page of it, and all of it as a file. */
export interface ReportSource {
  /** Names its answers in the cache. */
  name: string;
  page(
    api: Api,
    filters: ReportFilters,
    paging: Paging,
    signal: AbortSignal,
  ): Promise<ReportPage & Partial<Pick<FigurePage, 'line' | 'sum'>>>;
  file?(api: Api, filters: ReportFilters): Promise<{ fileName: string; csv: string }>;
  /** What an export of any length is asked for by; rows behind a figure have none. */
  exported?: { kind: ReportKind; formatId?: string | undefined };
  /** Its figures open the rows behind them. */
  drilled?: ReportKind;
  /** The column whose sum comes with each page. */
  sum?: string | undefined;
}

export const sourceOf = (kind: ReportKind): ReportSource => ({
  name: kind,
  page: async (api, filters, paging, signal) =>
    (await api.call(reportPage, { params: { kind }, query: { ...filters, ...paging }, signal })).data,
  file: async (api, query) => (await api.call(reportFile, { params: { kind }, query })).data,
  exported: { kind },
  drilled: kind,
});

/** The rows behind a figure of a line. */
export const figureSource = (kind: ReportKind, figure: string, of: string, { list, sum }: Figure): ReportSource => ({
  name: `${list}.of.${kind}.${figure}.${of}`,
  page: async (api, filters, paging, signal) =>
    (await api.call(reportFigure, { params: { kind, figure }, query: { of, ...filters, ...paging }, signal })).data,
  sum,
});

export function useReport(source: ReportSource, filters: ReportFilters, paging: Paging) {
  const api = useApi();
  return useQuery({
    queryKey: ['reports', source.name, filters, paging],
    queryFn: ({ signal }) => source.page(api, filters, paging, signal),
    placeholderData: keepPreviousData,
  });
}

/** What the lines that match add up to, beside their pages; a client's format has no sums of its own. */
export function useReportTotals({ name, exported }: ReportSource, filters: ReportFilters) {
  const api = useApi();
  const { sort: _, dir: __, ...matching } = filters;
  const kind = exported && !exported.formatId && SUMMED[exported.kind] ? exported.kind : undefined;
  const { data } = useQuery({
    queryKey: ['reports', name, 'totals', matching],
    queryFn: async ({ signal }) =>
      kind && (await api.call(reportTotals, { params: { kind }, query: matching, signal })).data,
    enabled: kind !== undefined,
  });
  return useMemo(() => kind && data && { of: SUMMED[kind] ?? [], known: data.sums }, [kind, data]);
}

/** The browser keeps the file; what went wrong is said where it was asked for. */
export function useReportFile(source: ReportSource) {
  const api = useApi();
  return useMutation({
    mutationFn: async (filters: ReportFilters) => {
      if (!source.file) throw new Error('These rows are no file');
      return source.file(api, filters);
    },
    onSuccess: downloadCsv,
    meta: OWN_WORDS,
  });
}

/** A report in a client's format; without one the first by name. */
export const formatSource = (formatId: string | undefined, kind: ReportKind): ReportSource => ({
  name: `format.${formatId ?? ''}`,
  page: async (api, filters, paging, signal) =>
    (await api.call(additionalReport, { query: { formatId, ...filters, ...paging }, signal })).data,
  file: async (api, query) => {
    if (!formatId) throw new Error('There is no format whose file could be asked for');
    return (await api.call(additionalFile, { params: { id: formatId }, query })).data;
  },
  exported: { kind, formatId },
});

/** Those of one page, by name. */
export const useFormats = (family: FormatFamily) =>
  useAnswer(
    listFormats,
    ['report-formats'],
    {},
    { select: (formats) => formats.filter((one) => (one.family ?? 'boi') === family) },
  );

/** Queries that show formats, by the first of their key. */
export const FORMATS = ['report-formats', 'reports'];

export function useDeleteFormat() {
  return useWrite(deleteFormat, (id: string) => ({ params: { id } }), { again: FORMATS });
}
