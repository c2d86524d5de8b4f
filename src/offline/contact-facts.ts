/**
 * What a phone judges contact by besides its loans: the rules, and the calls that were started from it. Loaded when a screen
 * first judges. A started call is kept before the number is dialled and told to the server as soon as there is one; its
 * key makes telling it twice harmless.
 */
import { type PhoneRules, phoneRules } from '../../core/contract/contact';
import { callStarted } from '../../core/contract/dispositions';
import { errorBodySchema } from '../../core/contract/errors';
import { urlOf } from '../../core/contract/kit';
import { uuidv7 } from '../../core/domain/ids';
import { readRequest } from './answers';
import { innerOf } from './engine-inner';
import { onceMore } from './once-more';
import { createStore } from './store';
import { jsonOf } from './transport';
import type { OfflineEngine, Store } from './types';

export interface StartedCall {
  id: string;
  loanId: string;
  phoneId: string;
  /** ms, device clock. */
  at: number;
  /** The same by the server's clock, as far as this phone knows it. */
  startedAt: string;
  told: boolean;
}

export interface ContactFactsHere {
  /** Undefined until they were fetched once; then the newest that this phone got. */
  rules?: PhoneRules | undefined;
  calls: readonly StartedCall[];
}

export interface PhoneContact extends Store<ContactFactsHere> {
  /** Answers the server's words where it refuses the call; then nothing of it is kept. */
  startCall(loanId: string, phoneId: string): Promise<{ refused: string } | undefined>;
}

const RULES = 'contactRules';
const CALL = 'call:';
const FRESH_MS = 3_600_000;
/** As long as an attempt can count: a week, and a day on either side. */
const COUNTS_MS = 9 * 86_400_000;
/** From then on the server keeps a call that it is told of, whatever the rules say: it was made. */
const DIALLED_MS = 130_000;
/** Whoever stands at a door does not wait longer for the server's word before the phone dials. */
const ANSWER_MS = 3_000;

async function open(engine: OfflineEngine): Promise<PhoneContact> {
  const { db, transport, config, now, offset, status } = innerOf(engine);
  const stored = await db.meta.bulkGet([RULES, `${RULES}At`]);
  const rows = await db.meta.where('key').startsWith(CALL).toArray();
  const calls = rows.map(({ value }) => JSON.parse(String(value)) as StartedCall);
  const store = createStore<ContactFactsHere>({
    ...(stored[0] && { rules: JSON.parse(String(stored[0].value)) as PhoneRules }),
    calls: calls.filter(({ at }) => Math.abs(now() - at) < COUNTS_MS),
  });
  let fetchedAt = Number(stored[1]?.value ?? 0);
  await db.meta.bulkDelete(calls.filter(({ at }) => Math.abs(now() - at) >= COUNTS_MS).map(({ id }) => CALL + id));

  const put = async (call: StartedCall) => {
    await db.meta.put({ key: CALL + call.id, value: JSON.stringify(call) });
    store.set({ ...store.get(), calls: [...store.get().calls.filter(({ id }) => id !== call.id), call] });
  };
  const drop = async ({ id }: StartedCall) => {
    await db.meta.delete(CALL + id);
    store.set({ ...store.get(), calls: store.get().calls.filter((one) => one.id !== id) });
  };

  async function tell(call: StartedCall, timeoutMs?: number): Promise<{ refused: string } | undefined> {
    const { id, loanId, phoneId, startedAt } = call;
    const answer = await transport({
      method: 'POST',
      url: urlOf(config.bases, callStarted),
      headers: { 'idempotency-key': id },
      body: JSON.stringify({ call_status: 'CALL_STARTED', loanId, phoneId, startedAt }),
      ...(timeoutMs && { timeoutMs }),
    }).catch(() => null);
    const verdict = readRequest(answer, now());
    if (verdict.kind === 'answered') {
      await put({ ...call, told: true });
      return undefined;
    }
    const own = answer && errorBodySchema.safeParse(jsonOf(answer));
    // What the server will never take (the loan went to somebody else) is not told for ever.
    if (!own?.success || own.data.class === 'retry' || own.data.class === 'login') return undefined;
    await drop(call);
    return { refused: own.data.message };
  }

  const catchUp = onceMore(async () => {
    for (const call of store.get().calls) if (!call.told && now() - call.at > DIALLED_MS) await tell(call);
    if (now() - fetchedAt < FRESH_MS) return;
    const answer = await transport({ method: 'GET', url: urlOf(config.bases, phoneRules) }).catch(() => null);
    const verdict = readRequest(answer, now());
    const parsed = verdict.kind === 'answered' ? phoneRules.response.safeParse(verdict.body) : undefined;
    if (!parsed?.success) return;
    const rules = parsed.data.data;
    fetchedAt = now();
    await db.meta.bulkPut([
      { key: RULES, value: JSON.stringify(rules) },
      { key: `${RULES}At`, value: fetchedAt },
    ]);
    store.set({ ...store.get(), rules });
  });

  let online: boolean | null = null;
  status.subscribe(() => {
    const before = online;
    online = status.get().online;
    if (online && !before) void catchUp();
  });
  void catchUp();

  return {
    ...store,
    async startCall(loanId, phoneId) {
      const at = now();
      const startedAt = new Date(at + (offset() ?? 0)).toISOString();
      await put({ id: uuidv7(at), loanId, phoneId, at, startedAt, told: false });
      const call = store.get().calls.at(-1);
      const refused = call && (await tell(call, ANSWER_MS));
      setTimeout(() => void catchUp(), DIALLED_MS + 1_000);
      return refused;
    },
  };
}

const opened = new WeakMap<OfflineEngine, Promise<PhoneContact>>();

/** Rejects where the phone's storage cannot be read. */
export function phoneContact(engine: OfflineEngine): Promise<PhoneContact> {
  const known = opened.get(engine) ?? open(engine);
  opened.set(engine, known);
  return known;
}
