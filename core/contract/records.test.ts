import { describe, expect, it } from 'vitest';
import { DEFAULT_CODES } from '../domain/dispositions';
import { uuidv7 } from '../domain/ids';
import { asksOf, checkRecord, type DispositionRecord, recordSchema } from './records';

const policy = { maxPtpDays: 30, today: '2026-11-21' };
const photo = {
  sha256: 'a'.repeat(64),
  size: 200_000,
  mime: 'image/jpeg',
  kind: 'premises',
  takenAt: '2026-11-21T05:00:00Z',
} as const;
const fieldRecord: DispositionRecord = {
  id: uuidv7(),
  payloadVersion: 1,
  channel: 'field',
  loanId: uuidv7(),
  loanNumber: 'LN-100',
  loanSeq: 1,
  code: 'FDL',
  recordedAt: '2026-11-21T05:00:00Z',
  clockOffsetMs: 0,
  appVersion: '0.1.0',
  gps: { lat: 19.07, lng: 72.87, accuracyM: 12, at: '2026-11-21T05:00:00Z', mock: null },
  place: 'residence',
  nextVisitOn: '2026-11-22',
  attachments: [photo],
};
/** Everything a code may ask for, so that taking one thing away shows what the code asks. */
const complete: DispositionRecord = {
  ...fieldRecord,
  personMet: { relation: 'borrower' },
  ptp: { amountPaise: 5_000_00, dueOn: '2026-11-28', mode: 'upi' },
  payment: { amountPaise: 1_000_00, mode: 'upi', reference: '412345678901' },
  callbackAt: '2026-11-22T05:00:00Z',
  reason: 'Shop closed',
  until: '2026-12-01',
  newAddress: { line: '12 Gandhi Road' },
  newPhone: '9812345678',
  amountPaise: 9_000_00,
  reference: 'OS 12/2026',
  remarks: 'Seen',
  language: 'ta',
  attachments: [photo, { ...photo, sha256: 'b'.repeat(64), kind: 'document' }],
};
const without: Record<string, Partial<DispositionRecord>> = {
  proof: { attachments: [photo] },
  amount: { amountPaise: undefined },
};
const codeOf = (code: string) => {
  const found = DEFAULT_CODES.find((row) => row.code === code);
  if (!found) throw new Error(code);
  return found;
};

describe('every code asks for its fields and for nothing else', () => {
  it.each(DEFAULT_CODES.filter((row) => row.selectable).map((row) => [row.code, row] as const))('%s', (code, row) => {
    const record = { ...complete, channel: row.channel, code };
    expect(recordSchema.safeParse(record).success).toBe(true);
    expect(checkRecord(record, row, policy)).toEqual([]);
    for (const field of row.requires) {
      const errors = checkRecord({ ...record, ...(without[field] ?? { [field]: undefined }) }, row, policy);
      expect(errors, `${code} without ${field}`).toHaveLength(1);
    }
  });
});

describe('a field record', () => {
  it.each<[string, Partial<DispositionRecord>, string[]]>([
    ['is complete', {}, []],
    ['needs a position or the reason why not', { gps: undefined }, ['gps']],
    ['may say why there is no position', { gps: null, gpsMissing: 'denied' }, []],
    ['needs a photo', { attachments: [] }, ['attachments']],
    ['may say why there is no photo', { attachments: [], photoMissing: 'unsafe' }, []],
    ['needs a place', { place: undefined }, ['place']],
    ['cannot plan a visit for yesterday', { nextVisitOn: '2026-11-20' }, ['nextVisitOn']],
    ['cannot promise for yesterday', { ptp: { amountPaise: 1, dueOn: '2026-11-20', mode: 'upi' } }, ['ptp.dueOn']],
    ['may promise on the last day of the policy', { ptp: { amountPaise: 1, dueOn: '2026-12-21', mode: 'upi' } }, []],
    ['cannot promise later', { ptp: { amountPaise: 1, dueOn: '2026-12-22', mode: 'upi' } }, ['ptp.dueOn']],
    ['cannot plan a visit beyond all calendars', { nextVisitOn: '9999-12-31' }, ['nextVisitOn']],
    ['cannot wait beyond all calendars', { until: '9999-12-31' }, ['until']],
    ['cannot call back in the year 0', { callbackAt: '0000-01-01T00:00:00Z' }, ['callbackAt']],
    ['cannot call back in a zone that is none', { callbackAt: '2026-11-22T05:00:00+23:59' }, ['callbackAt']],
    ['may claim money of today', { claim: { paidOn: policy.today, mode: 'upi' } }, []],
    ['cannot claim money of a day to come', { claim: { paidOn: '2026-12-31', mode: 'upi' } }, ['claim.paidOn']],
    ['names the UTR of a UPI payment', { payment: { amountPaise: 1, mode: 'upi' } }, ['payment.reference']],
    ['describes a cheque', { payment: { amountPaise: 1, mode: 'cheque' } }, ['payment.cheque']],
    [
      'counts notes that add up',
      { payment: { amountPaise: 1_200_00, mode: 'cash', denominations: { '500': 2, '200': 1 } } },
      [],
    ],
    [
      'counts notes that do not add up',
      { payment: { amountPaise: 1_300_00, mode: 'cash', denominations: { '500': 2, '200': 1 } } },
      ['payment.denominations'],
    ],
  ])('%s', (_, change, paths) => {
    expect(checkRecord({ ...fieldRecord, ...change }, codeOf('FDL'), policy).map((error) => error.path)).toEqual(paths);
  });

  it('cannot carry a telecalling code or one that only the system sets', () => {
    expect(checkRecord(fieldRecord, codeOf('RNR'), policy)[0]?.path).toBe('code');
    expect(checkRecord({ ...fieldRecord, channel: 'call' }, codeOf('BPTP'), policy)[0]?.path).toBe('code');
  });
});

describe('the shape refuses', () => {
  it.each<[string, Record<string, unknown>]>([
    ['unknown keys', { admin: true }],
    ['amounts of nothing', { ptp: { amountPaise: 0, dueOn: '2026-11-22', mode: 'upi' } }],
    ['fractions of a paisa', { amountPaise: 10.5 }],
    ['more than ₹100 crore', { amountPaise: 100_00_00_000_01 }],
    ['days that do not exist', { nextVisitOn: '2026-02-30' }],
    ['positions off the globe', { gps: { ...fieldRecord.gps, lat: 91 } }],
    ['eleven files', { attachments: Array.from({ length: 11 }, () => photo) }],
    ['files that are programs', { attachments: [{ ...photo, mime: 'text/html' }] }],
    ['mobiles of nine digits', { newPhone: '981234567' }],
    ['notes of ₹2,000', { payment: { amountPaise: 1, mode: 'cash', denominations: { '2000': 1 } } }],
    ['remarks without end', { remarks: 'x'.repeat(2001) }],
  ])('%s', (_, change) => expect(recordSchema.safeParse({ ...fieldRecord, ...change }).success).toBe(false));
});

describe('what a call is asked beyond its code', () => {
  it.each<[string, string[]]>([
    ['FP', ['claim']],
    ['CP', ['claim']],
    ['STL', ['instalments']],
    ['STLR', ['instalments']],
    ['FCL', []],
    ['RTP', []],
    ['FCLP', ['claim']],
    ['FSTL', ['instalments']],
    ['FSUR', []],
  ])('%s: %j', (code, asks) => expect(asksOf(codeOf(code))).toEqual(asks));

  it('is not demanded of a record by the server, whose phones and desks may be behind', () => {
    for (const code of ['FP', 'STL'])
      expect(checkRecord({ ...complete, channel: 'call', code, claim: undefined }, codeOf(code), policy)).toEqual([]);
  });
});

describe('a settlement that is raised with a record', () => {
  const offered: DispositionRecord = {
    ...complete,
    code: 'FSTL',
    amountPaise: 9_000_00,
    settlement: {
      instalments: [
        { dueOn: '2026-11-21', amountPaise: 4_000_00 },
        { dueOn: '2026-12-21', amountPaise: 5_000_00 },
      ],
      validTill: '2026-11-30',
      hardship: 'Crop failed',
    },
  };
  const wrongIn = (more: object, { amountPaise }: Pick<DispositionRecord, 'amountPaise'> = offered) =>
    checkRecord(
      { ...offered, amountPaise, settlement: { ...offered.settlement, ...more } as DispositionRecord['settlement'] },
      codeOf('FSTL'),
      policy,
    ).map(({ path }) => path);

  it('is whole', () => {
    expect(recordSchema.safeParse(offered).success).toBe(true);
    expect(wrongIn({})).toEqual([]);
  });
  const part = (dueOn: string, amountPaise: number) => ({ dueOn, amountPaise });
  it.each<[string, object, string]>([
    ['in the past', { instalments: [part('2026-11-20', 9_000_00)] }, 'settlement.instalments'],
    ['on a day that is none', { instalments: [part('2026-02-30', 9_000_00)] }, 'settlement.instalments'],
    [
      'twice on a day',
      { instalments: [part('2026-12-01', 4_000_00), part('2026-12-01', 5_000_00)] },
      'settlement.instalments',
    ],
    [
      'backwards',
      { instalments: [part('2026-12-02', 4_000_00), part('2026-12-01', 5_000_00)] },
      'settlement.instalments',
    ],
    ['that adds up to less', { instalments: [part('2026-12-01', 8_000_00)] }, 'settlement.instalments'],
    ['over before it began', { validTill: '2026-11-20' }, 'settlement.validTill'],
    ['without a reason', { hardship: ' x ' }, 'settlement.hardship'],
  ])('%s is refused', (_, more, path) => expect(wrongIn(more)).toContain(path));
  it('without an amount is refused', () => expect(wrongIn({}, {})).toContain('amountPaise'));
});
