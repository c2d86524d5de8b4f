import type { ReactNode } from 'react';
import { dayOf, isDay } from '../../../core/domain/dates';
import { monthOf } from '../../../core/domain/working-days';
import { MonthPicker, useListAddress } from '../../ui/kit';
import { useZone } from '../session';
import { monthWords } from './target-words';

/** The month that a page shows, by its first day: the one in its address or this one; `picker` goes to others, from the first page on. */
export function useMonth(): { month: string; picker: ReactNode } {
  const zone = useZone();
  const [address, setAddress] = useListAddress();
  const asked = address.get('month') ?? '';
  const month = isDay(asked) && asked.endsWith('-01') ? asked : monthOf(dayOf(Date.now(), zone));
  const goTo = (next: string) =>
    setAddress(
      (held) => {
        held.set('month', next);
        for (const gone of ['page', 'open']) held.delete(gone);
        return held;
      },
      { replace: true },
    );
  return { month, picker: <MonthPicker month={month} words={monthWords(month)} onChange={goTo} /> };
}
