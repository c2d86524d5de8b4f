import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig, SETTING_NAMES } from './config';

/** The first two columns of the README's table of settings: names, and the defaults in the same order. */
const rows = (() => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const chapter = readme.split(/^## /m).find((text) => text.startsWith('Configuration\n')) ?? '';
  const cells = chapter.split('\n').filter((line) => line.startsWith('| `'));
  return cells.map((line) => line.split('|').slice(1, 3)) as [string, string][];
})();

describe('the settings in the README', () => {
  it('are all that the server reads, and no others', () => {
    const named = rows.flatMap(([names]) => [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect(named.length).toBeGreaterThan(20);
    expect([...named].sort()).toEqual([...SETTING_NAMES].sort());
  });

  it('have the defaults that the table says', () => {
    const said = Object.fromEntries(
      rows.flatMap(([names, defaults]) => {
        const values = defaults.split(',').map((value) => value.trim());
        return [...names.matchAll(/`(\w+)`/g)].map(([, name], at) => [name, values[at] ?? '']);
      }),
    ) as Record<string, string>;
    // A default that the table shows may be set by hand, and nothing changes.
    const shown = Object.entries(said).filter(([, value]) => value.startsWith('`'));
    expect(shown.length).toBeGreaterThan(12);
    const byHand = Object.fromEntries(shown.map(([name, value]) => [name, value.replaceAll('`', '')]));
    expect(readConfig(byHand)).toEqual(readConfig({}));
  });
});
