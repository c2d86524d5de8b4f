import { expect, it } from 'vitest';
import { wholeText } from './whole-text';

it.each([
  ['plain', 'Will pay after salary', 'Will pay after salary'],
  ['every script and whole emoji stay', 'भुगतान 😀 ಹಣ', 'भुगतान 😀 ಹಣ'],
  ['NUL', 'a\0b\0', 'ab'],
  ['a first half alone', 'a\ud83d', 'a'],
  ['a second half alone', '\ude00b', 'b'],
  ['halves in the wrong order', '\ude00\ud83d', ''],
  ['NUL between two halves: neither is a letter of its own', '\ud83d\0\ude00', ''],
  ['line breaks and tabs stay', 'a\n\tb', 'a\n\tb'],
  [
    'at any depth',
    { remarks: 'x\0', list: [{ name: '\ud83d' }, 7, null] },
    { remarks: 'x', list: [{ name: '' }, 7, null] },
  ],
])('%s', (_name, given, whole) => {
  expect(wholeText(given)).toEqual(whole);
});
