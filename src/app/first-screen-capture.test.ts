import { describe, expect, it } from 'vitest';
import { withoutUnusedProperties } from './first-screen-capture';

describe('custom properties in the picture', () => {
  const cases: [name: string, css: string, html: string, wanted: string][] = [
    [
      'keeps what a rule reads',
      ':root{--a: 1px;--b: 2px;}.x{width: var(--a);}',
      '',
      ':root{--a: 1px;}.x{width: var(--a);}',
    ],
    [
      'keeps what another kept one reads',
      ':root{--a: var(--b);--b: 2px;--c: 3px;}.x{width: var(--a, 1px);}',
      '',
      ':root{--a: var(--b);--b: 2px;}.x{width: var(--a, 1px);}',
    ],
    ['keeps what an inline style reads', ':root{--a: 1px;}', '<i style="width: var(--a)">', ':root{--a: 1px;}'],
    ['drops rules that became empty', ':root{--a: 1px;}.x{color: red;}', '', '.x{color: red;}'],
    [
      'does not loop on a circle',
      ':root{--a: var(--b);--b: var(--a);}.x{width: var(--a);}',
      '',
      ':root{--a: var(--b);--b: var(--a);}.x{width: var(--a);}',
    ],
  ];
  it.each(cases)('%s', (_, css, html, wanted) => {
    expect(withoutUnusedProperties(css, html)).toBe(wanted);
  });
});
