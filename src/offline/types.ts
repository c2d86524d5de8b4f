/**
 * What the rest of the app may know of the offline engine. No React here; `src/app` turns these stores into hooks.
 * Every store is a snapshot plus a subscription (the shape of useSyncExternalStore): `get()` answers the same object
 * until something changed.
 */
import type { OtherDevice, Profile, SessionTokens } from '../../core/contract/auth';
import type { handOverCash, OwnCash } from '../../core/contract/cash';
import type { Receipt } from '../../core/contract/dispositions';
import type { ErrorCode, FieldError } from '../../core/contract/errors';
import type { RequestOf } from '../../core/contract/kit';
import type { LoanRequest } from '../../core/contract/loan-requests';
import type { HistoryEntry, Loan } from '../../core/contract/loans';
import type { ResetOwner } from '../../core/contract/passwords';
import type { AttachmentRef, DispositionRecord, PaymentMode } from '../../core/contract/records';
import type { Bucket } from '../../core/domain/buckets';
import type { Day } from '../../core/domain/dates';
import type { DispositionCode } from '../../core/domain/dispositions';
import type { SortingRule } from '../../core/domain/work-order';

export interface Store<T> {
  get(): T;
  /** Calls `listener` after every change; answers the way to stop. */
  subscribe(listener: () => void): () => void;
}

/**
 * Where a queued record stands. The only place where these are named.
 *
 *   queued ──▶ sending ──▶ accepted                        (only a receipt that echoes key and hash gets here)
 *     ▲           │
 *     ├───────────┼─▶ retry-later        network, timeout, 408 425 429 5xx; goes on by itself
 *     ├───────────┼─▶ waiting-for-login  401; goes on after sign-in
 *     └─ mended ──┼─▶ needs-you          409 loan state, 413, 422 with fields; the user can fix it
 *                 ├─▶ quarantined        403, 404, 410, key conflict; kept with the reason, mirrored to the server
 *                 └─▶ gone from here     the server's word for this key that its mended form has taken its place
 */
export type OutboxState =
  | 'queued'
  | 'sending'
  | 'accepted'
  | 'retry-later'
  | 'waiting-for-login'
  | 'needs-you'
  | 'quarantined';

export interface SyncStatus {
  /** Saved on this phone, not yet at the server (queued, retry-later, waiting-for-login). */
  saved: number;
  sending: number;
  sentToday: number;
  /** needs-you and quarantined. */
  needsYou: number;
  waitingForLogin: boolean;
  /** Last time the server answered a ping or a call, device clock, ms; null before the first. */
  lastContactAt: number | null;
  /** What the last ping said; null before the first. */
  online: boolean | null;
  storage: { usedBytes: number; quotaBytes: number; persisted: boolean } | null;
  /** The last round of sending broke off because this phone is full. */
  outOfRoom?: boolean;
  loans: LoansStatus;
  /**
   * `outdated`: a newer tab has taken the data over, nothing can be saved here any more; reload. An engine that an older
   * tab keeps from opening calls `blocked` of its options instead.
   */
  upgrade?: 'outdated' | null;
}

export interface LoansStatus {
  phase: 'empty' | 'loading' | 'syncing' | 'ready' | 'expired' | 'failed';
  count: number;
  /** Of the first snapshot, for the progress bar. */
  progress: { done: number; total: number } | null;
  /** When the list was last complete, ms. */
  asOf: number | null;
  /** Words for the user when `failed`. */
  problem: string | null;
  /** The server lets nobody in without the password any more: until then the list stays as it is. */
  needsSignIn: boolean;
}

export interface LedgerEntry {
  id: string;
  state: OutboxState;
  loanId: string;
  loanNumber: string;
  borrower: string;
  code: string;
  codeLabel: string;
  /** ms, device clock. */
  savedAt: number;
  attempts: number;
  /** ms; when the next attempt is due, for retry-later. */
  nextAttemptAt: number | null;
  photos: number;
  /** What this record says was collected and promised; the day's own figures come from here. */
  paid: { amountPaise: number; mode: PaymentMode } | null;
  promised: { amountPaise: number; dueOn: string } | null;
  receipt: Receipt | null;
  problem: { code: string; message: string; fields: FieldError[] } | null;
}

export interface LoanQuery {
  /** Name, loan number, last four digits of a phone, or pincode. Empty for all. */
  text: string;
  buckets: Bucket[];
  pincode: string;
  ptp: 'any' | 'due-today' | 'overdue' | 'open';
  /** Only loans not visited for at least this many days; 0 for all. */
  notVisitedDays: number;
  /** What is due today and was not visited yet. */
  plan: 'any' | 'today';
  /** The day for which the next visit is planned; `week` is today and the six days after it. */
  visit: 'any' | 'overdue' | 'today' | 'tomorrow' | 'week' | 'none';
  /** Since the month began: confirmed by the lender, or taken at the door. */
  paid: 'any' | 'yes' | 'no';
  /** Only loans with a legal case. */
  legal: boolean;
  sort: 'priority' | 'overdue' | 'dpd' | 'name' | 'pincode' | 'ptp' | 'distance';
  /** Where the agent stands, for the distance sort and the km on cards. */
  near: { lat: number; lng: number } | null;
}

/** A loan as the list shows it: what is recorded on this phone lies on top of what the server sent. */
export interface ListedLoan extends Loan {
  /** Records on this phone that the server does not hold yet. */
  unsent: number;
  kmAway: number | null;
  /** The sorting rule of the tenant under which it stands there; absent where another order was asked for, or none takes it. */
  standsBy?: string;
}

export interface LoanPage {
  total: number;
  overduePaise: number;
  posPaise: number;
  /** Answers the row at an index of the result; cheap, meant for a virtual list. */
  at(index: number): ListedLoan | undefined;
}

export interface LoanStore {
  status: Store<LoansStatus>;
  /** Changes whenever any loan, local record or the plan changes; pass it to memo dependencies. */
  revision: Store<number>;
  query(query: LoanQuery): LoanPage;
  byId(loanId: string): ListedLoan | undefined;
  /** Newest first: the server's recent entries with this phone's own records on top. */
  history(loanId: string): (HistoryEntry & { local: OutboxState | null })[];
  /** Loans whose promise or next visit is due on or before today, and those already visited today, by whoever did. */
  plan(today: string): { loans: ListedLoan[]; visited: ListedLoan[] };
  /** Pull changes now; resolves when the round is over, never rejects (see status). */
  refresh(): Promise<void>;
}

/** Bytes picked or taken by the agent, already downsized. */
export interface CapturedFile {
  blob: Blob;
  kind: AttachmentRef['kind'];
  takenAt: string;
  name?: string;
}

export interface StoredFile {
  ref: AttachmentRef;
}

/** What the visit form holds while it is being filled in; kept sealed at every keystroke. */
export interface VisitDraft {
  loanId: string;
  openedAt: number;
  fields: Partial<DispositionRecord>;
  files: AttachmentRef[];
  /** What was typed, letter for letter: half an amount is no value yet, but must survive. Only the form reads it. */
  typed?: Record<string, string>;
  /** The needs-you record that this draft mends. */
  mends?: string;
}

export type SaveResult =
  | { ok: true; recordId: string; loanSeq: number }
  /** Nothing was saved; the draft is untouched. */
  | { ok: false; reason: 'invalid'; fields: FieldError[] }
  | { ok: false; reason: 'storage-full' | 'storage-failed' | 'locked'; message: string };

/** What comes with the codes. Absent where the server has no sorting rules, or they are of a form that this app does not know. */
export interface CodePolicy {
  maxPtpDays: number;
  zone: string;
  order?: { version: number; rules: SortingRule[] };
}

export interface OfflineEngine {
  user: { id: string; tenantId: string; fullName: string };
  status: Store<SyncStatus>;
  ledger: Store<LedgerEntry[]>;
  loans: LoanStore;
  codes: Store<{ codes: DispositionCode[]; policy: CodePolicy } | null>;
  /** Copies the bytes to durable storage, sealed, before anything names them. Throws `StorageError`. */
  keepFile(file: CapturedFile): Promise<StoredFile>;
  /** The original bytes of a file kept on this device, for showing it; undefined once removed. */
  readFile(sha256: string): Promise<Blob | undefined>;
  drafts: {
    load(loanId: string): Promise<VisitDraft | undefined>;
    save(draft: VisitDraft): Promise<void>;
    discard(loanId: string): Promise<void>;
    list(): Promise<{ loanId: string; updatedAt: number }[]>;
  };
  /** Validates, then writes record, attachments and outbox row in one strict transaction. "Saved" may show after it. */
  record(
    input: Omit<DispositionRecord, 'id' | 'payloadVersion' | 'loanSeq' | 'clockOffsetMs' | 'appVersion' | 'mends'>,
  ): Promise<SaveResult>;
  /** Opens a needs-you record for mending: its contents go back into a draft. */
  mend(recordId: string): Promise<VisitDraft | undefined>;
  /** Replaces a needs-you record by its mended form under a new key, or saves it again as it is. */
  recordMended(recordId: string, input: Parameters<OfflineEngine['record']>[0]): Promise<SaveResult>;
  /** The user's own confirmed discard; besides it only the server's word lets a record leave the outbox. */
  discard(recordId: string): Promise<void>;
  /** Try everything that waits now. */
  sendNow(): Promise<void>;
  /** Stops timers and releases the lock; stored data stays. */
  close(): Promise<void>;
}

export type LockReason = 'logout' | 'idle' | 'session-ended' | 'withdrawn';

/** Somebody who has signed in on this device before. */
export interface KnownUser {
  userId: string;
  username: string;
  lastSignInAt: number;
  unsent: number;
  /** This phone can be opened by a PIN as well. */
  pin: boolean;
  /** Signed out, or the session was over: the PIN opens the phone, but the server wants the password. */
  wantsPassword: boolean;
}

/** What hangs on the old password of somebody whose password was changed elsewhere. */
export interface OldPasswordStake {
  drafts: number;
  /** Records that the server does not hold yet; they go out in any case. */
  unsent: number;
  /** Those of them that the server asks to be mended: without the old password they cannot be opened. */
  needsYou: number;
  pin: boolean;
}

/** Why a sign-in that the server has taken is not finished: this device knows the user by another password. */
export interface OldPasswordNeeded extends Error {
  name: 'OldPasswordNeeded';
  stake: OldPasswordStake;
}

/** The password is right and only good for choosing one's own, with this token on /reset-password. */
export interface OwnPasswordNeeded extends Error {
  /** As with the other pause of a sign-in: what hangs on the old password; here nothing does. */
  stake: null;
  resetToken: string;
}

export type PasswordChange =
  | { kind: 'changed'; endedSessions: number }
  | { kind: 'refused'; message: string; fields: FieldError[] }
  /** No answer: it may have happened or not. Both passwords open this phone until the next sign-in tells. */
  | { kind: 'unknown' };

/** An answer of the server's own, or none. */
export type ServerWord<T> =
  | { kind: 'done'; data: T }
  | { kind: 'refused'; code: ErrorCode; message: string; fields: FieldError[] }
  | { kind: 'unreachable' };

/** A press of the clock, with where the phone was when it says so. */
export interface ClockPress {
  direction: 'in' | 'out';
  lat?: number;
  lng?: number;
  accuracyM?: number;
}
/** When the agent clocked in and out on a day, as the server last said. */
export interface ClockedDay {
  day: Day;
  inAt: string | null;
  outAt: string | null;
}
/** `on` null takes the loan off the plan. */
export interface VisitPlan {
  loanId: string;
  on: Day | null;
}
export type NewHandover = RequestOf<typeof handOverCash>['body'];
/** What came of an act that needs the server there and then. */
export type OnlineAnswer<Data> =
  | { kind: 'done'; data: Data }
  | { kind: 'unreachable' }
  | { kind: 'refused'; message: string };

/** The rarer things done to the device key, loaded when one is asked for. Those that fail reject with `SignInError`. */
export interface Vault {
  /** Without the server: the password opens the device key. */
  enterByPassword(login: string, password: string): Promise<UnlockedSession>;
  /** Opens the device key, then renews the server session where there is one and the network. */
  enterByPin(userId: string, pin: string): Promise<UnlockedSession>;
  /** Whether the signed-in user has a PIN here, and whether one may be set at all. */
  pinState(): Promise<{ set: boolean; allowed: boolean }>;
  /** Six digits; the password proves that it is the owner who sets it. */
  setPin(password: string, pin: string): Promise<void>;
  removePin(): Promise<void>;
  /** Changes the password at the server and the door to the device key in the same act. */
  changePassword(current: string, next: string): Promise<PasswordChange>;
  /** After `OldPasswordNeeded`: finishes the sign-in with everything kept. The old password or the PIN opens. */
  recover(secret: { password: string } | { pin: string }): Promise<UnlockedSession>;
  /** After `OldPasswordNeeded`: finishes it with a new device key. What the old one sealed cannot be read again. */
  startFresh(): Promise<UnlockedSession>;
  /** Clocks in or out at the server, whose time counts; never queued. */
  clock(press: ClockPress): Promise<OnlineAnswer<ClockedDay>>;
  /** What the last press came to, of the running day of the tenant's zone; undefined before the first. */
  clocked(): Promise<ClockedDay | undefined>;
  /** Plans the day of a visit at the server, which tells the desk and the agent's other phones; never queued. */
  planVisit(plan: VisitPlan): Promise<OnlineAnswer<Loan>>;
  /** Tells the server that cash was handed over; sent again under its id, it is the same hand-over. Never queued. */
  handOverCash(handover: NewHandover): Promise<OnlineAnswer<OwnCash>>;
  /** Asks those above that somebody else works the loan; never queued. */
  askForAnother(ask: { loanId: string; note: string }): Promise<OnlineAnswer<LoanRequest>>;
  /** Asks for a mail with a link; the answer is the same for names that nobody has. */
  askForReset(login: string): Promise<ServerWord<{ data: { minutes: number } }>>;
  checkReset(token: string): Promise<ServerWord<{ data: ResetOwner }>>;
  resetPassword(token: string, password: string): Promise<ServerWord<{ data: ResetOwner }>>;
  /** By the link of a mail: confirms the own new e-mail address, or takes a change of it or of the mobile back. */
  settleContact(token: string): Promise<ServerWord<{ data: { kind: 'email' | 'mobile'; fullName: string } }>>;
  /** What this device keeps of a user, for telling it before a password is replaced; undefined when nothing. */
  stakeOf(userId: string): Promise<OldPasswordStake | undefined>;
  /** Erases what may not lie here any longer: loans that have expired, and all of users for whom the device is withdrawn. */
  tidy(cachedLoansHours: number): Promise<void>;
}

/** Sign-in and the device key. Works with no network once the user has signed in on this device. */
export interface DeviceSession {
  /** Who has signed in on this device before; nothing secret. */
  knownUsers(): Promise<KnownUser[]>;
  /** What is stored in localStorage is usable right now: signed in and unlocked, for instance after a reload. */
  current(): Promise<UnlockedSession | undefined>;
  /**
   * Online first; when the server cannot be reached, unwraps the device key with the same password.
   * Rejects with `SignInError`.
   */
  signIn(login: string, password: string, way: 'email-or-username'): Promise<UnlockedSession>;
  /** Specification: clears local storage. The unwrapped key is dropped; unsent work stays sealed. */
  lock(reason: LockReason): Promise<void>;
  /** True when `current` found somebody signed in whose stored data the browser has removed. */
  evicted(): boolean;
  /** Called when the key is dropped, also by another tab; answers the way to stop. */
  onLock(listener: (reason: LockReason) => void): () => void;
  /** The access token, renewed first when it ends within five minutes; undefined when the session has ended. */
  accessToken(): Promise<string | undefined>;
  /**
   * Renews the access token, one page at a time. `refused` names the token that was not taken, so that a renewal by
   * another tab counts. Only the server's own 401 ends the session; without an answer everything stays as it is.
   */
  renew(refused?: string): Promise<'renewed' | 'unreachable' | 'ended'>;
  vault(): Promise<Vault>;
  /** The server said that this device is withdrawn: locks, delivers the user's queue to quarantine, then erases it all. */
  withdraw(): Promise<void>;
}

export interface UnlockedSession {
  profile: Profile;
  /** Null when this sign-in was offline and the server has not renewed the session yet. */
  tokens: SessionTokens | null;
  offline: boolean;
  /** AES-GCM, non-extractable. */
  deviceKey: CryptoKey;
  /** Names the device key, so that what an older key sealed is recognised. */
  keyId: string;
  deviceId: string;
  /**
   * False when the password was changed elsewhere, so that what this device had sealed cannot be shown any more. Unsent
   * records are still delivered: they are also sealed to the server.
   */
  recovered: boolean;
  /** At a user's first sign-in on this device: where else their unsent work may be. */
  otherDevices?: OtherDevice[];
  /** What the user must hear about this sign-in, in words. */
  notice?: string;
}

/** A sign-in that waits until the user has read where else unsent work of theirs may be. */
export interface OtherDevices {
  otherDevices: OtherDevice[];
  proceed(): void;
}
