import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { mutations } from './tests/matrix/mutate';
import { LongestFirst } from './tests/support/longest-first';
import { atNight } from './tests/support/nightly';
import { AT_NIGHT } from './tests/when.mjs';

const real = {
  environment: 'node' as const,
  isolate: false,
  globalSetup: ['tests/support/postgres.ts'],
  expect: { poll: { timeout: 15_000 } },
  testTimeout: 60_000,
  hookTimeout: 120_000,
};

const screens = { environment: 'jsdom', setupFiles: ['tests/support/jsdom.ts'], testTimeout: 20_000 };
/** A module that was loaded before it is mocked stays as it was: files that mock one have a worker of their own. */
const MOCKING = readdirSync(join(import.meta.dirname, 'src'), { recursive: true, encoding: 'utf8' })
  .map((name) => join('src', name))
  .filter((name) => name.endsWith('.test.tsx') && readFileSync(name, 'utf8').includes('vi.mock('));

/**
 * `unit` and `screens` sit beside their source; `integration` drives the real server, `mutants` takes its guards out, `faults` plays
 * phones and servers in virtual time. End to end has its own config. All but `faults` and those that stand `alone` share modules between the files of a worker:
 * loading them anew for each was half of the time.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          isolate: false,
          include: ['{core,server,src,sw,scripts}/**/*.test.ts', 'tests/support/**/*.test.ts'],
          exclude: ['src/offline/**'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      // Engines talk over the channels of their worker: one that outlives its file would hear the next file's.
      {
        test: {
          name: 'unit-alone',
          environment: 'node',
          include: ['src/offline/**/*.test.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [mutations(import.meta.dirname), react()],
        test: { ...screens, name: 'screens', isolate: false, include: ['src/**/*.test.tsx'], exclude: MOCKING },
      },
      {
        plugins: [mutations(import.meta.dirname), react()],
        test: { ...screens, name: 'screens-alone', include: MOCKING },
      },
      {
        test: {
          ...real,
          name: 'integration',
          include: ['tests/{integration,faults,load}/**/*.test.ts'],
          exclude: ['tests/faults/sim/**', ...(atNight ? [] : Object.keys(AT_NIGHT))],
        },
      },
      {
        plugins: [mutations(import.meta.dirname)],
        test: { ...real, name: 'mutants', include: ['tests/matrix/**/*.test.ts'] },
      },
      // Takes both cores for itself.
      { test: { name: 'faults', environment: 'node', include: ['tests/faults/sim/**/*.test.ts'] } },
    ],
  },
});
