/** What the screens of targets ask the server, and what they tell it. */
import { keepPreviousData } from '@tanstack/react-query';
import type { ResponseOf } from '../../../core/contract/kit';
import {
  cascadeTarget,
  deleteTarget,
  getCalendar,
  type listTargets,
  lockTargets,
  managersCollTargets,
  targetChoices,
  targetLog,
  updateTarget,
} from '../../../core/contract/targets';
import { type BodyOf, useAnswer, useWrite } from '../../api';

export type TargetPage = ResponseOf<typeof listTargets>['data'];
export type Series = ResponseOf<typeof managersCollTargets>['data'];

export const useTargetChoices = () => useAnswer(targetChoices, ['target-choices'], { query: {} });

export const useSeries = (id: string, metric: Series['metric'], months: number) =>
  useAnswer(
    managersCollTargets,
    ['targets', 'series', id, metric, months],
    { query: { id, metric, months } },
    { placeholderData: keepPreviousData },
  );

export const useLog = (id: string) =>
  useAnswer(targetLog, ['targets', 'log', id], { params: { id } }, { select: ({ lines }) => lines });

export const useCalendar = () => useAnswer(getCalendar, ['targets', 'calendar'], {});

/** Every list of targets is asked for again. */
const TARGETS = { again: ['targets'] };

export const useUpdateTarget = () =>
  useWrite(
    updateTarget,
    ({ id, ...body }: { id: string; version: number; target: number }) => ({ params: { id }, body }),
    TARGETS,
  );
export const useDeleteTarget = () =>
  useWrite(
    deleteTarget,
    ({ id, version }: { id: string; version: number }) => ({ params: { id }, query: { version } }),
    TARGETS,
  );
export const useLockTargets = () => useWrite(lockTargets, (body: BodyOf<typeof lockTargets>) => ({ body }), TARGETS);
export const useCascade = () =>
  useWrite(
    cascadeTarget,
    ({ id, ...body }: { id: string } & BodyOf<typeof cascadeTarget>) => ({ params: { id }, body }),
    TARGETS,
  );
