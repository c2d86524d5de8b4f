/**
 * The socket with its checks. Every two seconds somebody looks whether it is open and opens it again when it is not
 * (specification 9). States: first try or lost → `reconnecting`; open → `connected`; five checks in vain → `closed`, and
 * the checks go on: a dialer that is started later is found.
 */
import type { Connection, DialerClock, DialerSocket } from './types';

export const CHECK_MS = 2000;
/** Checks in vain until the words change from "reconnecting" to "disconnected". */
export const CHECKS_TO_CLOSED = 5;
/** Checks after which an attempt that neither opens nor fails is given up. */
const CHECKS_TO_GIVE_UP = 5;

const CONNECTING = 0;
const OPEN = 1;

export interface SocketLine {
  start(): void;
  /** Closes and stops checking. */
  stop(): void;
  isOpen(): boolean;
  send(text: string): void;
}

export function socketLine(options: {
  url: string;
  clock: DialerClock;
  connect: (url: string) => DialerSocket;
  onState: (connection: Connection) => void;
  onText: (text: unknown) => void;
  /** False while the browser would refuse, or asks its user right now and must not be asked again. */
  mayTry: () => boolean;
}): SocketLine {
  const { url, clock, connect, onState, onText, mayTry } = options;
  let socket: DialerSocket | undefined;
  let stopChecks: (() => void) | undefined;
  let failed = 0;
  let waited = 0;

  function drop(): void {
    if (!socket) return;
    const old = socket;
    socket = undefined;
    old.onopen = old.onmessage = old.onclose = old.onerror = null;
    old.close();
  }

  function open(): void {
    waited = 0;
    let made: DialerSocket;
    try {
      made = connect(url);
    } catch {
      // A policy of the page or browser refuses the address at once.
      return;
    }
    socket = made;
    made.onopen = () => {
      failed = 0;
      onState('connected');
    };
    made.onmessage = ({ data }) => onText(data);
    made.onerror = () => {};
    made.onclose = () => {
      if (socket !== made) return;
      socket = undefined;
      if (failed < CHECKS_TO_CLOSED) onState('reconnecting');
    };
  }

  function check(): void {
    if (socket?.readyState === OPEN) return;
    if (!mayTry()) {
      if (socket?.readyState !== CONNECTING) drop();
      onState('closed');
      return;
    }
    if (socket?.readyState === CONNECTING) {
      waited += 1;
      if (waited < CHECKS_TO_GIVE_UP) return;
    }
    drop();
    failed += 1;
    onState(failed > CHECKS_TO_CLOSED ? 'closed' : 'reconnecting');
    open();
  }

  return {
    start() {
      if (stopChecks) return;
      failed = 0;
      stopChecks = clock.every(CHECK_MS, check);
      check();
    },
    stop() {
      stopChecks?.();
      stopChecks = undefined;
      drop();
      onState('closed');
    },
    isOpen: () => socket?.readyState === OPEN,
    send: (text) => socket?.send(text),
  };
}
