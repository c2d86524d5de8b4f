/** What the screens of leave share. */
import { endLeave, type Leave, listLeaves } from '../../../core/contract/leaves';
import { formatDay } from '../../../core/domain/dates';
import { useAnswer, useWrite } from '../../api';
import { t } from '../../i18n';
import type { Look } from '../../ui/kit';

/** Asked again with every change: the leaves, and where people are chosen. */
export const AFTER_LEAVE = ['leaves', 'holders', 'allocation'] as const;

export const leaveStateWords = (state: Leave['state']): string =>
  ({ running: t('Away now'), coming: t('To come'), over: t('Over'), withdrawn: t('Taken back') })[state];
export const leaveLook = (state: Leave['state']): Look => ({
  words: leaveStateWords(state),
  tone: ({ running: 'warn', coming: 'accent', over: 'neutral', withdrawn: 'blocked' } as const)[state],
});
export const leaveDays = ({ from, until }: Leave): string =>
  from === until ? formatDay(from) : t('{from} to {to}', { from: formatDay(from), to: formatDay(until) });

export const MOST_SHOWN = 5;
export const useLeavesOf = (personId: string, enabled: boolean) =>
  useAnswer(listLeaves, ['leaves', personId], { query: { personId, size: MOST_SHOWN } }, { enabled });
export const useEndLeave = (id: string) => useWrite(endLeave, () => ({ params: { id } }), { again: AFTER_LEAVE });
