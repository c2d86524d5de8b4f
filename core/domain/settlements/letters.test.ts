import { describe, expect, it } from 'vitest';
import { type LetterAsked, letterState, lettersAt } from './letters';
import { STAGES } from './steps';

const sent: LetterAsked = {
  kind: 'SR',
  sent: true,
  round: 2,
  stage: 'letter-out',
  roundInForce: 2,
  current: false,
};

describe('letters of a settlement', () => {
  it('none is drawn before the approval, nor of one that fell', () => {
    const drawn = STAGES.filter((stage) => lettersAt(stage).length > 0);
    expect(drawn).toEqual(['approved', 'letter-out', 'acknowledged', 'running', 'completed']);
    expect([lettersAt('approved'), lettersAt('running'), lettersAt('completed')]).toEqual([
      ['SR', 'AL'],
      ['AL'],
      ['NL'],
    ]);
  });

  it.each([
    ['never sent', { sent: false }, 'draft'],
    ['out', {}, 'valid'],
    ['being paid', { stage: 'running', kind: 'AL' }, 'valid'],
    ['of terms of before', { roundInForce: 3 }, 'void'],
    ['lapsed', { stage: 'lapsed' }, 'void'],
    ['not kept', { stage: 'breached', kind: 'AL' }, 'void'],
    ['paid', { stage: 'completed' }, 'done'],
    ['paid and said so', { stage: 'no-dues' }, 'done'],
    ['no dues', { kind: 'NL', stage: 'no-dues', current: true }, 'valid'],
    ['no dues, then taken back', { kind: 'NL', stage: 'running', current: false }, 'void'],
    ['no dues of before, and another one since', { kind: 'NL', stage: 'no-dues', current: false }, 'void'],
  ] as const)('%s: %o is %s', (_, change, state) => {
    expect(letterState({ ...sent, ...change })).toBe(state);
  });
});
