/**
 * The call of one form. It belongs to its loan: the dialer's call is this form's only where the form dialed it or was opened for
 * it, and nothing that is saved elsewhere ends it.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callStarted } from '../../../core/contract/dispositions';
import type { Loan } from '../../../core/contract/loans';
import { uuidv7 } from '../../../core/domain/ids';
import { ApiError, useApi } from '../../api';
import { useDialer } from '../../dialer';
import { useCallActivity, useEngine } from '../session';
import type { CallForm } from './call-form';
import type { StartedCall } from './started-call';

/** A call that the dialer brought, as it stands now. */
export type BroughtCall = Pick<StartedCall, 'startedAt' | 'answeredAt' | 'endedAt'> & {
  callId: string;
  phoneId?: string | null;
};

export interface CallOfForm {
  call: StartedCall | null;
  /** It is still on, as far as anybody here knows. */
  live: boolean;
  /** The dialer holds a call that is not this form's. */
  elsewhere: boolean;
  /** The dialer's id of this form's call, for whoever ends it; null where there is none to end. */
  toEnd: string | null;
  /** Answers why it may not be called, in the server's words; undefined once it is dialed. */
  start: (phone: Loan['phones'][number]) => Promise<string | undefined>;
  /** A call by hand is over; its outcome may be filled in later. */
  end: () => void;
  /** It never took place. */
  forget: () => void;
}

const PATIENCE_MS = 1500;

export function useStartedCall(
  loan: Loan,
  form: CallForm,
  change: (how: (form: CallForm) => CallForm) => void,
  brought: BroughtCall | undefined,
): CallOfForm {
  const api = useApi();
  const queries = useQueryClient();
  const engine = useEngine();
  const dialer = useDialer();
  // A call by hand is on while its form is; who comes back later may call again.
  const [startedHere, setStartedHere] = useState<string>();
  const starting = useRef(false);
  const call: StartedCall | null = brought
    ? { ...brought, id: brought.callId, dialerId: brought.callId, phoneId: brought.phoneId ?? null }
    : form.call;
  const shown = dialer?.view.call ?? null;
  const own =
    call && shown && (shown.callId === call.dialerId || (!!shown.ref && shown.ref === call.id)) ? shown : null;
  const put = (more: Partial<StartedCall>) =>
    change((held) => ({ ...held, call: held.call && { ...held.call, ...more } }));

  const tell = (started: StartedCall, dialerCallId?: string) =>
    api.call(callStarted, {
      headers: { 'idempotency-key': started.id },
      body: {
        call_status: 'CALL_STARTED',
        loanId: loan.id,
        ...(started.phoneId && { phoneId: started.phoneId }),
        disposedBy: 'CRM_TELECALLER',
        startedAt: new Date(started.startedAt).toISOString(),
        ...(dialerCallId && { dialerCallId }),
      },
    });

  // What the dialer says of the call goes into the form, so that it is there after a reload and when the call is gone.
  const [answered, ended] = [own?.answeredAt ?? null, own?.ended?.at ?? null];
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the dialer said is the event
  useEffect(() => {
    if (!own || !call || brought) return;
    const news = call.dialerId !== own.callId;
    put({
      dialerId: own.callId,
      ...(answered && { answeredAt: Date.parse(answered) }),
      ...(ended && { endedAt: Date.parse(ended) }),
      // The server knows nothing of it yet: the record brings it under the dialer's own id.
      ...(news && call.untold && { id: own.callId }),
    });
    if (news && !call.untold) void tell(call, own.callId).catch(() => undefined);
  }, [own?.callId, answered, ended]);

  /** The start is noted first; where the server cannot be asked, it travels with the record. */
  async function start(phone: Loan['phones'][number]): Promise<string | undefined> {
    if (starting.current) return undefined;
    starting.current = true;
    try {
      const untold = engine?.status.get().online === false;
      const started: StartedCall = {
        id: uuidv7(),
        phoneId: phone.id,
        startedAt: Date.now(),
        ...(untold && { untold }),
      };
      // The dialer holds one call at a time, and the one before is over.
      if (own?.ended) dialer?.actions.finish(own.callId, own.answeredAt ? 'connected' : 'not-connected', null);
      change((held) => ({ ...held, call: started }));
      setStartedHere(started.id);
      const words = untold ? undefined : await refusal(started);
      if (words) {
        change((held) => ({ ...held, call: held.call?.id === started.id ? null : held.call }));
        return words;
      }
      if (dialer?.view.connection === 'connected') dialer.actions.dial(phone.number, loan.loanNumber, started.id);
      else if (matchMedia('(pointer: coarse)').matches) dialByPhone(phone.number);
      return undefined;
    } finally {
      starting.current = false;
    }
  }

  const refusal = (started: StartedCall) =>
    Promise.race([
      tell(started).then(
        () => void queries.invalidateQueries({ queryKey: ['contact', loan.id] }),
        (error: unknown) =>
          error instanceof ApiError && !error.offline && error.detail.class === 'user' ? error.message : undefined,
      ),
      // Nobody waits for a slow line before they dial.
      new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS)),
    ]);

  const byHand = call !== null && call.dialerId === undefined;
  const live =
    call !== null &&
    (own ? !own.ended : call.endedAt === undefined && (!!brought || (byHand && startedHere === call.id)));
  useCallActivity(live && call ? call.startedAt : null);
  return {
    call,
    live,
    elsewhere: shown !== null && !own,
    toEnd: own?.callId ?? null,
    start,
    end: () => put({ endedAt: Date.now() }),
    forget: () => change((held) => ({ ...held, call: null })),
  };
}

/** On a phone its own telephone dials. A desk would ask in a dialog which program may, so there the number is shown. */
function dialByPhone(number: string): void {
  const link = document.createElement('a');
  link.href = `tel:+91${number}`;
  link.click();
}
