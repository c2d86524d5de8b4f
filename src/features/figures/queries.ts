/** What the screens of figures ask the server. */
import { keepPreviousData } from '@tanstack/react-query';
import { dupontFigures } from '../../../core/contract/dupont';
import type { CallOf, ResponseOf } from '../../../core/contract/kit';
import { useAnswer } from '../../api';

export type Dupont = ResponseOf<typeof dupontFigures>['data'];
export type DupontQuery = CallOf<typeof dupontFigures>['query'];

export const useDupont = (query: DupontQuery) =>
  useAnswer(dupontFigures, ['figures.dupont', query], { query }, { placeholderData: keepPreviousData });
