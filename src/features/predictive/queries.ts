/** What the screens of predictive dialing ask the server, and what they tell it. */
import { keepPreviousData } from '@tanstack/react-query';
import type { CallOf } from '../../../core/contract/kit';
import {
  cancelDialList,
  dialListErrors,
  getProcess,
  listProcesses,
  makeDialList,
  processChoices,
  processLog,
  steerProcess,
} from '../../../core/contract/predictive';
import type { ProcessAction } from '../../../core/domain/predictive';
import { type BodyOf, useAnswer, useWrite } from '../../api';
import { downloadCsv } from '../../ui/kit';
import { PROCESSES } from './process-form';

/** Figures of running processes move; a list that is being checked shows how far it is. */
export const LIVE_MS = 10_000;
export const CHECKING_MS = 1000;

export const useProcesses = (query: CallOf<typeof listProcesses>['query']) =>
  useAnswer(
    listProcesses,
    ['processes', 'list', query],
    { query },
    { placeholderData: keepPreviousData, refetchInterval: LIVE_MS },
  );

export const useProcess = (id: string) =>
  useAnswer(getProcess, ['processes', 'one', id], { params: { id } }, { enabled: id !== '' });

export const useProcessChoices = () => useAnswer(processChoices, ['processes', 'choices'], {});

export const useProcessLog = (id: string) =>
  useAnswer(processLog, ['processes', 'log', id], { params: { id } }, { select: ({ lines }) => lines });

/** Processes and lists are asked for again. */
const AGAIN = { again: PROCESSES };

export const useSteerProcess = () =>
  useWrite(
    steerProcess,
    ({ id, ...body }: { id: string; version: number; action: ProcessAction }) => ({ params: { id }, body }),
    AGAIN,
  );
/** Only counts what the filter of a list finds. */
export const useCountList = () =>
  useWrite(makeDialList, (body: BodyOf<typeof makeDialList>) => ({ body: { ...body, preview: true } }), AGAIN);
export const useCancelList = () => useWrite(cancelDialList, (id: string) => ({ params: { id } }), AGAIN);

/** Files that the server made: the browser keeps them. */
export const useErrorFile = () =>
  useWrite(dialListErrors, (id: string) => ({ params: { id } }), { onSuccess: downloadCsv });
