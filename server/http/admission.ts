/**
 * How much work is let in. When hundreds of phones find the network again in the same second, a server that takes all of
 * it answers everybody late, and the phones, tired of waiting, send again. So only as much is begun as can be done soon;
 * the rest is told at once when to come back, one after the other, as if there were a queue with numbers.
 *
 *   request ── work in flight below a second's worth ──▶ begun ──▶ answered
 *           └─ else ──▶ 503 with Retry-After: the turn of this request at the pace of late
 *
 * The pace is measured, not configured: a small machine refuses earlier than a large one.
 */
export interface Admission {
  /**
   * Undefined when there is room now; else the seconds after which the caller's turn comes. Takes nothing. Who is `inside`
   * already, having been let in at the door, is sent away only from half as much again.
   */
  refusal(weight: number, inside?: boolean): number | undefined;
  /**
   * Begins work of that weight; the answer is called once, when it is over. `announced`: not the work yet but what leads
   * to it (who is calling?), which takes room as well and says nothing about the pace.
   */
  begin(weight: number, announced?: boolean): () => void;
}

/** Work that may be in flight, in seconds at the pace of late. An answer may take a few times this when the pace falters. */
const BUDGET_S = 0.5;
/** A pace is only believed from so much time spent working. */
const WINDOW_S = 0.1;
/** So many requests are always let in: a pace measured too low mends itself by them. */
const LEAST = 4;
const LONGEST_S = 60;
/** Turns follow each other somewhat faster than the pace of late: only a server that is asked for more can show that it does more. */
const EAGER = 1.5;
/** Before anything was measured, weight a second. */
const FIRST_PACE = 800;

/** `now` in ms on a clock that never steps. */
export function createAdmission(now: () => number = () => performance.now()): Admission {
  let pace = FIRST_PACE;
  let inFlight = 0;
  let count = 0;
  /** Of the window that is being measured. */
  let workedMs = 0;
  let done = 0;
  let since = 0;
  let crowded = false;
  /** Up to when turns have been given away, ms. */
  let taken = 0;

  function measure(): void {
    const at = now();
    if (count > 0) workedMs += at - since;
    since = at;
    if (workedMs < WINDOW_S * 1000) return;
    const seen = done / (workedMs / 1000);
    // A few small requests say nothing about what could be done: only a crowd may lower the pace.
    if (seen > pace || crowded) pace = Math.max(1, pace + (seen - pace) / 2);
    workedMs = 0;
    done = 0;
    crowded = false;
  }

  return {
    refusal(weight, inside = false) {
      measure();
      if (count < LEAST || (inFlight + weight) / pace <= (inside ? 1.5 : 1) * BUDGET_S) return undefined;
      const at = now();
      const turnMs = (weight / pace / EAGER) * 1000;
      taken = Math.min(Math.max(taken, at + BUDGET_S * 1000) + turnMs, at + LONGEST_S * 1000);
      return (taken - at) / 1000;
    },
    begin(weight, announced = false) {
      measure();
      inFlight += weight;
      count += 1;
      if (inFlight / pace > BUDGET_S / 2) crowded = true;
      let over = false;
      return () => {
        if (over) return;
        over = true;
        // Up to now this one was worked on as well.
        const at = now();
        workedMs += at - since;
        since = at;
        inFlight -= weight;
        count -= 1;
        if (!announced) done += weight;
        measure();
      };
    },
  };
}

/** After so long somebody who was sent away by a bound may try again. */
const BOUND_RETRY_S = 2;

/**
 * At most so many at a time, whatever each of them takes: for work as different as opening a page and importing a file,
 * where a pace says nothing.
 */
export function createBound(most: number): Admission {
  let count = 0;
  return {
    refusal: () => (count < most ? undefined : BOUND_RETRY_S),
    begin() {
      count += 1;
      let over = false;
      return () => {
        if (over) return;
        over = true;
        count -= 1;
      };
    },
  };
}
