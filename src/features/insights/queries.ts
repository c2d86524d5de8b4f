/** What the insights ask the server. */

import { deleteInsightView, insightsFile, insightViews, readInsights } from '../../../core/contract/insights';
import type { CallOf } from '../../../core/contract/kit';
import { useAnswer, useWrite } from '../../api';
import { downloadCsv } from '../../ui/kit';

export const INSIGHTS_KEY = 'insights';
/** They change once a night. */
const FRESH_MS = 5 * 60_000;

export const useInsights = (query: CallOf<typeof readInsights>['query']) =>
  useAnswer(readInsights, [INSIGHTS_KEY, 'read', query], { query }, { staleTime: FRESH_MS });

export const useViews = () => useAnswer(insightViews, [INSIGHTS_KEY, 'views'], {});

export const useDeleteView = () =>
  useWrite(deleteInsightView, (id: string) => ({ params: { id } }), { again: [[INSIGHTS_KEY, 'views']] });

export const useInsightsFile = () =>
  useWrite(insightsFile, (body: CallOf<typeof insightsFile>['body']) => ({ body }), { onSuccess: downloadCsv });
