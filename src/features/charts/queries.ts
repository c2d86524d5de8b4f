/** What the screens of charts ask the server. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type Chart,
  chartFigures,
  deleteChart,
  oneChart,
  ownCharts,
  previewChart,
} from '../../../core/contract/charts';
import { type ChartShape, chartFaults } from '../../../core/domain/charts';
import { useAnswer, useApi, useWrite } from '../../api';

const KEY = 'charts';
/** A home is looked at all day; its charts are not counted at each look. */
const FRESH_MS = 5 * 60_000;

export const useChart = (id: string) =>
  useAnswer(oneChart, [KEY, 'one', id], { params: { id } }, { enabled: id !== '' });

export const useOwnCharts = () => useAnswer(ownCharts, [KEY, 'own'], {}, { staleTime: FRESH_MS });

export const useFigures = ({ id, version }: Chart) =>
  useAnswer(chartFigures, [KEY, 'figures', id, version], { params: { id } }, { staleTime: FRESH_MS });

export const useDeleteChart = () => useWrite(deleteChart, (id: string) => ({ params: { id } }), { again: [KEY] });

/**
 * Of a chart that is being made, with what it was drawn from: until the next one has come, that is the one before. Nothing is asked while
 * it cannot be drawn.
 */
export function usePreview(shape: ChartShape) {
  const api = useApi();
  return useQuery({
    queryKey: [KEY, 'preview', shape],
    queryFn: async ({ signal }) => ({
      shape,
      figures: (await api.call(previewChart, { body: shape, signal })).data,
    }),
    enabled: Object.keys(chartFaults(shape)).length === 0,
    placeholderData: keepPreviousData,
  });
}
