/**
 * What the day's screen shows from the server: cash in hand, targets, incentives, notices. Each answer is kept with the time it came, so that
 * without a network the last one is shown as of then. Kept is nothing that names a borrower: names come from the loans, which are sealed.
 */
import * as z from 'zod/mini';
import { listNotifications } from '../../core/contract/alerts';
import { type OwnCash, ownCash } from '../../core/contract/cash';
import { type Endpoint, type ResponseOf, urlOf } from '../../core/contract/kit';
import { type LoanRequest, loanRequests } from '../../core/contract/loan-requests';
import { myIncentives, type OwnIncentive, ownOf } from '../../core/contract/own-incentives';
import { collectorTargets } from '../../core/contract/targets';
import { addDays, dayOf } from '../../core/domain/dates';
import { readRequest } from './answers';
import { innerOf } from './engine-inner';
import { onceMore } from './once-more';
import { createStore } from './store';
import type { OfflineEngine, Store } from './types';

export type Notice = Pick<
  ResponseOf<typeof listNotifications>['data']['rows'][number],
  'id' | 'loanId' | 'loanNumber' | 'kind' | 'amountPaise' | 'createdAt'
>;
export interface DayAnswers {
  cash: Omit<OwnCash, 'payments'>;
  targets: Pick<ResponseOf<typeof collectorTargets>['data'], 'days' | 'rows'>;
  notices: Notice[];
  /** Of the portfolios in which the agent is paid by slabs. */
  incentives: OwnIncentive[];
}
export type DayPart = keyof DayAnswers;

export type DayFactsHere = {
  readonly [Part in DayPart]?: {
    data: DayAnswers[Part];
    /** ms, device clock. */
    at: number;
  };
} & {
  /** The last time that they were asked for, no answer came. */
  readonly failed: boolean;
};

export interface DayFacts extends Store<DayFactsHere> {
  /** Asks for what is older than a minute; `always`: for all of it. */
  refresh(always?: boolean): Promise<void>;
  /** The payments that can be handed over now; undefined without an answer. */
  payments(): Promise<OwnCash['payments'] | undefined>;
  /** What was asked for on a loan; undefined without an answer. */
  requests(loanId: string): Promise<LoanRequest[] | undefined>;
}

const KEY = 'day:';
const FRESH_MS = 60_000;
/** Older notices are the desk's history. */
const NOTICE_DAYS = 7;
const MOST_NOTICES = 20;

async function open(engine: OfflineEngine): Promise<DayFacts> {
  const { db, transport, config, now, status } = innerOf(engine);
  const stored = await db.meta.where('key').startsWith(KEY).toArray();
  const store = createStore<DayFactsHere>({
    ...Object.fromEntries(stored.map(({ key, value }) => [key.slice(KEY.length), JSON.parse(String(value))])),
    failed: false,
  });

  async function read<E extends Endpoint>(endpoint: E, query = {}): Promise<ResponseOf<E> | undefined> {
    const answer = await transport({ method: 'GET', url: urlOf(config.bases, endpoint, {}, query) }).catch(() => null);
    const verdict = readRequest(answer, now());
    const parsed = verdict.kind === 'answered' ? z.safeParse(endpoint.response, verdict.body) : undefined;
    return parsed?.success ? (parsed.data as ResponseOf<E>) : undefined;
  }
  const without = ({ payments: _, ...rest }: OwnCash): DayAnswers['cash'] => rest;
  const reading: { [Part in DayPart]: () => Promise<DayAnswers[Part] | undefined> } = {
    async cash() {
      const own = await read(ownCash);
      return own && without(own.data);
    },
    async targets() {
      const own = await read(collectorTargets);
      return own && { days: own.data.days, rows: own.data.rows };
    },
    async incentives() {
      const own = await read(myIncentives, { roleType: 'Field_Agent' });
      return own && ownOf(own.data);
    },
    async notices() {
      const zone = engine.codes.get()?.policy.zone;
      const today = dayOf(now(), zone);
      const query = { fromDate: addDays(today, -NOTICE_DAYS), toDate: today, role: 'Collector', size: MOST_NOTICES };
      const own = await read(listNotifications, query);
      return own?.data.rows.map(({ customerName: _, isActive: __, ...notice }) => notice);
    },
  };

  async function keep<Part extends DayPart>(part: Part, data: DayAnswers[Part]): Promise<void> {
    const kept = { data, at: now() };
    store.set({ ...store.get(), [part]: kept });
    await db.meta.put({ key: KEY + part, value: JSON.stringify(kept) });
  }
  /** False when no answer came. */
  async function renew<Part extends DayPart>(part: Part): Promise<boolean> {
    const data = await reading[part]();
    if (data === undefined) return false;
    await keep(part, data);
    return true;
  }
  let wanted = 0;
  const ask = onceMore(async () => {
    const all = (Object.keys(reading) as DayPart[]).filter((part) => (store.get()[part]?.at ?? 0) <= wanted);
    const answered = await Promise.all(all.map(renew));
    const failed = answered.includes(false);
    if (failed !== store.get().failed) store.set({ ...store.get(), failed });
  });
  async function refresh(always = false): Promise<void> {
    wanted = Math.max(wanted, always ? now() : now() - FRESH_MS);
    await ask();
  }

  let online: boolean | null = null;
  let sent = status.get().sentToday;
  status.subscribe(() => {
    const before = { online, sent };
    ({ online } = status.get());
    sent = status.get().sentToday;
    // What was just sent may be cash.
    if (online && (!before.online || sent !== before.sent)) void refresh(sent !== before.sent);
  });

  return {
    ...store,
    refresh,
    payments: async () => (await read(ownCash))?.data.payments,
    requests: async (loanId) => (await read(loanRequests, { loanId }))?.data.rows,
  };
}

const opened = new WeakMap<OfflineEngine, Promise<DayFacts>>();

/** Rejects where the phone's storage cannot be read. */
export function dayFacts(engine: OfflineEngine): Promise<DayFacts> {
  const known = opened.get(engine) ?? open(engine);
  opened.set(engine, known);
  return known;
}
