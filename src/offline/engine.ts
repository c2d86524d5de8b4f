/**
 * The composition root of the offline engine, for one unlocked user. It wires storage, journal, loans, sender and sync
 * together and decides when each runs: on start, after each save, when the network or the page comes back, by timer.
 */

import type { RuntimeConfig } from '../../core/contract/system';
import { carriesLoans, parseRole } from '../../core/domain/roles';
import { ping } from './connectivity';
import { createPresence, lead, openChanges } from './coordination';
import { deviceIdentity, measuredClock, openDeviceDb, saveClockOffset, saveConfig } from './device-db';
import { createDrafts } from './drafts';
import { type EngineInner, keepInner } from './engine-inner';
import { LIST_NOT_STORED } from './errors';
import { Journal, type JournalReading } from './journal';
import { createLoanBook } from './loan-book';
import { isLong, LoanShelf } from './loan-chunks';
import { onceMore } from './once-more';
import { createStore } from './store';
import type { Transport } from './transport';
import type { LedgerEntry, OfflineEngine, SaveResult, SyncStatus, UnlockedSession } from './types';
import { type CodesRow, type OpenHooks, openUserDb } from './user-db';

export interface EngineOptions {
  unlocked: UnlockedSession;
  /** The page's sender, which adds the bearer token (page-transport.ts). */
  transport: Transport;
  config: RuntimeConfig;
  appVersion: string;
  now?: () => number;
  /** Called after each save: a chance to register a background sync. */
  saved?: () => void;
  hooks?: OpenHooks;
  /** False leaves out timers and everything that runs by itself; for tests that step by hand. */
  automatic?: boolean;
}

const CODES_FRESH_MS = 6 * 3_600_000;
const SYNC_EVERY_MS = 5 * 60_000;
/** What waits leaves within 5 s of the server being back, however long it was away: a look every `lost`, then the spread. */
const PROBE_MS = { idle: 120_000, waiting: 30_000, lost: 2_000 };
/** Where a look is answered and records are not, the server has too much to do: looks get rarer, a thirtieth of the time that it has been. */
const LOOKS = 30;
/** After a reconnect the phones of a city come back over this span, not in one second. */
const RECONNECT_SPREAD_MS = 2_500;
const SEND_AGAIN_MS = 30_000;
/** Later than a living sender needs as a rule, and soon enough to take over from a dead one. */
const LOOK_AFTER_MS = 3_000;

/** A page that never rests would otherwise never get all its loans. */
const IDLE_WAIT_MS = 50;
/** Drawing and taps first: tens of thousands of loans are unsealed behind the first rows, not before them. */
const whenIdle = (): Promise<unknown> | undefined => {
  const idle = (globalThis as { scheduler?: Partial<Scheduler> }).scheduler?.postTask?.(() => {}, {
    priority: 'background',
  });
  return idle && Promise.race([idle, new Promise((resolve) => setTimeout(resolve, IDLE_WAIT_MS))]);
};

export async function createEngine(options: EngineOptions): Promise<OfflineEngine> {
  const { unlocked, transport, config, appVersion } = options;
  const { profile, deviceKey, keyId } = unlocked;
  const now = options.now ?? Date.now;
  const automatic = options.automatic ?? true;
  const owner = { tenantId: profile.tenant.id, userId: profile.id };
  let upgrade: SyncStatus['upgrade'] = null;
  let reportUpgrade = () => {};
  const db = openUserDb(owner.tenantId, owner.userId, {
    ...options.hooks,
    outdated: () => {
      upgrade = 'outdated';
      reportUpgrade();
      options.hooks?.outdated?.();
    },
    blocked: () => options.hooks?.blocked?.(),
  });
  await db.open();
  const deviceDb = openDeviceDb();
  const presence = createPresence();
  const journal = new Journal(db, deviceKey);
  const drafts = createDrafts(db, deviceKey, now);
  const shelf = new LoanShelf(db, { key: deviceKey, keyId });
  const carries = carriesLoans(parseRole(profile.role));
  // The service worker sends without a page and finds its addresses here.
  await saveConfig(deviceDb, config, now()).catch(() => undefined);
  const clock = await measuredClock(deviceDb).catch(() => undefined);
  let offset = clock?.offsetMs ?? null;
  let measuredAt = clock?.at;
  let codesRow: CodesRow | null = (await db.codes.get('codes')) ?? null;
  let closed = false;
  let reading: JournalReading | undefined;

  const zone = () => codesRow?.policy.zone ?? profile.tenant.zone;
  const codes = createStore<ReturnType<OfflineEngine['codes']['get']>>(codesRow);
  const ledger = createStore<LedgerEntry[]>([]);
  const loans = createLoanBook({
    shelf,
    now,
    zone,
    by: profile.fullName,
    codeOf: (code) => codesRow?.codes.find((row) => row.code === code),
    rules: () => codesRow?.policy.order?.rules,
    refresh: () => refresh(),
  });
  const status = createStore<SyncStatus>({
    saved: 0,
    sending: 0,
    sentToday: 0,
    needsYou: 0,
    waitingForLogin: false,
    lastContactAt: null,
    online: null,
    storage: null,
    loans: loans.status.get(),
    upgrade,
  });
  const report = (part: Partial<SyncStatus>) => status.set({ ...status.get(), ...part });
  reportUpgrade = () => report({ upgrade });
  loans.status.subscribe(() => report({ loans: loans.status.get() }));

  const changes = openChanges(owner, (change) => {
    if (closed) return;
    if (change === 'outbox') {
      void reread();
      // Whoever sends may die at it, and then nobody would say so.
      sendBy(now() + LOOK_AFTER_MS);
    } else if (change === 'loans') void reload();
    else if (change === 'codes')
      void db.codes.get('codes').then(
        (row) => row && setCodes(row),
        () => {},
      );
  });

  function setCodes(row: CodesRow): void {
    codesRow = row;
    codes.set(row);
    loans.reorder();
  }

  /** Brings ledger, counts and local facts up to what is stored. */
  const reread = onceMore(async () => {
    if (closed) return;
    saves = 0;
    const read = await journal.read(now(), zone());
    // What was saved while this was being read may be missing from it.
    if (saves) return void reread();
    show(read);
  });
  let saves = 0;
  function show(next: JournalReading): void {
    reading = next;
    ledger.set(next.ledger);
    loans.setLocal(next);
    report(next.counts);
  }

  const outboxChanged = () => {
    changes.announce('outbox');
    void reread();
  };

  const contact = () => {
    if (status.get().online !== true || now() - (status.get().lastContactAt ?? 0) > 1_000)
      report({ online: true, lastContactAt: now() });
  };

  // --- sending -------------------------------------------------------------------------------------------------------
  let sendTimer: ReturnType<typeof setTimeout> | undefined;
  let sendAt = Number.POSITIVE_INFINITY;
  const stopTimer = () => {
    clearTimeout(sendTimer);
    sendAt = Number.POSITIVE_INFINITY;
  };
  /** Sends at that moment, ms, or before. */
  function sendBy(at: number): void {
    if (closed || !automatic || at >= sendAt) return;
    stopTimer();
    sendAt = at;
    sendTimer = setTimeout(
      () => {
        sendAt = Number.POSITIVE_INFINITY;
        void send();
      },
      Math.max(250, at - now()),
    );
  }
  const send = onceMore(async () => {
    // Another tab has sent it all, and may have died before it said so.
    if (closed || (await db.outbox.count()) === 0) {
      lostAt = undefined;
      return reread();
    }
    const { drain, afterSignIn, nextDue } = await import('./drain');
    const led = await lead(db, 'send', presence, now, async ({ leading }) => {
      const ctx = {
        db,
        transport,
        bases: config.bases,
        sender: presence.id,
        leadership: { leading: () => !closed && leading() },
        deviceKey,
        now,
        changed: outboxChanged,
        contact,
      };
      let result = await drain(ctx);
      if (result.login) {
        // The session is over: what is queued may still leave, signed by this device.
        await afterSignIn(db);
        const device = await deviceIdentity(deviceDb);
        const { deviceTransport } = await import('./device-signature');
        const signed = deviceTransport(transport, device, owner, { now, offsetMs: offset ?? 0 });
        result = await drain({ ...ctx, transport: signed, deviceKey: undefined });
      }
      lostAt = result.lost ? (lostAt ?? now()) : undefined;
      if (result.revoked) await shelf.erase().then(() => loans.restock());
    });
    await reread();
    if (lostAt !== undefined) probeLater();
    stopTimer();
    if (status.get().outOfRoom) report({ outOfRoom: false });
    sendBy((led ? nextDue(reading?.outbox ?? [], now()) : now() + LOOK_AFTER_MS) ?? Number.POSITIVE_INFINITY);
  }, sendFailed);
  /** A round that broke off by itself (storage refused, a chunk that could not be loaded) is said and tried again. */
  function sendFailed(error: unknown): void {
    console.error('Sending broke off', error);
    if (closed || !automatic) return;
    void import('./free-room')
      .then(({ makeWay }) => makeWay(engine, error, () => report({ outOfRoom: true })))
      .catch(() => {});
    stopTimer();
    sendBy(now() + SEND_AGAIN_MS);
  }

  // --- loans and codes -----------------------------------------------------------------------------------------------
  const expiryMs = config.cachedLoansHours * 3_600_000;

  /** What the status says when no round is under way. */
  async function settleStatus(problem: string | null): Promise<void> {
    const row = await db.sync.get('loans');
    const asOf = row?.asOf ?? null;
    // A phone that starts without a network has heard of the server before.
    if (status.get().lastContactAt === null) report({ lastContactAt: asOf });
    const expired = asOf !== null && now() - asOf > expiryMs;
    loans.hide(expired);
    if (expired) loans.setStatus({ phase: 'expired', asOf, progress: null, problem });
    else if (asOf !== null || !carries) loans.setStatus({ phase: 'ready', asOf, progress: null, problem: null });
    else loans.setStatus({ phase: problem ? 'failed' : 'empty', asOf, progress: null, problem });
  }

  const reload = onceMore(async () => {
    if (closed) return;
    let [shownAt, pauseMs] = [0, 100];
    const { lost } = await shelf.load((ids) => {
      // With the first chunk comes all that changed since the chunks were written.
      loans.take(shownAt ? ids : undefined);
      // The first rows are shown at once, later ones in ever larger groups.
      if (now() - shownAt >= pauseMs) {
        loans.tell();
        [shownAt, pauseMs] = [now(), pauseMs * 2];
      }
      return whenIdle();
    });
    loans.restock();
    await settleStatus(null);
    if (lost && automatic) void refresh();
  });

  const refresh = onceMore(async () => {
    if (closed) return;
    const { pull, pullCodes } = await import('./sync');
    const base = { db, transport, bases: config.bases, now };
    const renewCodes = async () => {
      const row = await pullCodes(base);
      if (!row) return;
      setCodes(row);
      changes.announce('codes');
    };
    if (!codesRow || now() - codesRow.at > CODES_FRESH_MS) await renewCodes();
    if (!carries) return settleStatus(null);
    let problem: string | null = null;
    await lead(db, 'sync', presence, now, async ({ leading }) => {
      await shelf.load();
      loans.restock();
      const outcome = await pull({
        ...base,
        owner: owner.userId,
        shelf,
        leading: () => !closed && leading(),
        contact,
        onPage: (row, ids) => {
          loans.restock(ids);
          if (row.asOf === null)
            loans.setStatus({ phase: 'syncing', progress: row.progress, asOf: null, problem: null });
          changes.announce('loans');
        },
      });
      loans.setStatus({ needsSignIn: !outcome.ok && outcome.reason === 'login' });
      if (outcome.ok && outcome.order !== codesRow?.policy.order?.version) await renewCodes();
      if (!outcome.ok) problem = outcome.message;
      else if (isLong(shelf)) {
        await (await import('./loan-fold')).fold(shelf);
        changes.announce('loans');
      }
    });
    await settleStatus(problem);
  }, refreshFailed);
  async function refreshFailed(error: unknown): Promise<void> {
    if (closed) return;
    console.error('Loans could not be fetched', error);
    await settleStatus(LIST_NOT_STORED).catch(() => {});
  }

  // --- connectivity --------------------------------------------------------------------------------------------------
  let probeTimer: ReturnType<typeof setTimeout> | undefined;
  /** Since when what waits has found no way to the server, ms; also where a ping gets through. */
  let lostAt: number | undefined;
  function probeLater(): void {
    if (closed || !automatic) return;
    clearTimeout(probeTimer);
    const { online, saved } = status.get();
    const busy = online === true && lostAt !== undefined ? (now() - lostAt) / LOOKS : 0;
    const away = lostAt === undefined || !saved ? PROBE_MS.waiting : Math.max(PROBE_MS.lost, busy);
    const ms = online === false || saved ? Math.min(PROBE_MS.waiting, away) : PROBE_MS.idle;
    probeTimer = setTimeout(() => void probe(), ms);
  }
  const probe = onceMore(() => look().finally(probeLater));
  async function look(): Promise<void> {
    if (closed) return;
    const before = status.get().online;
    const answer = await ping(transport, config.bases, now);
    if (closed) return;
    if (!answer) {
      lostAt ??= now();
      return report({ online: false });
    }
    report({ online: true, lastContactAt: now() });
    offset = answer.offsetMs;
    measuredAt = now();
    await saveClockOffset(deviceDb, answer.offsetMs, now()).catch(() => undefined);
    if (before === true && lostAt === undefined) return;
    if (!before) void refresh();
    // A phone with nothing to send does not load the code that sends.
    if ((await db.outbox.count()) === 0) return;
    const { afterSignIn, dueOnReconnect } = await import('./drain');
    try {
      if (!before) await afterSignIn(db);
      await dueOnReconnect(db, before === null ? 0 : RECONNECT_SPREAD_MS, now());
    } catch {
      // A phone that takes nothing more: the sending says so, and tries again.
    }
    void send();
  }

  const stops: (() => void)[] = [];
  function listen(target: EventTarget | undefined, event: string, work: () => void): void {
    target?.addEventListener(event, work);
    stops.push(() => target?.removeEventListener(event, work));
  }

  function start(): void {
    const page = typeof window === 'undefined' ? undefined : window;
    listen(page, 'online', () => void probe());
    listen(page, 'offline', () => report({ online: false }));
    listen(page?.document, 'visibilitychange', () => {
      if (page?.document.visibilityState === 'visible') void probe().then(() => send());
    });
    probeLater();
    stops.push(() => clearTimeout(probeTimer));
    const regular = setInterval(() => {
      void refresh();
      // A tab may have saved something and died before it said so.
      void send();
    }, SYNC_EVERY_MS);
    stops.push(() => clearInterval(regular));
    void reload().then(() => probe());
    void import('./storage-health')
      .then(({ askToPersist, storageHealth }) => askToPersist().then(storageHealth))
      .then((storage) => report({ storage }))
      .catch(() => undefined);
    const tidy = setTimeout(() => {
      void import('./housekeeping')
        .then(({ keepHouse }) => closed || stops.push(keepHouse(inner)))
        .catch(() => undefined);
    }, 10_000);
    stops.push(() => clearTimeout(tidy));
  }

  async function write(input: Parameters<OfflineEngine['record']>[0], mends?: string): Promise<SaveResult> {
    if (closed) return { ok: false, reason: 'locked', message: 'Sign in again to save. Your text is still here.' };
    if (upgrade === 'outdated')
      return { ok: false, reason: 'storage-failed', message: 'Recoup was updated in another window. Reload this one.' };
    const { writeRecord } = await import('./outbox');
    const replaces = mends === undefined ? undefined : await db.outbox.get(mends);
    if (mends !== undefined && !replaces)
      return { ok: false, reason: 'invalid', fields: [{ path: '', message: 'This record is no longer waiting.' }] };
    await drafts.settled();
    const result = await writeRecord(
      {
        db,
        deviceKey,
        serverPublicKey: config.sealing.publicKey,
        owner: profile.id,
        now: now(),
        clockOffsetMs: offset,
        clockMeasuredAt: measuredAt,
        appVersion,
        codes: codesRow,
        borrower: loans.byId(input.loanId)?.borrower.name ?? '',
        device: { db: deviceDb, tenantId: owner.tenantId },
      },
      input,
      replaces,
    );
    if (!result.ok) return result;
    const { row, content, ...saved } = result;
    changes.announce('outbox');
    saves += 1;
    if (replaces || !reading) await reread();
    else show(journal.with(reading, row, content));
    if (automatic) {
      options.saved?.();
      void send();
      void import('./storage-health')
        .then(({ storageHealth }) => storageHealth())
        .then((storage) => report({ storage }))
        .catch(() => undefined);
    }
    return saved;
  }

  const inner: EngineInner = {
    db,
    deviceDb,
    transport,
    config,
    owner,
    deviceKey,
    appVersion,
    now,
    offset: () => offset,
    status,
    changed: outboxChanged,
  };
  await reread();
  if (automatic) start();

  const engine: OfflineEngine = {
    user: { id: profile.id, tenantId: owner.tenantId, fullName: profile.fullName },
    status,
    ledger,
    loans,
    codes,
    async keepFile(file) {
      const keys = { device: deviceKey, serverPublicKey: config.sealing.publicKey };
      const { keepAttachment } = await import('./attachments');
      return { ref: await keepAttachment(db, file, keys, now()) };
    },
    async readFile(sha256) {
      const { readAttachment } = await import('./attachments');
      return readAttachment(db, sha256, deviceKey);
    },
    drafts,
    record: (input) => write(input),
    recordMended: (recordId, input) => write(input, recordId),
    async mend(recordId) {
      const { draftOf } = await import('./outbox');
      const draft = await draftOf(db, deviceKey, recordId);
      // A form that is open on the same loan is not overwritten.
      if (draft && !(await drafts.load(draft.loanId))) await drafts.save(draft);
      return draft;
    },
    async discard(recordId) {
      const { discardRecord } = await import('./following');
      if (!(await discardRecord(db, deviceKey, recordId)))
        throw new Error('This record is on its way to the server. Try again in a moment.');
      outboxChanged();
      await reread();
      // What it held back may go.
      if (automatic) void send();
    },
    async sendNow() {
      const { afterSignIn, dueNow } = await import('./drain');
      await afterSignIn(db);
      await dueNow(db);
      await send();
    },
    async close() {
      if (closed) return;
      closed = true;
      stopTimer();
      for (const stop of stops) stop();
      changes.close();
      presence.close();
      db.close();
      deviceDb.close();
    },
  };
  keepInner(engine, inner);
  return engine;
}
