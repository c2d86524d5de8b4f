/**
 * Getting out of a call that hangs (specification 4 "Dialer Unfreeze"): release at 0.5 s, disposition (connected, nothing
 * selected) 0.3 s later, mark-done 0.2 s after that, and a second mark-done at 1 s, counted from the press.
 */
import type { ToDialerBody } from '../../core/contract/dialer-socket';
import type { DialerClock } from './types';

export const UNFREEZE = { release: 500, disposition: 300, markDone: 200, secondMarkDone: 1000 } as const;

/** Runs the sequence; `done` after its last step. Answers what breaks it off. */
export function runUnfreeze(
  callId: string,
  clock: DialerClock,
  send: (body: ToDialerBody) => void,
  done: () => void,
): () => void {
  const pending: (() => void)[] = [];
  const after = (ms: number, run: () => void) => pending.push(clock.after(ms, run));
  let marked = 0;
  const markDone = () => {
    send({ type: 'markdone', callId });
    marked += 1;
    if (marked === 2) done();
  };
  after(UNFREEZE.release, () => {
    send({ type: 'release', callId });
    after(UNFREEZE.disposition, () => {
      send({ type: 'disposition', callId, outcome: 'connected', code: null });
      after(UNFREEZE.markDone, markDone);
    });
  });
  after(UNFREEZE.secondMarkDone, markDone);
  return () => {
    for (const cancel of pending) cancel();
  };
}
