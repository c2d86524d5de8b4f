/** The client and its service worker; `dist/client`. The server has its own build (scripts/build.mjs). */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { chunkList } from './scripts/chunks';
import { inputFiles, onlyInputs } from './scripts/inputs.mjs';
import { leanAliases, leanChunks, leanImports, leanPreload, leanRouter } from './scripts/lean';
import { ROUTE_IDS, routeOf } from './src/routes';

const root = fileURLToPath(new URL('.', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

/**
 * `0.1.0+1a2b3c4d`: the package version and a hash of everything that the bundle is made of, so that the same sources
 * have the same version on every machine, with or without git.
 */
function appVersion(): string {
  const hash = createHash('sha256');
  for (const file of inputFiles('client')) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  return `${version}+${hash.digest('hex').slice(0, 8)}`;
}

const define = { __APP_VERSION__: JSON.stringify(appVersion()) };

/**
 * Puts `src/app/first-screen.ts` into the page as one small inline script and lets it load the app: the module tag and
 * the preloads that Vite writes become its attributes, so that nothing competes with the prepared first screen's paint.
 * The server allows the script by its hash (Content-Security-Policy).
 */
function firstScreen(): Plugin {
  return {
    name: 'recoup:first-screen',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (!bundle) return html;
        const built = await build({
          configFile: false,
          logLevel: 'silent',
          root,
          define,
          build: {
            write: false,
            copyPublicDir: false,
            lib: { entry: 'src/app/first-screen.ts', name: 'firstScreen', formats: ['iife'] },
          },
        });
        const chunk = (Array.isArray(built) ? built[0] : built) as { output: { code?: string }[] };
        const code = chunk.output[0]?.code?.trim();
        if (!code || code.includes('</script')) throw new Error('first-screen.ts did not become one inline script');
        let entry = '';
        const preloads: string[] = [];
        const rest = html
          .replace(/\s*<script type="module"[^>]*\ssrc="([^"]+)"[^>]*><\/script>/g, (_, src: string) => {
            if (entry) throw new Error('index.html has more than one module script');
            entry = src;
            return '';
          })
          .replace(/\s*<link rel="modulepreload"[^>]*\shref="([^"]+)"[^>]*>/g, (_, href: string) => {
            preloads.push(href);
            return '';
          });
        if (!entry) throw new Error('index.html has no module script');
        const styled = rest.replace(/<link rel="stylesheet"[^>]*\shref="\/([^"]+)"[^>]*>/g, (link, file: string) => {
          const sheet = bundle[file];
          if (sheet?.type !== 'asset') return link;
          // A request of its own costs more than the bytes: the page's stylesheet stands before the first paint.
          delete bundle[file];
          return `<style data-page-style>${sheet.source.toString().trim()}</style>`;
        });
        const script = `<script data-entry="${entry}" data-preload="${preloads.join(' ')}">${code}</script>`;
        return styled.replace('</body>', () => `  ${script}\n  </body>`);
      },
    },
  };
}

/**
 * Which chunks the worker may leave for later: those that only pages of online routes need. Everything else is
 * precached, so a chunk that this function does not know about is on the device rather than missing.
 */
function laterChunks(): { plugin: Plugin; isLater: (file: string) => boolean } {
  const later = new Set<string>();
  const plugin: Plugin = {
    name: 'recoup:later-chunks',
    apply: 'build',
    generateBundle(_, bundle) {
      const sources = ['pages', 'desk-pages'].map((file) => readFileSync(join(root, `src/app/${file}.tsx`), 'utf8'));
      const source = sources.join('\n');
      const table = sources.map((text) => text.slice(text.search(/ages: Record</))).join('\n');
      const constants = new Map(
        [...source.matchAll(/const (\w+) = lazy\(\(\) => import\('([^']+)'\)\)/g)].map(([, name, path]) => [
          name,
          path,
        ]),
      );
      /** The modules named in the row `id: …` of the table, up to the next row. */
      const pagesOf = (id: string): string[] => {
        const [, row] = new RegExp(`\\n  ${id}(?:: ([^]*?))?,(?=\\n  \\w|\\n\\})`).exec(table) ?? [];
        const words = row ?? id;
        const direct = [...words.matchAll(/import\('([^']+)'\)/g)].map(([, path]) => path);
        const named = [...words.matchAll(/\b\w+\b/g)].map(([name]) => constants.get(name));
        const found = [...direct, ...named].filter((path) => path !== undefined);
        if (!found.length) throw new Error(`src/app/(desk-)pages.tsx: no page is found for route ${id}`);
        return found.map((path) => join(root, 'src/app', path));
      };
      const offline = new Set<string>();
      const online = new Set<string>();
      for (const id of ROUTE_IDS)
        for (const page of pagesOf(id)) (routeOf(id).offline === 'offline' ? offline : online).add(page);
      const isOnlinePage = (module: string | null) => {
        const page = module?.replace(/\.tsx?$/, '') ?? '';
        return online.has(page) && !offline.has(page);
      };
      const needed = new Set<string>();
      const open = Object.values(bundle).filter((chunk) => chunk.type === 'chunk' && chunk.isEntry);
      for (let chunk = open.pop(); chunk; chunk = open.pop()) {
        if (chunk.type !== 'chunk' || needed.has(chunk.fileName) || isOnlinePage(chunk.facadeModuleId)) continue;
        needed.add(chunk.fileName);
        for (const file of [...chunk.imports, ...chunk.dynamicImports]) {
          const next = bundle[file];
          if (next) open.push(next);
        }
      }
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && !needed.has(chunk.fileName)) later.add(chunk.fileName);
    },
  };
  return { plugin, isLater: (file) => later.has(file) };
}

const api = { target: `http://127.0.0.1:${process.env.PORT ?? 3000}`, changeOrigin: false };

const { plugin: findLaterChunks, isLater } = laterChunks();

export default defineConfig({
  define,
  resolve: { alias: leanAliases },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // One sheet, which the page itself holds: chunks must not ask for it again.
    cssCodeSplit: false,
    modulePreload: leanPreload,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/[name]-[hash].js',
        entryFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
        codeSplitting: { groups: leanChunks },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    port: 5173,
    proxy: {
      '^/(api|reporting|brake|dialer)/': api,
      '^/(config\\.json|health|docs)([/?]|$)': api,
    },
  },
  plugins: [
    react(),
    leanRouter(),
    leanImports(),
    onlyInputs('client'),
    firstScreen(),
    findLaterChunks,
    chunkList(root),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'index.ts',
      injectRegister: false,
      registerType: 'prompt',
      includeAssets: ['favicon.ico', 'icons/*.svg'],
      injectManifest: {
        globPatterns: ['**/*.{js,css,html}'],
        globIgnores: ['sw.js'],
        manifestTransforms: [(entries) => ({ manifest: entries.filter(({ url }) => !isLater(url)), warnings: [] })],
        rollupFormat: 'iife',
        buildPlugins: { vite: [onlyInputs('client')] },
      },
      integration: {
        // The plugin names the worker after its source, `index.js`; it is served as `/sw.js`.
        beforeBuildServiceWorker(options) {
          options.swDest = join(root, 'dist/client/sw.js');
          options.injectManifest.swDest = options.swDest;
        },
      },
      devOptions: { enabled: true, type: 'module', navigateFallback: 'index.html' },
      manifest: {
        id: '/',
        name: 'Recoup',
        short_name: 'Recoup',
        description: 'Collections in the field and at the desk, with or without a network',
        start_url: '/?source=pwa',
        scope: '/',
        display: 'standalone',
        lang: 'en-IN',
        dir: 'ltr',
        categories: ['business', 'finance'],
        background_color: '#f4f6f7',
        theme_color: '#124e66',
        shortcuts: [
          { name: 'Loans', url: '/field-agent-loans' },
          { name: 'Ledger', url: '/field-agent/ledger' },
        ],
        icons: [
          { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
    }),
  ],
});
