import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { mutations } from './tests/matrix/mutate';

/** `unit` and `screens` sit beside their source; `integration` drives the real server, `faults` plays
 * phones and servers in virtual time. End to end has its own config. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{core,server,src,sw,scripts}/**/*.test.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [mutations(import.meta.dirname), react()],
        test: {
          name: 'screens',
          environment: 'jsdom',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['tests/support/jsdom.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'integration',
          environment: 'node',
          include: ['tests/{integration,faults,load}/**/*.test.ts'],
          exclude: ['tests/faults/sim/**'],
          globalSetup: ['tests/support/postgres.ts'],
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [mutations(import.meta.dirname)],
        test: {
          name: 'mutants',
          environment: 'node',
          include: ['tests/matrix/**/*.test.ts'],
          globalSetup: ['tests/support/postgres.ts'],
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      // Takes both cores for itself.
      { test: { name: 'faults', environment: 'node', include: ['tests/faults/sim/**/*.test.ts'] } },
    ],
  },
});
