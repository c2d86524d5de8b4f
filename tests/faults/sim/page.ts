/** A tab as its user meets it: the start of the app, signing in and out, saving, the ledger. */
import { createHash } from 'node:crypto';
import type { DeviceSession, LedgerEntry, LoanQuery, OfflineEngine } from '../../../src/offline/types';
import type { Network } from './network';
import type { Attempt, LastLook, Notebook } from './notebook';
import type { Random } from './random';
import type { Device, Realm } from './realm';
import type { Server } from './server';
import { PASSWORD, type Stage } from './stage';
import { timeline } from './timeline';

/** What a phone is set up with. */
export interface PhoneWorld {
  server: Server;
  stage: Stage;
  notebook: Notebook;
  random: Random;
  clientFile: string;
}

/** The phone that a tab is open on. */
export interface PageHome extends Device {
  readonly index: number;
  readonly world: PhoneWorld;
  readonly network: Network;
  newRealm(kind: 'tab'): Realm;
  /** Local storage says somebody else is signed in, or nobody: the other tabs follow. */
  followSession(origin: Page): void;
}

export type RecordInput = Parameters<OfflineEngine['record']>[0];

const EVERY_LOAN: LoanQuery = {
  text: '',
  buckets: [],
  pincode: '',
  ptp: 'any',
  notVisitedDays: 0,
  plan: 'any',
  visit: 'any',
  paid: 'any',
  legal: false,
  sort: 'name',
  near: null,
};
/** How often a tab looks after its tokens, ms. */
const RENEW_MS = 5 * 60_000;
const DAY_MS = 86_400_000;

/** Codes that a record may carry here; `retired` is one that the tenant may have taken out of use. */
export const WORDS = ['locked', 'absent', 'promise', 'paid', 'retired'] as const;
export type Word = (typeof WORDS)[number];

export class Page {
  realm: Realm;
  engine: OfflineEngine | undefined;
  agent: number | undefined;
  phase: 'starting' | 'out' | 'open' | 'broken' = 'starting';
  private session: DeviceSession | undefined;
  private refreshing: Realm | undefined;

  constructor(private readonly phone: PageHome) {
    this.realm = phone.newRealm('tab');
  }

  start(): void {
    const { realm } = this;
    realm.resume(() => {
      this.boot(realm).catch(() => {
        if (this.realm === realm) this.phase = 'broken';
      });
    });
  }

  /** As a browser does it: the old page's process ends, a new one starts. */
  reload(): void {
    if (!this.realm.alive) return;
    this.realm.kill();
    this.forget('starting');
    this.realm = this.phone.newRealm('tab');
    this.start();
  }

  /** Another tab signed in or out. */
  follow(): void {
    const user = this.phone.localStorage.getItem('user');
    if (this.phase === 'open' && user === null) this.realm.resume(() => this.leave());
    else if (user !== null) this.reload();
  }

  private forget(phase: Page['phase']): void {
    this.phase = phase;
    this.engine = undefined;
    this.session = undefined;
    this.agent = undefined;
  }

  private async boot(realm: Realm): Promise<void> {
    const { phone } = this;
    const { client } = realm;
    const bare = phone.network.for(realm);
    const now = () => phone.now();
    const resuming = phone.localStorage.getItem('user') !== null;
    const kept = resuming ? await client.keptConfig().catch(() => undefined) : undefined;
    const config = kept ?? (await client.loadConfig(bare));
    if (!config) {
      this.phase = 'broken';
      return;
    }
    const session = client.createDeviceSession({
      transport: bare,
      config,
      appVersion: '1.0.0',
      deviceName: `phone ${phone.index}`,
      storage: phone.localStorage,
      now,
      iterations: 1,
    });
    this.session = session;
    session.onLock(() => this.leave());
    // A session that ended while the page was closed has ended; its work is still there.
    const unlocked = resuming && !client.isExpired() ? await session.current() : undefined;
    if (!unlocked) {
      this.phase = 'out';
      if (resuming) await session.lock('session-ended');
      return;
    }
    const engine = await client.openEngine({
      unlocked,
      transport: client.createPageTransport(bare, session),
      config,
      appVersion: '1.0.0',
      now,
      hooks: {},
    });
    const agent = phone.world.stage.agents.findIndex(({ id }) => id === unlocked.profile.id);
    Object.assign(this, { engine, agent, phase: 'open' });
    const ledger = () => phone.world.notebook.saw(phone.index, agent, engine.ledger.get());
    engine.ledger.subscribe(ledger);
    engine.loans.revision.subscribe(() => this.listed());
    ledger();
    this.listed();
    const renew = async (): Promise<void> => {
      if (this.engine !== engine) return;
      const token = await session.accessToken();
      const ended = token === undefined && phone.localStorage.getItem('token') === null && !unlocked.offline;
      if (ended && this.engine === engine) await this.lock('session-ended');
      else realm.later(RENEW_MS, () => void renew().catch(() => undefined));
    };
    realm.later(RENEW_MS, () => void renew().catch(() => undefined));
  }

  private leave(): void {
    void this.engine?.close();
    this.phone.network.abandon(this.realm);
    const { session } = this;
    this.forget('out');
    this.session = session;
  }

  signIn(agent: number): void {
    const { realm, session, phone } = this;
    const { username } = phone.world.stage.agents[agent] ?? {};
    if (!session || !username || this.phase === 'open') return;
    realm.resume(() => {
      session.signIn(username, PASSWORD, 'email-or-username').then(
        ({ tokens, offline }) => {
          if (tokens && !offline) realm.client.keepClockOffset(tokens.serverTime);
          else phone.localStorage.removeItem('expiry');
          timeline().after(0, () => {
            if (this.realm !== realm || !realm.alive) return;
            this.reload();
            phone.followSession(this);
          });
        },
        () => undefined,
      );
    });
  }

  lockNow(reason: 'logout' | 'idle'): void {
    if (this.phase === 'open') this.realm.resume(() => void this.lock(reason).catch(() => undefined));
  }

  private async lock(reason: 'logout' | 'idle' | 'session-ended'): Promise<void> {
    const { session } = this;
    this.leave();
    await session?.lock(reason);
    this.phone.followSession(this);
  }

  /** Indexes of the loans on this screen. */
  loans(): number[] {
    const { engine } = this;
    if (!engine) return [];
    return this.phone.world.stage.loans.flatMap(({ id }, index) => (engine.loans.byId(id) ? [index] : []));
  }

  private input(loanIndex: number, word: Word, marker: string): RecordInput | undefined {
    const loan = this.phone.world.stage.loans[loanIndex];
    if (!loan) return undefined;
    const now = this.phone.now();
    const day = (ahead: number) => new Date(now + ahead * DAY_MS).toISOString().slice(0, 10);
    const common: RecordInput = {
      channel: 'field',
      loanId: loan.id,
      loanNumber: loan.number,
      code: 'FDL',
      recordedAt: new Date(now).toISOString(),
      gps: null,
      gpsMissing: 'denied',
      photoMissing: 'no-camera',
      place: 'residence',
      remarks: marker,
      attachments: [],
    };
    const met = { relation: 'borrower' } as const;
    switch (word) {
      case 'locked':
        return { ...common, nextVisitOn: day(2) };
      case 'absent':
        return { ...common, code: 'FNA', nextVisitOn: day(3) };
      case 'retired':
        return { ...common, code: 'FRES', nextVisitOn: day(2) };
      case 'promise':
        return { ...common, code: 'FPTP', personMet: met, ptp: { amountPaise: 50_000, dueOn: day(4), mode: 'cash' } };
      case 'paid':
        return { ...common, code: 'FPAR', personMet: met, payment: { amountPaise: 20_000, mode: 'cash' } };
    }
  }

  save(options: { loan: number; word: Word; photo: boolean; follows: boolean }): void {
    const { realm, engine, agent, phone } = this;
    const loans = this.loans();
    const index = loans[options.loan % Math.max(1, loans.length)];
    if (!engine || agent === undefined || index === undefined || !realm.alive || realm.frozen) return;
    const { notebook, stage } = phone.world;
    const loanId = stage.loans[index]?.id ?? '';
    const earlier = notebook.attempts.findLast(
      (other) =>
        other.phone === phone.index &&
        other.agent === agent &&
        other.loanId === loanId &&
        other.recordId &&
        !other.discarded,
    );
    const attempt = notebook.begin({ phone: phone.index, agent, loanId, beganAt: timeline().now });
    const input = this.input(index, options.word, attempt.marker);
    if (!input) return;
    if (options.follows && earlier?.recordId) {
      input.afterId = earlier.recordId;
      attempt.follows = earlier.recordId;
    }
    realm.resume(() => {
      const done = options.photo ? this.withPhoto(engine, attempt, input) : Promise.resolve(input);
      this.conclude(
        attempt,
        done.then((complete) => engine.record(complete)),
      );
    });
  }

  private async withPhoto(engine: OfflineEngine, attempt: Attempt, input: RecordInput): Promise<RecordInput> {
    const bytes = new Uint8Array(600);
    bytes.set([0xff, 0xd8, 0xff, 0xe0]);
    bytes.set(new TextEncoder().encode(`${attempt.marker} ${this.phone.index} ${attempt.loanId}`), 8);
    attempt.photo = createHash('sha256').update(bytes).digest('hex');
    const blob = { type: 'image/jpeg', arrayBuffer: async () => bytes.slice().buffer } as Blob;
    const { ref } = await engine.keepFile({ blob, kind: 'premises', takenAt: input.recordedAt });
    const { photoMissing: _, ...rest } = input;
    return { ...rest, attachments: [ref] };
  }

  private conclude(attempt: Attempt, saving: Promise<Awaited<ReturnType<OfflineEngine['record']>>>): void {
    saving.then(
      (result) => {
        attempt.toldAt = timeline().now;
        attempt.told = result.ok ? 'saved' : 'not-saved';
        if (result.ok) attempt.recordId = result.recordId;
      },
      () => {
        // The screen says that it did not work; the form is still there.
        attempt.toldAt = timeline().now;
        attempt.told = 'not-saved';
      },
    );
  }

  /** Mends the first record that needs it, with another code. */
  mend(): void {
    const { realm, engine, agent, phone } = this;
    const entry = engine?.ledger.get().find(({ state }) => state === 'needs-you');
    if (!engine || !entry || agent === undefined || realm.frozen) return;
    const { notebook, stage } = phone.world;
    const own = notebook.attempts.find(({ recordId }) => recordId === entry.id);
    // Of a save whose process died before it said so, only the loan is known; the agent finds it in the ledger all the same.
    const olds = own
      ? [own]
      : notebook.attempts.filter(
          ({ told, ...each }) =>
            told === 'unknown' && each.phone === phone.index && each.agent === agent && each.loanId === entry.loanId,
        );
    const index = stage.loans.findIndex(({ id }) => id === entry.loanId);
    if (olds.length === 0 || index < 0) return;
    const attempt = notebook.begin({ phone: phone.index, agent, loanId: entry.loanId, beganAt: timeline().now });
    const input = this.input(index, 'absent', attempt.marker);
    if (!input) return;
    // From here on either of the two may be the one that counts.
    for (const old of olds) old.mendedBy.push(attempt.marker);
    realm.resume(() =>
      this.conclude(
        attempt,
        engine.mend(entry.id).then(() => engine.recordMended(entry.id, input)),
      ),
    );
  }

  discard(): void {
    const { realm, engine, phone } = this;
    // What follows it may have been saved before; nobody saves a follow-up and discards in the same moment.
    const saving = phone.world.notebook.attempts.filter(({ told }) => told === 'unknown');
    const beingFollowed = new Set(saving.map(({ follows }) => follows));
    const waiting = (engine?.ledger.get() ?? []).filter(
      ({ id, state }) => state !== 'accepted' && state !== 'sending' && !beingFollowed.has(id),
    );
    // Most of all one that another record follows: that one must not wait for it.
    const followed = new Set(phone.world.notebook.attempts.map(({ follows }) => follows));
    const entry = waiting.find(({ id }) => followed.has(id)) ?? waiting[0];
    const attempt = phone.world.notebook.attempts.find(({ recordId }) => recordId === entry?.id);
    if (!engine || !entry || !attempt || realm.frozen) return;
    attempt.discarded = true;
    // Of a process that dies before its answer nobody knows; what was refused waits on, and is judged.
    realm.resume(
      () =>
        void engine.discard(entry.id).catch(() => {
          if (realm.alive) attempt.discarded = false;
        }),
    );
  }

  sendNow(): void {
    const { engine } = this;
    if (engine) this.realm.resume(() => void engine.sendNow().catch(() => undefined));
  }

  /** Asks for the list anew; `refreshing` until the answer is there. */
  refresh(): void {
    const { engine, realm } = this;
    if (!engine || !realm.alive) return;
    this.refreshing = realm;
    realm.resume(() => {
      engine.loans.refresh().finally(() => {
        if (this.refreshing === realm) this.refreshing = undefined;
      });
    });
  }

  get isRefreshing(): boolean {
    return this.refreshing !== undefined && this.refreshing === this.realm && this.realm.alive && this.phase === 'open';
  }

  /** Records that have not come to an end and should; those behind one that the user must mend wait for that. */
  moving(): LedgerEntry[] {
    const entries = this.engine?.ledger.get() ?? [];
    const held = new Set(entries.filter(({ state }) => state === 'needs-you').map(({ loanId }) => loanId));
    return entries.filter(
      ({ state, loanId }) => !['accepted', 'needs-you', 'quarantined'].includes(state) && !held.has(loanId),
    );
  }

  get hasList(): boolean {
    return this.engine?.status.get().loans.phase === 'ready';
  }

  /** When the list was last confirmed, ms, by the phone's clock of that time. */
  get listAsOf(): number {
    return this.engine?.status.get().loans.asOf ?? Number.NEGATIVE_INFINITY;
  }

  /** Everything in the ledger has come to an end, and the list is there. */
  quiet(): boolean {
    return this.engine !== undefined && this.moving().length === 0 && this.hasList;
  }

  get needsMending(): boolean {
    return this.engine?.ledger.get().some(({ state }) => state === 'needs-you') ?? false;
  }

  /** There is a token: the screen does not say that the session has ended. */
  get signedIn(): boolean {
    return this.phone.localStorage.getItem('token') !== null;
  }

  get stage(): Stage {
    return this.phone.world.stage;
  }

  /** The list as it is drawn now. */
  private listed(): LastLook['loans'] {
    const { engine, agent, phone } = this;
    if (!engine || agent === undefined) return [];
    const rows = engine.loans.query(EVERY_LOAN);
    const loans: LastLook['loans'] = [];
    for (let at = 0; at < rows.total; at += 1) {
      const loan = rows.at(at);
      if (!loan) continue;
      loans.push({ id: loan.id, version: loan.version, unsent: loan.unsent });
      phone.world.notebook.glimpsed(phone.index, agent, null, loan.id);
    }
    return loans;
  }

  /** The user looks at the ledger and at the list. */
  look(): LastLook | undefined {
    const { engine, agent, phone } = this;
    if (!engine || agent === undefined) return undefined;
    const loans = this.listed();
    const status = engine.status.get();
    const look: LastLook = {
      phone: phone.index,
      agent,
      entries: phone.world.notebook.saw(phone.index, agent, engine.ledger.get()),
      loans,
      phase: status.loans.phase,
      signedIn: this.signedIn,
    };
    phone.world.notebook.look(look);
    return look;
  }
}
