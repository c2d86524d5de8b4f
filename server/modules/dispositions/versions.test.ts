import { describe, expect, it } from 'vitest';
import { RECORD_VERSION } from '../../../core/contract/records';
import { type Lifts, liftPayload } from './versions';

const lifts: Lifts = {
  2: ({ note, ...rest }) => ({ ...rest, remarks: note }),
  3: (older) => ({ ...older, place: 'other' }),
};

describe('payload versions', () => {
  it.each([
    ['the newest as it is', { payloadVersion: 4, a: 1 }, { payloadVersion: 4, a: 1 }],
    ['one step', { payloadVersion: 3, a: 1 }, { payloadVersion: 4, a: 1, place: 'other' }],
    ['two steps', { payloadVersion: 2, note: 'x' }, { payloadVersion: 4, remarks: 'x', place: 'other' }],
    ['an empty foreclosure amount dropped', { payloadVersion: 4, foreclosureAmount: '' }, { payloadVersion: 4 }],
    ['one that is “null” as well', { payloadVersion: 4, foreclosureAmount: 'null' }, { payloadVersion: 4 }],
    [
      'one with a value left to the schema',
      { payloadVersion: 4, foreclosureAmount: '1200' },
      { payloadVersion: 4, foreclosureAmount: '1200' },
    ],
    ['too old', { payloadVersion: 1 }, undefined],
    ['too new', { payloadVersion: 5 }, undefined],
    ['zero', { payloadVersion: 0 }, undefined],
    ['no version: left to the schema', { a: 1 }, { a: 1 }],
    ['a version that is text: left to the schema', { payloadVersion: '4' }, { payloadVersion: '4' }],
  ])('%s', (_, payload, expected) => {
    expect(liftPayload(payload, lifts, 4)).toEqual(expected);
  });

  it('lifts what apps of earlier versions wrote', () => {
    expect(liftPayload({ payloadVersion: 1, code: 'FDL' })).toEqual({
      payloadVersion: RECORD_VERSION,
      code: 'FDL',
      signedBy: null,
      clockMeasuredAt: null,
    });
    expect(liftPayload({ payloadVersion: 2, signedBy: 'a' })).toEqual({
      payloadVersion: RECORD_VERSION,
      signedBy: 'a',
      clockMeasuredAt: null,
    });
    expect(liftPayload({ payloadVersion: 3, signedBy: 'a' })).toEqual({
      payloadVersion: RECORD_VERSION,
      signedBy: 'a',
    });
    expect(liftPayload({ payloadVersion: 4, signedBy: 'a' })).toEqual({
      payloadVersion: RECORD_VERSION,
      signedBy: 'a',
    });
  });

  it('takes what this build writes', () => {
    expect(liftPayload({ payloadVersion: RECORD_VERSION })).toEqual({ payloadVersion: RECORD_VERSION });
    expect(liftPayload({ payloadVersion: RECORD_VERSION + 1 })).toBeUndefined();
  });
});
