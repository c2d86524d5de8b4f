/**
 * What keeps the first visit of a phone small, beyond choosing small parts (measured by `npm run bench`,
 * initial-js-field). Each entry says what it saves, gzip.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);

/**
 * react-router marks nothing as pure, so that naming a component (`Link.displayName = …`) keeps forms, prefetching and
 * server-component code in every bundle. Names are only for developer tools: 4 kB.
 */
export function leanRouter(): Plugin {
  return {
    name: 'recoup:lean-router',
    apply: 'build',
    transform(code, id) {
      if (!/\/react-router\/dist\/.*\.mjs$/.test(id)) return undefined;
      return {
        code: code
          .replace(/^\w+\.displayName = [^;]+;$/gm, '')
          .replace(/= (React\d*\.(?:forwardRef|createContext|memo|lazy)\()/g, '= /*#__PURE__*/ $1')
          .replace(/^(var|const) (\w+) = (createContext|forwardRef)\(/gm, '$1 $2 = /*#__PURE__*/ $3('),
        map: null,
      };
    },
  };
}

const PRELOAD =
  /__vitePreload\w*(?:\$\d+)?\((?:async \(\) => \{\s*const (\{[^}]*\}) = await ([^;]*);\s*return (\{[^}]*\});\s*\}|\(\) => ([\s\S]*?)), __VITE_PRELOAD__\)/g;

/**
 * A dynamic import waits for nothing but its own chunk: what the first screens need is grouped below, and everything is on
 * the device after the first visit. The list of every chunk's companions and the code that preloads them: 2 kB. What
 * asks for it around each import: 0.3 kB.
 */
export function leanImports(): Plugin {
  return {
    name: 'recoup:lean-imports',
    apply: 'build',
    transform: (_, id) =>
      id.includes('vite/preload-helper')
        ? { code: 'export const __vitePreload = (load) => load();', map: null }
        : undefined,
    renderChunk(code) {
      if (!code.includes('__VITE_PRELOAD__')) return null;
      const bare = code.replace(
        PRELOAD,
        (call: string, taken?: string, from?: string, given?: string, whole?: string) => {
          if (whole !== undefined) return `(${whole})`;
          // A module has at least the parts that are taken out of it here.
          if (taken?.replace(/\s/g, '') !== given?.replace(/\s/g, '')) throw new Error(`Not understood: ${call}`);
          return `(${from})`;
        },
      );
      if (bare.includes('__VITE_PRELOAD__')) throw new Error('An import keeps its preloading: see PRELOAD');
      return { code: bare, map: null };
    },
  };
}

/** The page names its own scripts (firstScreen in vite.config.ts); chunks name none. */
export const leanPreload = {
  polyfill: false,
  resolveDependencies: (_: string, companions: string[], { hostType }: { hostType: 'html' | 'js' }) =>
    hostType === 'html' ? companions : [],
};

export const leanAliases = [
  /** The build for browsers of this decade instead of the ES5 one: 2 kB. */
  { find: /^dexie$/, replacement: join(dirname(require.resolve('dexie')), 'modern/dexie.mjs') },
  /** Copies static members of wrapped components; only emotion's `withTheme` asks for it, and nothing uses that: 1 kB. */
  { find: /^hoist-non-react-statics$/, replacement: join(import.meta.dirname, 'no-statics.ts') },
  /** A list of every HTML and SVG attribute, asked after style props and variants are taken out: 2 kB. */
  { find: /^@emotion\/is-prop-valid$/, replacement: join(import.meta.dirname, 'any-prop.ts') },
  /** The upload protocol brings a URL parser of its own: 3 kB, of the worker too. */
  { find: /^url-parse$/, replacement: join(import.meta.dirname, 'native-url.ts') },
];

/** What the engine needs before the first loan stands on the screen: these, and whatever they import without waiting. */
const ENGINE_ROOTS = ['src/app/device.ts', 'src/offline/engine.ts', 'src/offline/sync.ts'];

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}
let engine: Set<string> | undefined;

/** Everything that is reached from the roots without a dynamic import. */
function engineParts(graph: Graph): Set<string> {
  if (engine) return engine;
  const reached = new Set<string>();
  const visit = (id: string) => {
    // The kit is the shell's, or comes with the screens that use it.
    if (reached.has(id) || id.includes('/src/ui/')) return;
    reached.add(id);
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported);
  };
  for (const root of ENGINE_ROOTS) visit(join(import.meta.dirname, '..', root));
  if (reached.size < 20) throw new Error('The parts of the offline engine are not found: see ENGINE_ROOTS');
  engine = reached;
  return reached;
}

/** Small chunks compress worse than few: what every screen needs is one, what the engine needs at its start another. 6 kB. */
export const leanChunks = [
  {
    name: 'shell',
    priority: 2,
    test: /node_modules\/(react|react-dom|react-router|@emotion|@chakra-ui|stylis|scheduler)\/|\/src\/(ui\/(?!choices|sheet|date-chips|day-input|theme-switch|virtual-list|row-heights|kit)|routes\/(?:access|core-routes|match|paths)\.|features\/(?:session\/|field\/(?:queries|ledger\/sync-words)\.)|i18n\/(?:index|load|language-choice)\.)|\/core\/domain\/(?:buckets|canonical|contact-hours|contact-pause|dates|dispositions|ids|masking|money|roles)\.|\/src\/app\/service-worker|preload-helper/,
  },
  {
    name: (id: string, graph: Graph) => (engineParts(graph).has(id) ? 'engine' : null),
    priority: 1,
  },
  {
    /** The sign-in, whichever of its two pages: one request instead of three, and they compress as one. */
    name: 'sign-in',
    priority: 1,
    test: /\/src\/features\/auth\/(pages\/field-login-page|components\/login-form)/,
  },
  {
    /** The list of loans and the words it shares with the screens behind it: 1 kB. */
    name: 'list',
    priority: 1,
    test: /\/src\/features\/field\/(loans\/(?!filter-words|gate|judge|dial)|pages\/field-loans|components\/(loan-card|loans-status|two-lines))|\/src\/ui\/(virtual-list|row-heights)/,
  },
  {
    /** PIN, passwords and who was here before: rare, small and asked for together; the sign-in names one file, not six. */
    name: 'doors',
    priority: 1,
    test: /\/src\/features\/auth\/(stake-words|components\/(pin-|password-sheet|safety-card|secret-input|sign-in-step|known-users))/,
  },
];
