/** The server for production: one bundle a root of `server/start`, packages left in node_modules. */
import { cpSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { onlyInputs } from './scripts/inputs.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));
// run.ts is what the roots share.
const roots = readdirSync(`${root}server/start`).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'run.ts',
);

export default defineConfig({
  root,
  logLevel: 'warn',
  plugins: [
    onlyInputs('server'),
    {
      name: 'recoup:server-files',
      // What the server reads from disk lies beside its bundle, so that `dist` alone can be deployed.
      closeBundle() {
        cpSync(`${root}server/db/migrations`, `${root}dist/server/db/migrations`, { recursive: true });
        cpSync(`${root}server/platform/letters/fonts`, `${root}dist/server/platform/letters/fonts`, {
          recursive: true,
        });
        cpSync(`${root}server/db/pglite-worker.mjs`, `${root}dist/server/db/pglite-worker.mjs`);
      },
    },
  ],
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node20',
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: Object.fromEntries(roots.map((name) => [name.replace(/\.ts$/, ''), `${root}server/start/${name}`])),
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
