import { type Day, dayOf, formatTime } from './dates';

/** The instant of a wall-clock time (`HH:mm`) on a day in a zone. In an hour that a clock change skips: the one after it. */
export function instantAt(day: Day, time: string, zone: string): Date {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  let at = wanted;
  // Twice, because the first guess may lie on the other side of a clock change.
  for (let i = 0; i < 2; i += 1) at += wanted - Date.parse(`${dayOf(at, zone)}T${formatTime(at, zone)}:00Z`);
  return new Date(at);
}

/** The next day after `today` whose day of the month is `dueDay`; a month that is shorter ends with its last day. */
export function nextDueDay(today: Day, dueDay: number): Day {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const inMonth = (ahead: number): Day => {
    const last = new Date(Date.UTC(year, month + ahead, 0)).getUTCDate();
    return new Date(Date.UTC(year, month - 1 + ahead, Math.min(dueDay, last))).toISOString().slice(0, 10);
  };
  const here = inMonth(0);
  return here > today ? here : inMonth(1);
}
