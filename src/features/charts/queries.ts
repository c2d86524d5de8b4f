import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type Chart,
  chartFigures,
  deleteChart,
  oneChart,
  ownCharts,
  previewChart,
} from '../../../core/contract/charts';
import { type ChartShape, chartFaults } from '../../../core/domain/charts';
import { OWN_WORDS, useApi } from '../../api';

const KEY = 'charts';
/** A home is looked at all day; its charts are not counted at each look. */
const FRESH_MS = 5 * 60_000;

export function useChart(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: [KEY, 'one', id],
    queryFn: async ({ signal }) => (await api.call(oneChart, { params: { id }, signal })).data,
    enabled: id !== '',
  });
}

export function useOwnCharts() {
  const api = useApi();
  return useQuery({
    queryKey: [KEY, 'own'],
    queryFn: async ({ signal }) => (await api.call(ownCharts, { signal })).data,
    staleTime: FRESH_MS,
  });
}

export function useFigures({ id, version }: Chart) {
  const api = useApi();
  return useQuery({
    queryKey: [KEY, 'figures', id, version],
    queryFn: async ({ signal }) => (await api.call(chartFigures, { params: { id }, signal })).data,
    staleTime: FRESH_MS,
  });
}

export function useDeleteChart() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: (id: string) => api.call(deleteChart, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
}

/** Of a chart that is being made, with what it was drawn from: until the next one has come, that is the one before. Nothing is asked while it cannot be drawn. */
export function usePreview(shape: ChartShape) {
  const api = useApi();
  return useQuery({
    queryKey: [KEY, 'preview', shape],
    queryFn: async ({ signal }) => ({ shape, figures: (await api.call(previewChart, { body: shape, signal })).data }),
    enabled: Object.keys(chartFaults(shape)).length === 0,
    placeholderData: keepPreviousData,
  });
}
