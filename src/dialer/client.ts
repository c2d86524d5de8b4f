/**
 * The telecaller's side of the dialer. States: another tab has it → `elsewhere`, no socket; this tab has it → the socket
 * is kept open (connection.ts), `hello` names the agent, `welcome` says how they stand and which call went on. A call is
 * there from `call-offered` until `markdone`. Truth is what the dialer says, in whatever order it does (calls.ts); the page only
 * asks.
 */
import {
  type DialerCall,
  type FromDialer,
  readFromDialer,
  type ToDialerBody,
  writeToDialer,
} from '../../core/contract/dialer-socket';
import { isDialerFailure } from '../api/error-words-catalogue';
import { callMemory } from './calls';
import { socketLine } from './connection';
import { dialerMemory } from './memory';
import type { CurrentCall, DialerClient, DialerOptions, DialerView, StatusAnswer } from './types';
import { runUnfreeze } from './unfreeze';

/** While the browser refuses the local network, only every so many checks try. */
const CHECKS_WHEN_REFUSED = 5;

/** How long a dialer may take to acknowledge a status. */
const STATUS_MS = 5000;

/** Said, letter for letter, when something is sent while the socket is closed (specification 8). */
export const NOT_OPEN = 'WebSocket is not open.';

export function createDialer(options: DialerOptions): DialerClient {
  const { clock, username, seat, log, onFailure } = options;
  const memory = dialerMemory(options.storage);
  const calls = callMemory();
  let dialed: { number: string; ref: string } | undefined;
  let answerStatus: ((answer: StatusAnswer) => void) | undefined;
  const listeners = new Set<() => void>();
  let stopUnfreeze: (() => void) | undefined;
  let refusedChecks = 0;
  let view: DialerView = {
    connection: 'closed',
    connectionSince: clock.now(),
    holder: 'elsewhere',
    access: 'unknown',
    status: null,
    state: null,
    since: null,
    asked: null,
    call: null,
    callId: memory.callId(),
    unfreezing: false,
    supervised: null,
  };

  function set(change: Partial<DialerView>): void {
    view = { ...view, ...change };
    if (view.holder === 'here') seat.tell(view);
    for (const listener of listeners) listener();
  }

  const line = socketLine({
    url: options.url,
    clock,
    connect: options.connect,
    // A page of this machine itself may connect whatever was refused, so a refusal is asked about now and then all the same.
    mayTry() {
      if (view.access !== 'denied') return view.access !== 'unknown';
      refusedChecks += 1;
      return refusedChecks % CHECKS_WHEN_REFUSED === 1;
    },
    onState(connection) {
      if (connection === view.connection) return;
      // What was asked of a socket that is gone was not heard.
      answerStatus?.('silent');
      set({ connection, connectionSince: clock.now() });
      if (connection === 'connected') send({ type: 'hello', username });
    },
    onText(text) {
      const message = readFromDialer(text);
      if (typeof message === 'string') log(`The dialer sent something this version does not know (${message}).`);
      else take(message);
    },
  });

  function send(body: ToDialerBody): boolean {
    if (!line.isOpen()) {
      log(NOT_OPEN);
      return false;
    }
    line.send(writeToDialer(body));
    return true;
  }

  /** The call of the screen is now `change`d; of another one it is kept until that is offered. */
  function changeCall(
    callId: string,
    change: Partial<Pick<CurrentCall, 'answeredAt' | 'ended' | 'held' | 'muted'>>,
  ): void {
    if (view.call?.callId !== callId) {
      calls.heardEarly(callId, change);
      return;
    }
    // The first word stands: what comes again, or behind the end, changes nothing.
    const { answeredAt, ended } = view.call;
    const call = { ...view.call, ...(ended ? {} : change), answeredAt: answeredAt ?? change.answeredAt ?? null };
    memory.keepCall(call);
    set({ call });
  }

  function adopt(call: DialerCall): void {
    const shown = view.call;
    // An offer that was overtaken by the next one.
    if (shown && shown.callId !== call.callId && Date.parse(call.offeredAt) < Date.parse(shown.offeredAt)) return;
    const ours = call.mode === 'manual' && dialed?.number === call.number ? dialed.ref : null;
    const whole = calls.offered(call, shown, ours);
    if (!whole) return;
    if (ours && whole.ref === ours) dialed = undefined;
    memory.keepCall(whole);
    set({ call: whole, callId: call.callId, ...(shown?.callId !== call.callId && { supervised: null }) });
  }

  function clearCall(): void {
    if (view.callId !== null) calls.finish(view.callId);
    memory.clearCall();
    stopUnfreeze?.();
    stopUnfreeze = undefined;
    set({ call: null, callId: null, unfreezing: false, supervised: null });
  }

  function take(message: FromDialer): void {
    switch (message.type) {
      case 'welcome':
      case 'agent-state': {
        const { status, state } = message;
        const since = Date.parse(message.since);
        if (message.type === 'agent-state' && view.since !== null && since < view.since) break;
        memory.keepAgent(status, state);
        set({ status, state, since });
        if (view.asked === status) answerStatus?.('heard');
        if (message.type !== 'welcome') break;
        if (message.call) {
          calls.reopen(message.call.callId);
          adopt(message.call);
        }
        // The dialer was started anew and knows of no call: there is nothing left to release.
        else if (view.callId) clearCall();
        break;
      }
      case 'call-offered':
        adopt(message.call);
        break;
      case 'call-answered':
        changeCall(message.callId, { answeredAt: message.at });
        break;
      case 'call-changed':
        changeCall(message.callId, { held: message.held, muted: message.muted });
        break;
      case 'call-ended':
        changeCall(message.callId, { ended: { reason: message.reason, at: message.at } });
        break;
      case 'markdone':
        if (message.callId === null || message.callId === view.callId) clearCall();
        else calls.finish(message.callId);
        break;
      case 'error':
        if (isDialerFailure(message.message)) onFailure(message.message);
        else log(message.message);
        break;
      case 'supervised':
        set({ supervised: { mode: message.mode, by: message.by } });
        break;
      case 'replaced':
        log('Another page of this machine has the dialer now.');
        break;
    }
  }

  /** Sends what needs a call, about the one there is. */
  const about = (make: (callId: string) => ToDialerBody): boolean => {
    const { callId } = view;
    return callId !== null && send(make(callId));
  };

  const stopAccess = options.watchAccess((access) => {
    set({ access });
    if (view.holder === 'here') line.start();
  });
  seat.hear((told) => {
    // How the browser stands is this tab's own knowledge.
    if (view.holder === 'elsewhere') set({ ...told, holder: 'elsewhere', access: view.access, unfreezing: false });
  });
  seat.sit(
    () => {
      set({ holder: 'here', connection: 'closed', connectionSince: clock.now(), asked: null });
      if (view.access !== 'unknown') line.start();
    },
    () => {
      stopUnfreeze?.();
      stopUnfreeze = undefined;
      set({ holder: 'elsewhere', unfreezing: false });
      line.stop();
    },
  );

  return {
    get: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setStatus(status) {
      answerStatus?.('silent');
      return new Promise((resolve) => {
        const stopWaiting = clock.after(STATUS_MS, () => answerStatus?.('silent'));
        answerStatus = (answer) => {
          answerStatus = undefined;
          stopWaiting();
          set({ asked: null });
          resolve(answer);
        };
        set({ asked: status });
        if (!send({ type: 'agent-state', status })) answerStatus?.('unsent');
      });
    },
    dial(number, loanNumber, ref) {
      dialed = ref === undefined ? undefined : { number, ref };
      return send({ type: 'dial', number, loanNumber });
    },
    release: () => about((callId) => ({ type: 'release', callId })),
    finish: (callId, outcome, code) =>
      callId === view.callId &&
      send({ type: 'disposition', callId, outcome, code }) &&
      send({ type: 'markdone', callId }),
    markDone: () => about((callId) => ({ type: 'markdone', callId })),
    hold: (on) => about((callId) => ({ type: 'hold', callId, on })),
    mute: (on) => about((callId) => ({ type: 'mute', callId, on })),
    conference: (number) => about((callId) => ({ type: 'conference', callId, number })),
    transfer: (to) => about((callId) => ({ type: 'transfer', callId, to })),
    unfreeze() {
      const { callId } = view;
      if (callId === null || view.unfreezing || view.holder !== 'here') return false;
      let heard = true;
      stopUnfreeze = runUnfreeze(
        callId,
        clock,
        (body) => {
          heard = send(body) && heard;
        },
        () => {
          stopUnfreeze = undefined;
          // A frozen dialer may never answer. Unheard, the id stays, so that it can be tried again.
          if (heard && view.callId === callId) clearCall();
          else set({ unfreezing: false });
        },
      );
      set({ unfreezing: true });
      return true;
    },
    takeOver: () => seat.takeOver(),
    stop() {
      answerStatus?.('silent');
      stopAccess();
      stopUnfreeze?.();
      seat.leave();
      line.stop();
      listeners.clear();
    },
  };
}
