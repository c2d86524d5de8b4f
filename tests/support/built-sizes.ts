/**
 * What the build in `dist` makes a browser load: for the first visits, and for each screen of the desk beyond the desk's frame.
 * Read from the list of chunks that the build leaves (scripts/chunks.ts), in the gzip that the server sends; no browser, no clock.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type BuiltChunks, CHUNK_LIST } from '../../scripts/chunks';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** KB gzip, inline scripts included. */
export const LIMITS_KB = { field: 172, desk: 263, screen: 60 } as const;

const APP = 'index.html';
const DESK_LAYOUT = 'src/app/desk-layout.tsx';
const DESK_TABLE = 'src/app/desk-table.ts';
const DEVICE = 'src/offline/engine.ts';

/** What is asked for on the way from the sign-in to the first row of loans, each with all that it needs. The bench looks in Chromium. */
export const FIRST_VISITS = {
  field: [APP, DEVICE, 'src/features/auth/pages/field-login-page.tsx', 'src/features/field/pages/field-loans.tsx'],
  desk: [
    APP,
    DEVICE,
    DESK_TABLE,
    DESK_LAYOUT,
    'src/features/auth/pages/login-page.tsx',
    'src/features/desk/pages/loans-page.tsx',
  ],
} as const;

const HOME = 'src/features/desk/pages/home-page.tsx';
const LIST = 'src/features/desk/pages/loans-page.tsx';
const CALL = 'src/features/telecaller/pages/call-management-page.tsx';
const PREDICTIVE = 'src/features/dialer/pages/predictive-call-page.tsx';
const everyone = 'everyone';

/**
 * Parts with a chunk of their own, and which screens show them without being asked, to whom; none: it takes a press. A part that
 * is not named here counts for every screen that can reach it.
 */
const PARTS: Record<string, Record<string, string>> = {
  'src/features/telecaller/pages/home-page.tsx': { [HOME]: 'telecaller' },
  'src/features/telecaller/components/active-list.tsx': { [LIST]: 'telecaller' },
  'src/features/devices/components/alerts.tsx': { [HOME]: 'manager' },
  'src/features/desk/components/codes-card.tsx': { [HOME]: 'manager' },
  'src/features/messages/components/message-part.tsx': { [CALL]: everyone, [PREDICTIVE]: everyone },
  'src/features/contact/components/borrower-wishes.tsx': { [CALL]: everyone, [PREDICTIVE]: everyone },
  'src/features/contact/components/contact-chip.tsx': { [CALL]: everyone, [PREDICTIVE]: everyone },
  'core/domain/letters/settlement-letter.ts': {},
  'src/features/settlements/components/loan-settlement.tsx': {},
  'src/features/settlements/components/offer-dialog.tsx': {},
  'src/features/settlements/components/decide-dialog.tsx': {},
  'src/features/settlements/components/draw-letter.tsx': {},
  'src/ui/kit/day-calendar.tsx': {},
  // Below a question that comes with an outcome; forms that have it from the start need it themselves.
  'src/ui/day-input.tsx': {},
  'src/ui/date-chips.tsx': {},
  'src/features/desk/components/loan-panel.tsx': {},
  'src/features/people/components/add-leave.tsx': {},
  'src/features/people/components/deactivate-dialog.tsx': {},
  'src/features/people/components/upload-certificate.tsx': {},
  'src/features/contact/components/reason-dialog.tsx': {},
  'src/features/reports/components/format-dialog.tsx': {},
  'src/features/telecaller/components/edit-loan.tsx': {
    'src/features/telecaller/pages/modify-loan-page.tsx': everyone,
  },
  // Where an administrator shows charts; drawn after the figures above them.
  'src/features/charts/index.ts': {},
  // Below everything else of a home, as charts are.
  'src/features/telecaller/components/own-incentives.tsx': {},
  'src/features/organisation/index.ts': {},
  // Of an alert that says that a file is ready: it is fetched by a press.
  'core/contract/report-exports.ts': {},
  'src/features/loan-sheet/components/more-facts.tsx': {},
  'src/features/reports/components/loan-export.tsx': {},
  'src/features/desk/components/assign-loans.tsx': {},
  'src/features/desk/components/give-numbers.tsx': {},
  'src/features/messages/components/message-dialog.tsx': {},
  'src/features/messages/components/template-panel.tsx': {},
  'src/features/messages/components/payment-link-dialog.tsx': {},
  'src/features/contact/components/wish-dialog.tsx': {},
  'src/features/forms/conflict.tsx': {},
  'src/features/loan-import/components/add-suppressions.tsx': {},
  'src/features/loan-import/components/undo-dialog.tsx': {},
  'src/features/loan-import/components/import-wizard.tsx': {},
  'src/features/dialer/components/dialpad-keys.tsx': {},
  // Of the predictive screen, which opens without a call.
  'src/features/telecaller/components/call-workspace.tsx': {},
  'src/features/telecaller/components/follow-up-list.tsx': {},
  'src/features/telecaller/components/request-dialogs.tsx': {},
  // Below an outcome that was chosen.
  'src/features/telecaller/components/files.tsx': {},
  // Of an outcome without a call.
  'src/features/telecaller/components/other-phone-block.tsx': {},
  // Of those whose device keeps no outbox, after they save.
  'src/features/telecaller/save-at-server.ts': {},
};

export interface ScreenSize {
  /** The page's module. */
  page: string;
  /** Whose view of it is the largest. */
  who: string;
  bytes: number;
}

export interface BuiltSizes {
  firstVisits: Record<keyof typeof FIRST_VISITS, number>;
  /** Every page of the desk, the largest first. */
  screens: readonly ScreenSize[];
  /** Files of a first visit, as the browser asks for them. */
  filesOf(visit: keyof typeof FIRST_VISITS): ReadonlySet<string>;
}

/** At the level of server/app.ts. */
const sent = (bytes: Buffer) => gzipSync(bytes, { level: 9 }).length;

export function builtSizes(root = ROOT): BuiltSizes {
  const list = join(root, CHUNK_LIST);
  if (!existsSync(list)) throw new Error(`${CHUNK_LIST} is missing. Run: npm run build`);
  const chunks = JSON.parse(readFileSync(list, 'utf8')) as BuiltChunks;
  const chunk = (file: string) => {
    const found = chunks[file];
    if (!found) throw new Error(`${CHUNK_LIST} does not know ${file}`);
    return found;
  };
  /** The one file that an import of the module loads. */
  const fileOf = (module: string): string => {
    const found =
      Object.keys(chunks).find((file) => chunk(file).module === module) ??
      Object.keys(chunks).find((file) => chunk(file).modules.includes(module));
    if (!found) throw new Error(`The build has no file with ${module}: is it loaded by itself, and named right here?`);
    return found;
  };
  const needs = (file: string, into = new Set<string>()): Set<string> => {
    if (into.has(file)) return into;
    into.add(file);
    for (const next of chunk(file).imports) needs(next, into);
    return into;
  };
  const allOf = (modules: readonly string[]) => new Set(modules.flatMap((module) => [...needs(fileOf(module))]));
  const sizes = new Map<string, number>();
  const size = (files: Iterable<string>) => {
    let sum = 0;
    for (const file of files) {
      const held = sizes.get(file) ?? sent(readFileSync(join(root, 'dist/client', file)));
      sizes.set(file, held);
      sum += held;
    }
    return sum;
  };

  const frame = allOf([APP, DESK_LAYOUT, DESK_TABLE]);
  const framesOwn = new Set([...frame].flatMap((file) => chunk(file).later));
  const named = new Map(Object.entries(PARTS).map(([module, shown]) => [fileOf(module), shown]));

  /** With every part that `who` sees on this page without asking. */
  function seenBy(page: string, who: string): number {
    const own = new Set([...needs(fileOf(page))].filter((file) => !frame.has(file)));
    for (const file of own) {
      for (const part of chunk(file).later) {
        const shown = named.get(part);
        // What the frame asks for too is its own, but for a page that another page shows as a part.
        if (frame.has(part) || (!shown && framesOwn.has(part))) continue;
        if (shown && shown[page] !== who && shown[page] !== everyone) continue;
        for (const needed of needs(part)) if (!frame.has(needed)) own.add(needed);
      }
    }
    return size(own);
  }
  const screens = deskPages(root).map((page): ScreenSize => {
    const views = new Set(Object.values(PARTS).flatMap((shown) => shown[page] ?? []));
    const sized = [...views, everyone].map((who) => ({ page, who, bytes: seenBy(page, who) }));
    return sized.reduce((largest, one) => (one.bytes > largest.bytes ? one : largest));
  });

  const html = readFileSync(join(root, 'dist/client/index.html'), 'utf8');
  const inline = [...html.matchAll(/<script[^>]*>([\s\S]+?)<\/script>/g)].map(([, code = '']) => Buffer.from(code));
  const scripts = inline.reduce((sum, code) => sum + gzipSync(code).length, 0);
  return {
    firstVisits: {
      field: size(allOf(FIRST_VISITS.field)) + scripts,
      desk: size(allOf(FIRST_VISITS.desk)) + scripts,
    },
    screens: screens.sort((a, b) => b.bytes - a.bytes),
    filesOf: (visit) => allOf(FIRST_VISITS[visit]),
  };
}

/** The modules of the desk's pages, from the tables that the router takes them from. */
function deskPages(root: string): string[] {
  const table = readFileSync(join(root, 'src/app/desk-pages.tsx'), 'utf8');
  const core = readFileSync(join(root, 'src/app/pages.tsx'), 'utf8');
  const home = /\bdesk: lazy\(\(\) => import\('\.\.\/([^']+)'\)/.exec(core)?.[1];
  if (!home) throw new Error('src/app/pages.tsx names no home of the desk');
  const pages = [...table.matchAll(/import\('\.\.\/([^']+)'\)/g)].map(([, path = '']) => path);
  if (pages.length === 0) throw new Error('src/app/desk-pages.tsx names no page');
  return [...new Set([home, ...pages])].map((path) => `src/${path}.tsx`);
}
