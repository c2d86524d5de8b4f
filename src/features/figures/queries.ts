/** What the screens of figures ask the server. */
import { keepPreviousData } from '@tanstack/react-query';
import { dupontFigures } from '../../../core/contract/dupont';
import { figureState, recountDay } from '../../../core/contract/figures';
import type { CallOf, ResponseOf } from '../../../core/contract/kit';
import { useAnswer, useWrite } from '../../api';

export type Dupont = ResponseOf<typeof dupontFigures>['data'];
export type DupontQuery = CallOf<typeof dupontFigures>['query'];

export const useDupont = (query: DupontQuery) =>
  useAnswer(dupontFigures, ['figures.dupont', query], { query }, { placeholderData: keepPreviousData });

const STATE = 'figures.state';
export const useFigureState = () => useAnswer(figureState, [STATE], {}, { refetchInterval: 30_000 });
export const useRecountDay = () => useWrite(recountDay, (day: string) => ({ body: { day } }), { again: [STATE] });
