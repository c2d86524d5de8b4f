/**
 * The bench page in a real Chromium: built by Vite from `tests/bench/pages` (which imports the app's own sources), served
 * on localhost so that it is a secure context, cross-origin isolated so that its clock is fine.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { CHROMIUM_FLAGS, chromiumPath } from '../../support/browser';
import type { Rounds } from '../pages/main';
import { serveFolder } from './front-server';

export interface BenchPage {
  /** Runs one of the page's functions; answers what it answers. */
  call<Name extends keyof Rounds>(
    name: Name,
    ...args: Parameters<Rounds[Name]>
  ): Promise<Awaited<ReturnType<Rounds[Name]>>>;
  /** ms that every request to the server behind waits before it is passed on. */
  setRoundTrip(ms: number): void;
  /** The whole page at a line's speed: kbit/s both ways and ms of latency; null for none. */
  setLine(line: { kbits: number; latencyMs: number } | null): Promise<void>;
  /** The processor so many times slower. */
  setSlowdown(times: number): Promise<void>;
  /** Bytes of script values that are alive. */
  heapBytes(): Promise<number>;
  /** The page anew, with nothing in its memory. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** `behind` is the origin of a running server, reached through the page's own origin. */
export async function openBenchPage(behind?: string): Promise<BenchPage> {
  const folder = await mkdtemp(join(tmpdir(), 'recoup-bench-'));
  await build({
    root: fileURLToPath(new URL('../pages', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    define: { __APP_VERSION__: JSON.stringify('bench'), 'process.env.NODE_ENV': JSON.stringify('production') },
    build: { outDir: join(folder, 'site'), emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 4096 },
    worker: { format: 'es' },
  });
  const front = await serveFolder(join(folder, 'site'), {
    behind,
    headers: { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' },
  });
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: chromiumPath(),
    headless: true,
    args: CHROMIUM_FLAGS,
  });
  context.setDefaultTimeout(600_000);
  const page = context.pages()[0] ?? (await context.newPage());
  page.on('console', (message) => {
    if (message.type() === 'error') console.error(`  page: ${message.text()}`);
  });
  const load = async () => {
    await page.goto(`${front.origin}/index.html`);
    await page.waitForFunction(() => window.rounds !== undefined);
  };
  await load();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');

  return {
    call: (name, ...args) =>
      page.evaluate(
        ([wanted, given]) => {
          const round = window.rounds?.[wanted] as ((...args: unknown[]) => unknown) | undefined;
          return round?.(...(given as unknown[]));
        },
        [name, args] as const,
      ) as never,
    setRoundTrip: front.setRoundTrip,
    async setLine(line) {
      const bytes = line ? (line.kbits * 1000) / 8 : -1;
      await cdp.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: line?.latencyMs ?? 0,
        downloadThroughput: bytes,
        uploadThroughput: bytes,
      });
    },
    async setSlowdown(times) {
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: times });
    },
    async heapBytes() {
      await cdp.send('HeapProfiler.collectGarbage');
      return (await cdp.send('Runtime.getHeapUsage')).usedSize;
    },
    reload: load,
    async close() {
      await context.close();
      await front.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
