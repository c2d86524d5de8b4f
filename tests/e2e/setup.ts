/** Runs once before all end-to-end files: needs a build, and makes the demo data that every file starts from a copy of. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { AppServer } from '../support/app-server';
import { chromiumPath } from '../support/browser';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with the demo data, at rest; start a server from a copy of it. */
    demoData: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  if (!existsSync(join(root, 'dist/client/sw.js'))) throw new Error('There is no build to test. Run: npm run build');
  chromiumPath();
  const server = await AppServer.start();
  await server.stop();
  project.provide('demoData', server.dataDir);
  return () => rm(server.dataDir, { recursive: true, force: true });
}
