import { expect, test } from 'vitest';
import { askedOf } from './borrower-wishes';

const NONE = { from: null, to: null, notAt: null, language: 'hi' } as const;
const TIMED = { ...NONE, from: '08:00', to: '19:00', notAt: 'office' } as const;

test.each([
  [NONE, NONE],
  [{ language: 'hi' } as const, NONE],
  [{}, { ...NONE, language: null }],
  [TIMED, TIMED],
  // One end alone, and an end that is not after its begin.
  [{ ...NONE, from: '10:00' }, undefined],
  [{ ...NONE, to: '10:00' }, undefined],
  [{ ...NONE, from: '12:00', to: '10:00' }, undefined],
  [{ ...NONE, from: '10:00', to: '10:00' }, undefined],
])('%o is taken as %o', (form, asked) => {
  expect(askedOf(form)).toEqual(asked);
});
