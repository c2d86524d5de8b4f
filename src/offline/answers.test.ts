import { describe, expect, it } from 'vitest';
import type { Receipt } from '../../core/contract/dispositions';
import { ERROR_CODES, ERRORS, errorBody } from '../../core/contract/errors';
import { FATE_OF_CODE, readRequest } from './answers';
import { readItem, resultsOf } from './item-answers';
import { answer } from './test-server';

const item = { key: '018f0000-0000-7000-8000-00000000000a', hash: 'a'.repeat(64) };
const receipt: Receipt = {
  ...item,
  recordId: item.key,
  receiptNo: 'R-000001',
  outcome: 'applied',
  receivedAt: '2026-11-21T04:00:00.000Z',
  chain: { seq: 1, hash: 'b'.repeat(64) },
};
const own = (code: (typeof ERROR_CODES)[number], headers?: Record<string, string>) =>
  answer(ERRORS[code].status, errorBody(code), headers);

describe('what an answer to a request means', () => {
  it.each<[string, ReturnType<typeof answer> | null, object]>([
    ['no answer at all', null, { kind: 'all', fate: 'retry-later', contact: false }],
    ['captive portal: 200 with HTML', answer(200, '<html>Log in to WiFi</html>'), { kind: 'all', fate: 'retry-later' }],
    [
      'captive portal: redirect',
      { ...answer(200, { success: true }), redirected: true },
      { kind: 'all', fate: 'retry-later' },
    ],
    ['a success that is not a 200', answer(202, { success: true, results: [] }), { kind: 'all', fate: 'retry-later' }],
    ['empty 204', answer(204, ''), { kind: 'all', fate: 'retry-later' }],
    ['200 with JSON of somebody else', answer(200, { ok: true }), { kind: 'all', fate: 'retry-later' }],
    ['a proxy’s 401', answer(401, 'Unauthorized'), { kind: 'all', fate: 'retry-later', contact: false }],
    ['a proxy’s 403', answer(403, '<html>blocked</html>'), { kind: 'all', fate: 'retry-later' }],
    ['a proxy’s 404', answer(404, 'no such host'), { kind: 'all', fate: 'retry-later' }],
    ['a proxy’s 502', answer(502, ''), { kind: 'all', fate: 'retry-later' }],
    ['408', answer(408, ''), { kind: 'all', fate: 'retry-later' }],
    ['a gateway’s 413', answer(413, '<html>too large</html>'), { kind: 'split', fate: 'needs-you', contact: false }],
    ['our 401', own('not-signed-in'), { kind: 'all', fate: 'waiting-for-login', contact: true }],
    ['our 403', own('forbidden'), { kind: 'all', fate: 'quarantined' }],
    ['withdrawn device', own('device-revoked'), { kind: 'all', fate: 'quarantined' }],
    ['our 404 for the address itself', own('not-found'), { kind: 'all', fate: 'retry-later' }],
    ['our 413', own('too-large'), { kind: 'split', fate: 'needs-you', contact: true }],
    ['our 422 for the whole batch', own('invalid'), { kind: 'split', fate: 'needs-you' }],
    ['our 429 with Retry-After', own('too-many', { 'retry-after': '7' }), { fate: 'retry-later', waitMs: 7000 }],
    ['our 503 until a date', own('busy', { 'retry-after': new Date(61_000).toUTCString() }), { waitMs: 60_000 }],
    ['our own success', answer(200, { success: true, results: [] }), { kind: 'answered' }],
  ])('%s', (_, given, expected) => {
    expect(readRequest(given, 1_000)).toMatchObject(expected);
  });
});

describe('what an answer to one record means', () => {
  it('counts as accepted only with a receipt that echoes key and hash', () => {
    expect(readItem({ key: item.key, receipt }, item)).toEqual({ to: 'accepted', receipt });
    const wrong = [
      { key: item.key, receipt: { ...receipt, hash: 'c'.repeat(64) } },
      { key: item.key, receipt: { ...receipt, key: '018f0000-0000-7000-8000-00000000000b' } },
      { key: '018f0000-0000-7000-8000-00000000000b', receipt },
      { key: item.key, receipt: { ...receipt, receiptNo: undefined } },
      { key: item.key },
      { key: item.key, error: { code: 'made-up', class: 'user', status: 418, message: '' } },
      undefined,
      'ok',
    ];
    for (const result of wrong)
      expect(readItem(result, item)).toMatchObject({ to: 'retry-later', problem: { code: 'no-receipt' } });
  });

  const others = ERROR_CODES.filter((code) => code !== 'superseded');
  it.each(others.map((code) => [code, FATE_OF_CODE[code]] as const))('%s → %s', (code, fate) => {
    const { status, class: kind, message } = ERRORS[code];
    const fields = [{ path: 'ptp.dueOn', message: 'Too late' }];
    expect(readItem({ key: item.key, error: { code, class: kind, status, message, fields } }, item)).toMatchObject({
      to: fate,
      problem: { code, message, fields },
    });
  });

  it('lets a record go whose mended form has taken its place, and believes it of that record only', () => {
    const { status, class: kind, message } = ERRORS.superseded;
    const error = { code: 'superseded', class: kind, status, message };
    expect(readItem({ key: item.key, error }, item)).toEqual({ to: 'replaced' });
    expect(readItem({ key: '018f0000-0000-7000-8000-00000000000b', error }, item).to).toBe('retry-later');
    expect(readRequest(answer(status, { success: false, ...error }), 0)).toMatchObject({ fate: 'retry-later' });
  });

  it('sends no record to quarantine or to the user that may simply be sent again', () => {
    for (const code of ERROR_CODES) if (ERRORS[code].class === 'retry') expect(FATE_OF_CODE[code]).toBe('retry-later');
  });

  it('finds results by key, whatever their order', () => {
    const other = { key: 'x', receipt };
    expect(resultsOf({ results: [other, { key: item.key, receipt }] }).get(item.key)).toEqual({
      key: item.key,
      receipt,
    });
    expect(resultsOf('<html>').size).toBe(0);
  });
});
