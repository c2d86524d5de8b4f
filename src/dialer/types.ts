import type {
  AgentState,
  CallEndReason,
  DialerCall,
  DialerStatus,
  SupervisionMode,
} from '../../core/contract/dialer-socket';

/** `connected` green, `reconnecting` amber, `closed` red (specification 4 "Dialer socket"). */
export type Connection = 'connected' | 'reconnecting' | 'closed';

/**
 * `granted`: also where the browser never asks. `prompt`: it will ask, or is asking. `denied`: the user or a policy
 * refused, and the socket cannot open until that is changed in the browser's site settings.
 */
export type LocalAccess = 'unknown' | 'granted' | 'prompt' | 'denied';

/** A call as the screens see it. It exists until the dialer marks it done, so also after it has ended. */
export interface CurrentCall extends DialerCall {
  ended: { reason: CallEndReason; at: string } | null;
  /** What the page that dialed it calls it; null for a call that the dialer brought. */
  ref?: string | null;
}

export interface DialerView {
  connection: Connection;
  /** ms UTC since when the connection is like this. */
  connectionSince: number;
  /** `here`: this tab has the dialer. `elsewhere`: another one has, and this one shows what that tells. */
  holder: 'here' | 'elsewhere';
  access: LocalAccess;
  /** As the dialer last acknowledged it; null before its first word. */
  status: DialerStatus | null;
  state: AgentState | null;
  /** ms UTC since when the agent is in `state`. */
  since: number | null;
  /** Chosen here and not acknowledged yet. */
  asked: DialerStatus | null;
  call: CurrentCall | null;
  /** The call that exists, also when only its stored id is known (a reload in front of a frozen dialer). */
  callId: string | null;
  /** Unfreezing is under way. */
  unfreezing: boolean;
  supervised: { mode: SupervisionMode; by: string } | null;
}

/** `unsent`: the socket is closed, and nothing was asked. */
export type StatusAnswer = 'heard' | 'unsent' | 'silent';

/** What the page may do with the dialer; each answers whether it was sent. A closed socket logs and does not send. */
export interface DialerActions {
  /** Answers once the dialer has: `silent` when it has said nothing for five seconds, or was lost meanwhile. */
  setStatus(status: DialerStatus): Promise<StatusAnswer>;
  /** Ten digits. `ref` comes back with the call that the dialer makes of it. */
  dial(number: string, loanNumber: string | null, ref?: string): boolean;
  release(): boolean;
  /** Disposes this call and marks it done, where it is the one there is; `code` null: nothing was selected. */
  finish(callId: string, outcome: 'connected' | 'not-connected', code: string | null): boolean;
  markDone(): boolean;
  hold(on: boolean): boolean;
  mute(on: boolean): boolean;
  conference(number: string): boolean;
  transfer(to: string): boolean;
  /** Specification 4 "Dialer Unfreeze"; false without a call id, or while one is under way. */
  unfreeze(): boolean;
  /** Takes the dialer over from the tab that has it. */
  takeOver(): void;
}

export interface DialerClient extends DialerActions {
  get(): DialerView;
  subscribe(listener: () => void): () => void;
  /** Lets go of dialer, timers and storage listeners. What is stored of a call stays for the next start. */
  stop(): void;
}

/** Time, so that tests may pass their own. */
export interface DialerClock {
  now(): number;
  /** Both answer what undoes them. */
  after(ms: number, run: () => void): () => void;
  every(ms: number, run: () => void): () => void;
}

/** The part of `WebSocket` that is used. */
export interface DialerSocket {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  onerror: (() => void) | null;
}

/** One holder among the tabs of a browser (holder.ts). */
export interface HolderSeat {
  /** `held` is called when this tab becomes the holder, `lost` when another one took it over. */
  sit(held: () => void, lost: () => void): void;
  takeOver(): void;
  /** Tells the other tabs how the dialer stands, and hears it. */
  tell(view: DialerView): void;
  hear(listener: (view: DialerView) => void): void;
  leave(): void;
}

export interface DialerOptions {
  /** `ws://127.0.0.1:8181`. */
  url: string;
  /** The telecaller's dialer user name. */
  username: string;
  clock: DialerClock;
  connect: (url: string) => DialerSocket;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  seat: HolderSeat;
  /** Tells the browser's permission for the local network, and its changes; answers what stops it. */
  watchAccess: (listener: (access: LocalAccess) => void) => () => void;
  log: (text: string) => void;
  /** One of the three error texts of specification 8 came in. */
  onFailure: (message: string) => void;
}
