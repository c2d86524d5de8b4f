/** What the screens of reports ask the server. */
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { CallOf } from '../../../core/contract/kit';
import { additionalFile, additionalReport, deleteFormat, listFormats } from '../../../core/contract/report-formats';
import { type ReportPage, reportFile, reportPage, reportTotals } from '../../../core/contract/reports';
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
  page(api: Api, filters: ReportFilters, paging: Paging, signal: AbortSignal): Promise<ReportPage>;
  file(api: Api, filters: ReportFilters): Promise<{ fileName: string; csv: string }>;
  /** What an export of any length is asked for by. */
  exported: { kind: ReportKind; formatId?: string | undefined };
}

export const sourceOf = (kind: ReportKind): ReportSource => ({
  name: kind,
  page: async (api, filters, paging, signal) =>
    (await api.call(reportPage, { params: { kind }, query: { ...filters, ...paging }, signal })).data,
  file: async (api, query) => (await api.call(reportFile, { params: { kind }, query })).data,
  exported: { kind },
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
export function useReportTotals({ name, exported: { kind, formatId } }: ReportSource, filters: ReportFilters) {
  const { sort: _, dir: __, ...matching } = filters;
  return useAnswer(
    reportTotals,
    ['reports', name, 'totals', matching],
    { params: { kind }, query: matching },
    { enabled: !formatId && SUMMED[kind] !== undefined },
  );
}

/** The browser keeps the file; what went wrong is said where it was asked for. */
export function useReportFile(source: ReportSource) {
  const api = useApi();
  return useMutation({
    mutationFn: (filters: ReportFilters) => source.file(api, filters),
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
