/** What the leaderboard asks the server. */
import { keepPreviousData } from '@tanstack/react-query';
import type { CallOf } from '../../../core/contract/kit';
import { boardList, boardPerson, boardPromises, boardSettings, countBoard } from '../../../core/contract/leaderboard';
import { useAnswer, useWrite } from '../../api';

export const BOARD = 'leaderboard';

/** To choose among; they change with the people. */
export const useAgencies = () =>
  useAnswer(boardList, [BOARD, 'agencies'], { query: { size: '1' } }, { staleTime: 5 * 60_000 }).data?.agencies ?? [];

export const usePerson = (query: CallOf<typeof boardPerson>['query']) =>
  useAnswer(boardPerson, [BOARD, 'person', query], { query });

export const usePromises = (query: CallOf<typeof boardPromises>['query']) =>
  useAnswer(boardPromises, [BOARD, 'promises', query], { query }, { placeholderData: keepPreviousData });

export const useSettings = () => useAnswer(boardSettings, [BOARD, 'settings'], {});

export const useCount = () => useWrite(countBoard, (month: string) => ({ body: { month } }), { again: [BOARD] });
