import { defineConfig } from 'vitest/config';
import { atNight } from './tests/support/nightly';
import { AT_NIGHT } from './tests/when.mjs';

/** The whole product in a real Chromium against the real server; a file has its own server and phone, and two at a time keep two cores busy. */
export default defineConfig({
  test: {
    name: 'e2e',
    environment: 'node',
    include: ['tests/e2e/**/*.e2e.ts', 'tests/faults/**/*.e2e.ts'],
    exclude: atNight ? [] : Object.keys(AT_NIGHT),
    globalSetup: ['tests/e2e/setup.ts'],
    maxWorkers: 2,
    sequence: { concurrent: false },
    // A busy machine is no failure: what is waited for is waited for.
    expect: { poll: { timeout: 45_000 } },
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
