import { expect, it } from 'vitest';
import { leftBehind } from './left-behind';

const place = { localName: 'div', id: 'place' };
it.each([
  ['nothing', [], false, []],
  ['elements', [place, { localName: 'p', id: '' }], false, ['<div id="place">', '<p>']],
  ['a clock that stands still', [], true, ['fake timers']],
])('%s', (_, parts, fake, left) => {
  expect(leftBehind(parts, fake)).toEqual(left);
});
