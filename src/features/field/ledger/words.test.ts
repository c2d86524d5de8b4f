import { describe, expect, it } from 'vitest';
import type { LedgerEntry, OutboxState, SyncStatus } from '../../../offline/types';
import { actionsOn, discardWords, storageLine } from '../../records';
import { byDay, inFilter, type LedgerFilter, ledgerWords, moneyWords, receiptWords, shortNumber } from './ledger-words';
import { syncWords } from './sync-words';

const zone = 'Asia/Kolkata';
const now = Date.parse('2026-11-21T05:12:00Z'); // 10:42 in Kolkata
const status = (more: Partial<SyncStatus>): SyncStatus => ({
  saved: 0,
  sending: 0,
  sentToday: 0,
  needsYou: 0,
  waitingForLogin: false,
  lastContactAt: now,
  online: true,
  storage: null,
  loans: { phase: 'ready', count: 10, progress: null, asOf: now, problem: null, needsSignIn: false },
  ...more,
});
const entry = (state: OutboxState, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id: '0193a000-0000-7000-8000-0000000abcde',
  state,
  loanId: '0193a000-0000-7000-8000-000000000001',
  loanNumber: 'HL-001',
  borrower: 'Asha',
  code: 'FDL',
  codeLabel: 'Door locked',
  savedAt: now,
  attempts: 0,
  nextAttemptAt: null,
  photos: 1,
  paid: null,
  promised: null,
  receipt: null,
  problem: null,
  ...more,
});
const receipt = (outcome: NonNullable<LedgerEntry['receipt']>['outcome']) => ({
  key: entry('accepted').id,
  hash: 'b'.repeat(64),
  recordId: entry('accepted').id,
  receiptNo: 'R-000123',
  outcome,
  receivedAt: '2026-11-21T05:10:00Z',
  chain: { seq: 57, hash: 'c'.repeat(64) },
});

describe('the strip', () => {
  it.each<[Partial<SyncStatus>, string, string]>([
    [{}, 'good', 'All sent 10:42'],
    [{ lastContactAt: now - 86_400_000 }, 'good', 'All sent 20/11 10:42'],
    [{ lastContactAt: null, online: null }, 'waiting', 'Nothing to send'],
    [{ online: false }, 'waiting', 'No network · all sent 10:42'],
    [{ saved: 3 }, 'waiting', '3 saved here'],
    [{ saved: 3, online: false }, 'waiting', '3 saved here'],
    [{ saved: 3, sending: 2 }, 'busy', 'Sending 2…'],
    [{ saved: 3, outOfRoom: true }, 'attention', 'Phone is full · 3 saved here'],
    [{ outOfRoom: true }, 'good', 'All sent 10:42'],
    [{ saved: 3, waitingForLogin: true }, 'attention', 'Sign in to send · 3 saved here'],
    [{ waitingForLogin: true }, 'good', 'All sent 10:42'],
    [{ needsYou: 1 }, 'attention', '1 needs you'],
    [{ needsYou: 2, saved: 4, sending: 1, waitingForLogin: true }, 'attention', '2 need you · 5 saved here'],
  ])('%j is %s: %s', (more, tone, text) => {
    expect(syncWords(status(more), now, zone)).toMatchObject({ tone, text });
  });

  it('never claims that all is sent while anything is not', () => {
    for (const saved of [0, 1])
      for (const sending of [0, 1])
        for (const needsYou of [0, 1])
          for (const online of [true, false, null])
            for (const waitingForLogin of [true, false]) {
              const words = syncWords(status({ saved, sending, needsYou, online, waitingForLogin }), now, zone);
              const claims = /all sent/i.test(words.text);
              if (saved + sending + needsYou > 0) expect(claims, JSON.stringify(words)).toBe(false);
            }
  });

  it('says that nothing is lost without a network', () => {
    expect(syncWords(status({ saved: 1, online: false }), now, zone).detail).toBe(
      'No network. Saved on this phone; it goes out by itself.',
    );
  });
});

describe('the ledger', () => {
  const problem = { code: 'invalid', message: 'Please check the marked fields.', fields: [] };
  it.each<[OutboxState, Partial<LedgerEntry>, boolean, string, string | undefined, string]>([
    ['queued', {}, true, 'Saved on this phone', undefined, 'try-now'],
    ['queued', {}, false, 'Saved on this phone', 'No network. Saved on this phone; it goes out by itself.', 'try-now'],
    ['sending', {}, true, 'Sending…', undefined, ''],
    [
      'retry-later',
      { nextAttemptAt: now + 60_000 },
      true,
      'Saved on this phone',
      'The server did not answer. Tries again at 10:43, by itself.',
      'try-now',
    ],
    [
      'retry-later',
      { nextAttemptAt: now - 1 },
      true,
      'Saved on this phone',
      'The server did not answer. Tries again shortly, by itself.',
      'try-now',
    ],
    [
      'waiting-for-login',
      {},
      true,
      'Saved on this phone',
      'Sign in with a network, then it goes out by itself.',
      'sign-in',
    ],
    ['needs-you', { problem }, true, 'Needs you', 'Please check the marked fields.', 'mend discard'],
    [
      'quarantined',
      { problem: { ...problem, message: 'Not found.' } },
      true,
      'Kept for review',
      'Not found. It is kept here, and your manager sees it.',
      'discard',
    ],
    ['accepted', { receipt: receipt('applied') }, true, 'Received R-000123', undefined, ''],
    [
      'accepted',
      { receipt: { ...receipt('applied'), settlement: { number: 'ST/2026/000007', problem: null } } },
      true,
      'Received R-000123',
      'Settlement ST/2026/000007 is raised.',
      '',
    ],
    [
      'accepted',
      {
        receipt: {
          ...receipt('late-closed'),
          settlement: { number: null, problem: 'This loan was closed or settled before this arrived.' },
        },
      },
      true,
      'Received R-000123',
      'The loan was closed before this arrived. Your record is kept as evidence. No settlement was raised: This loan was closed or settled before this arrived.',
      '',
    ],
    [
      'accepted',
      { receipt: receipt('late-reassigned') },
      true,
      'Received R-000123',
      'The loan is with another agent now. Your record is kept as evidence.',
      '',
    ],
  ])('%s %#', (state, more, online, words, detail, actions) => {
    const record = entry(state, more);
    const said = ledgerWords(record, { now, zone, online });
    expect(said.state).toBe(words);
    expect(said.detail).toBe(detail);
    expect(actionsOn(record).join(' ')).toBe(actions);
  });

  const states: OutboxState[] = [
    'queued',
    'sending',
    'accepted',
    'retry-later',
    'waiting-for-login',
    'needs-you',
    'quarantined',
  ];
  it('only a receipt is called received, and only what the server refused can be thrown away', () => {
    for (const state of states) {
      const record = entry(state, { receipt: state === 'accepted' ? receipt('applied') : null });
      const words = ledgerWords(record, { now, zone, online: true });
      expect(/received/i.test(words.state), state).toBe(state === 'accepted');
      expect(actionsOn(record).includes('discard'), state).toBe(state === 'needs-you' || state === 'quarantined');
    }
  });

  it.each<[OutboxState, number, RegExp]>([
    ['needs-you', 1, /^It is not at the server and cannot be brought back\.$/],
    ['needs-you', 2, /cannot be brought back\. An earlier try got no answer; should it still arrive/],
    ['quarantined', 2, /^The copy on this device cannot be brought back\.$/],
  ])('before %s after %d tries is thrown away, says what is sure', (state, attempts, words) => {
    expect(discardWords(entry(state, { attempts }))).toMatch(words);
  });

  it.each([
    ['quarantined', 'not-found', 'Kept for review', 'It is kept here, and your manager sees it.'],
    ['quarantined', 'refused-on-review', 'Refused', 'It does not count. Discard it when you have read this.'],
    ['needs-you', 'returned-on-review', 'Handed back to you', 'Meera asks you to mend it: wrong day'],
    ['needs-you', 'invalid', 'Needs you', 'Meera asks you to mend it: wrong day'],
  ] as const)('%s with %s reads "%s"', (state, code, title, detail) => {
    const problem = { code, message: 'Meera asks you to mend it: wrong day', fields: [] };
    const words = ledgerWords(entry(state, { problem }), { now, zone, online: true });
    expect(words.state).toBe(title);
    expect(words.detail).toContain(detail);
  });

  it.each([
    [
      { usedBytes: 12 * 2 ** 20, quotaBytes: 3 * 2 ** 30, persisted: true },
      /^12 MB used.*about 3\.0 GB free\. The browser has promised/,
    ],
    [
      { usedBytes: 2 ** 20, quotaBytes: 2 ** 20, persisted: false },
      /about 0\.0 MB free\. The browser has not promised/,
    ],
    [{ usedBytes: 0, quotaBytes: 0, persisted: false }, /^0\.0 MB used on this device\. The browser has not/],
  ])('storage %j is said as it is', (storage, expected) => {
    expect(storageLine(storage)).toMatch(expected);
  });

  it('every state is in exactly one filter besides all', () => {
    const filters: LedgerFilter[] = ['needs-you', 'waiting', 'sent'];
    for (const state of states) {
      expect(inFilter(state, 'all')).toBe(true);
      expect(filters.filter((filter) => inFilter(state, filter))).toHaveLength(1);
    }
  });

  it('groups by day, newest first', () => {
    const at = (time: string) => entry('queued', { savedAt: Date.parse(time) });
    const days = byDay(
      [at('2026-11-18T05:00:00Z'), at('2026-11-20T18:29:00Z'), at('2026-11-20T18:31:00Z'), at('2026-11-21T04:00:00Z')],
      now,
      zone,
    );
    expect(days.map(({ heading, entries }) => `${heading} ${entries.length}`)).toEqual([
      'Today 2',
      'Yesterday 1',
      '18/11/2026 1',
    ]);
    expect(days[0]?.entries[0]?.savedAt).toBe(Date.parse('2026-11-21T04:00:00Z'));
  });

  it('quotes the receipt whole', () => {
    expect(receiptWords(entry('accepted', { receipt: receipt('applied') }), zone)).toBe(
      'R-000123 · 21/11/2026 10:40 · entry 57 of the audit chain',
    );
    expect(receiptWords(entry('accepted', { receipt: { ...receipt('applied'), signature: 'valid' } }), zone)).toBe(
      'R-000123 · 21/11/2026 10:40 · entry 57 of the audit chain · signed by this phone',
    );
    expect(moneyWords(entry('queued'))).toBe('');
    expect(
      moneyWords(
        entry('queued', {
          paid: { amountPaise: 500_000, mode: 'upi' },
          promised: { amountPaise: 200_000, dueOn: '2026-11-27' },
        }),
      ),
    ).toBe('₹5,000 collected · UPI · ₹2,000 promised for 27/11');
    expect(receiptWords(entry('queued'), zone)).toBeUndefined();
    expect(shortNumber(entry('queued').id)).toBe('0ABCDE');
  });
});
