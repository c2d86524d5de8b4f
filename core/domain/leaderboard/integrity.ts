/** Promises that somebody may have written down without getting them (domain section 4, 8). A sign is a reason to ask, never a verdict. */

export const PROMISE_SIGNS = ['short', 'burst', 'again'] as const;
export type PromiseSign = (typeof PROMISE_SIGNS)[number];

/** Seconds that agreeing on an amount and a day takes; what a tenant begins with. */
export const SHORT_TALK = 20;
/** The days before a month's end in which targets are missed or met. */
export const LAST_DAYS = 3;
/** A burst has at least so many promises on a day, and so many times what the other days had. */
const BURST = { promises: 5, times: 3 };

export interface PromiseMade {
  loanId: string;
  /** In the tenant's zone, `YYYY-MM-DD`. */
  day: string;
  /** Null of a visit, and where the dialer told nothing of the call. */
  talkSeconds: number | null;
  status: 'open' | 'kept' | 'broken' | 'replaced';
  /** Promises of the same loan that were broken before this one was made. */
  brokenBefore: number;
}

/** The signs of each promise of one person in one month, in the order that they came in. `lateFrom`: the first of the month's last days. */
export function signsOf(
  promises: readonly PromiseMade[],
  { lateFrom, shortTalk }: { lateFrom: string; shortTalk: number },
): PromiseSign[][] {
  const byDay = new Map<string, number>();
  for (const { day } of promises) byDay.set(day, (byDay.get(day) ?? 0) + 1);
  const early = [...byDay].filter(([day]) => day < lateFrom);
  // Without any earlier day nothing says what the person's usual day is.
  const usual = early.length > 0 ? early.reduce((sum, [, count]) => sum + count, 0) / early.length : null;
  const isBurst = (day: string) => {
    const count = byDay.get(day) ?? 0;
    return day >= lateFrom && usual !== null && count >= BURST.promises && count >= BURST.times * usual;
  };
  return promises.map(({ day, talkSeconds, status, brokenBefore }) => {
    const has: Record<PromiseSign, boolean> = {
      short: talkSeconds !== null && talkSeconds < shortTalk,
      burst: isBurst(day),
      again: status === 'broken' && brokenBefore > 0,
    };
    return PROMISE_SIGNS.filter((sign) => has[sign]);
  });
}
