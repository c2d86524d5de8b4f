import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readConfig } from '../server/platform/config';
import { AT_NIGHT, NIGHT, SHORTER } from '../tests/when.mjs';

it('each file that the list names is there, once', () => {
  const named = [...Object.keys(AT_NIGHT), ...Object.keys(SHORTER)];
  expect(new Set(named).size).toBe(named.length);
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});

it.each(Object.keys(SHORTER))('%s asks whether it is night', (file) => {
  expect(readFileSync(file, 'utf8')).toMatch(/atNight|bothAtNight|turn\(/);
});

it('a server that a test of the night starts is not told a setting that it refuses', () => {
  expect(() => readConfig({ [NIGHT]: 'yes' })).not.toThrow();
});
