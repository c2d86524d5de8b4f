import { describe, expect, it } from 'vitest';
import { bucketOf, smaClassOf } from './buckets';
import { canonicalJson, payloadHash } from './canonical';
import { CLASSES, DEFAULT_CODES, REQUIREMENTS } from './dispositions';
import { maskMobile } from './masking';

describe('buckets and asset classes by days past due', () => {
  it.each([
    [0, '0-30', 'SMA-0'],
    [30, '0-30', 'SMA-0'],
    [31, '31-60', 'SMA-1'],
    [60, '31-60', 'SMA-1'],
    [61, '61-90', 'SMA-2'],
    [91, '91-180', 'NPA'],
    [180, '91-180', 'NPA'],
    [181, '180-360', 'NPA'],
    [360, '180-360', 'NPA'],
    [361, '360+', 'NPA'],
  ])('DPD %i', (dpd, bucket, sma) => {
    expect(bucketOf(dpd)).toBe(bucket);
    expect(smaClassOf(dpd)).toBe(sma);
  });
});

describe('maskMobile keeps the first and last two digits', () => {
  it.each([
    ['9812345678', '98••••••78'],
    ['+91 98123 45678', '91••••••••78'],
    ['1234', '••••'],
    ['', ''],
  ])('%s', (number, masked) => expect(maskMobile(number)).toBe(masked));
});

describe('canonical form', () => {
  it('is the same whatever the order of keys, and leaves undefined out as JSON does', async () => {
    const one = { b: [1, { z: null, a: 'é' }], a: undefined, c: 1.5 };
    const two = { c: 1.5, b: [1, { a: 'é', z: null }] };
    expect(canonicalJson(one)).toBe('{"b":[1,{"a":"é","z":null}],"c":1.5}');
    expect(await payloadHash(one)).toBe(await payloadHash(two));
    expect(await payloadHash(JSON.parse(JSON.stringify(one)))).toBe(await payloadHash(one));
    expect(await payloadHash({ ...two, c: 1.6 })).not.toBe(await payloadHash(two));
  });
});

describe('the default disposition tree', () => {
  it('has each code once, of a known class, asking for known fields', () => {
    expect(new Set(DEFAULT_CODES.map((row) => row.code)).size).toBe(DEFAULT_CODES.length);
    for (const row of DEFAULT_CODES) {
      expect(CLASSES[row.class].rank).toBe(row.rank);
      for (const field of row.requires) expect(REQUIREMENTS).toContain(field);
    }
  });
  it('leaves kept and broken promises and dropped calls to the system', () => {
    expect(DEFAULT_CODES.filter((row) => !row.selectable).map((row) => row.code)).toEqual([
      'BPTP',
      'KPTP',
      'DROP',
      'AMD',
      'FAIL',
      'UNFREEZE',
    ]);
  });
});
