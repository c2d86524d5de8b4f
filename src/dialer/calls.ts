/**
 * The call out of what a dialer says about it. Dialers say things twice, late and in the wrong order, so what is known of a call is
 * only added to: an answer that came before its offer is kept for it, a second offer takes nothing back, and what is done stays done.
 */
import type { DialerCall } from '../../core/contract/dialer-socket';
import type { CurrentCall } from './types';

/** Calls remembered: of those that are done, and of those that nobody has offered yet. */
const MOST = 50;

type Early = Pick<CurrentCall, 'answeredAt' | 'ended'>;

export function callMemory() {
  const done = new Set<string>();
  const early = new Map<string, Partial<Early>>();
  const bound = (held: { size: number; keys(): IterableIterator<string>; delete(key: string): boolean }) => {
    const [oldest] = held.keys();
    if (held.size > MOST && oldest !== undefined) held.delete(oldest);
  };

  return {
    /** The offered call with what is known of it; undefined for one that is done with. `known` is the call of the screen. */
    offered(call: DialerCall, known: CurrentCall | null, ref: string | null): CurrentCall | undefined {
      if (done.has(call.callId)) return undefined;
      const same = known?.callId === call.callId ? known : null;
      const before = early.get(call.callId);
      early.delete(call.callId);
      const ended = same?.ended ?? before?.ended ?? null;
      return {
        ...call,
        loanNumber: call.loanNumber ?? same?.loanNumber ?? null,
        answeredAt: call.answeredAt ?? same?.answeredAt ?? before?.answeredAt ?? null,
        held: same ? same.held : call.held,
        muted: same ? same.muted : call.muted,
        ended,
        ref: same?.ref ?? ref,
      };
    },
    /** News of a call that the screen does not show. */
    heardEarly(callId: string, news: Partial<Early>): void {
      if (done.has(callId)) return;
      early.set(callId, { ...early.get(callId), ...news });
      bound(early);
    },
    isDone: (callId: string): boolean => done.has(callId),
    finish(callId: string): void {
      early.delete(callId);
      done.add(callId);
      bound(done);
    },
    /** The dialer itself says, on connecting, that it still has this one. */
    reopen: (callId: string): void => void done.delete(callId),
  };
}
