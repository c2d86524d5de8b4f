/** Section 5 is one set of rules for client and server: who takes each from here, on either side. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { safeParse } from 'zod/mini';
import { saveIncentives } from '../../contract/incentives';
import type { Schema } from '../../contract/kit';
import { updateLoan } from '../../contract/loan-changes';
import { partyInput } from '../../contract/organisation';
import * as v from '.';

const ROOT = join(import.meta.dirname, '../../..');
const HERE = 'core/domain/validators/';
const sources = ['core', 'server', 'src']
  .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true }).map((name) => `${folder}/${name}`))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.startsWith(HERE))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
  .filter(({ text }) => /from '[^']*\/validators/.test(text));

/** Files that import one of the names from here, or hand `kind` to one of the two form checkers. */
const usersOf = (names: string, kind?: string) =>
  sources
    .filter(({ text }) => {
      const imported = [...text.matchAll(/import ([^;]*?) from '[^']*\/validators[^']*'/g)].map(([, what]) => what);
      const words = new Set(imported.join(' ').match(/\w+/g));
      const checked = kind !== undefined && [...words].some((word) => /^check(First|Second)Form$/.test(word));
      return names.split(' ').some((name) => words.has(name)) || (checked && text.includes(`: '${kind}'`));
    })
    .map(({ path }) => path)
    .sort();

interface Rule {
  names: string;
  /** Of the form checkers. */
  kind?: string;
  /** Below core/contract and server it is the server that refuses, below src a screen; core/domain serves both. */
  users: string[];
  /** Why one side is missing: the screen it waits for, or what the other side has to do with it. */
  without?: string;
}
const PROFILES = 'core/domain/profile-fields.ts';
const READ = 'core/domain/loan-import/read-field.ts';
const IDENTITIES = 'server/modules/people/contact-changes.ts';
const SUPPRESSED = 'server/modules/suppression-list/keys.ts';
const RULES: Record<string, Rule> = {
  email: {
    names: 'email isEmail',
    kind: 'email',
    users: [
      'core/contract/loan-changes.ts',
      'core/contract/organisation.ts',
      'core/domain/loan-import/values.ts',
      IDENTITIES,
      SUPPRESSED,
      PROFILES,
      'server/start/first-tenant.ts',
    ],
  },
  mobile: {
    names: 'mobile isMobile MOBILE mobileOfSecondForm',
    kind: 'mobile',
    users: [
      'core/contract/loan-changes.ts',
      'core/contract/organisation.ts',
      'core/contract/scalars.ts',
      'core/domain/loan-import/values.ts',
      IDENTITIES,
      SUPPRESSED,
      'src/features/dialer/components/dialpad-keys.tsx',
      PROFILES,
      'server/twin/control.ts',
    ],
  },
  'name of a person': {
    names: 'personName isPersonName',
    users: [PROFILES, 'server/modules/messages/compose.ts', 'server/modules/organisation/tenants.ts'],
  },
  'what leads elsewhere': {
    names: 'addressesIn carriesContact',
    users: ['core/domain/message-checks.ts', 'server/modules/messages/compose.ts'],
  },
  gst: { names: 'gst isGst', kind: 'gst', users: ['core/contract/organisation.ts', READ] },
  pan: {
    names: 'pan isPan',
    kind: 'pan',
    users: ['core/contract/organisation.ts', READ, SUPPRESSED],
  },
  'fifteen digits': { names: 'isFifteenDigits', users: [PROFILES] },
  'incentive tier': { names: 'checkTier', users: ['core/domain/incentives.ts'] },
  'foreclosure amount': {
    names: 'withoutEmptyForeclosure',
    users: [
      'server/modules/dispositions/file-rows.ts',
      'server/modules/dispositions/versions.ts',
      'src/features/telecaller/call-form.ts',
    ],
  },
  'chart bounds': {
    names: 'targetBounds',
    users: ['src/features/targets/components/target-chart.tsx'],
    without: 'the server draws no chart: it bounds a target where it is set, and what was collected is what it is',
  },
  alphanumeric: { names: 'isAlphanumeric', users: [], without: 'the specification names no field for it' },
  'plain name': {
    names: 'plainName hasNoSpecialCharacters',
    kind: 'company',
    users: [READ],
  },
  cibil: { names: 'cibil isCibil', kind: 'cibil', users: [READ] },
  'Export CSV': {
    names: 'checkExport',
    users: ['src/features/reports/pages/export-csv-page.tsx'],
    without: 'the schema of the call requires the same three',
  },
  'scheduled report': {
    names: 'checkScheduledReport',
    users: ['server/modules/reports/schedules.ts', 'src/features/schedules/schedule-form.ts'],
  },
};

describe('the validators of section 5', () => {
  it.each(Object.entries(RULES))('%s is taken by those named here, on both sides or with a reason', (_, rule) => {
    const { names, kind, users, without } = rule;
    expect(usersOf(names, kind)).toEqual([...users].sort());
    const on = (pattern: RegExp) => users.some((path) => pattern.test(path));
    const both = on(/^(src|core\/domain)\//) && on(/^(server|core)\//);
    expect(both, 'on both sides').toBe(without === undefined);
  });

  it('every one of them has its row', () => {
    const rows = new Set(Object.values(RULES).flatMap(({ names }) => names.split(' ')));
    // The form checkers and the required check carry the others; the rest are words and choices of a form.
    const carriers = ['checkFirstForm', 'checkSecondForm', 'checkRequired'];
    const checks = Object.entries(v).filter(([name, held]) => typeof held === 'function' && !carriers.includes(name));
    const others = ['exportDate', 'exportFileName', 'isBlank', 'ordinal', 'withFrequency'];
    expect(
      checks
        .map(([name]) => name)
        .filter((name) => !rows.has(name))
        .sort(),
    ).toEqual(others);
  });

  const organisation = (name: keyof typeof partyInput) => partyInput[name] as Schema;
  const SAME: [string, string | undefined, Schema, unknown][] = [
    ['a mobile of an organisation', v.mobile('98'), organisation('contactMobile'), '98'],
    ['an e-mail of an organisation', v.email('a@b'), organisation('contactEmail'), 'a@b'],
    ['a GST number', v.gst('99'), organisation('gst'), '99'],
    ['a PAN', v.pan('99'), organisation('pan'), '99'],
    [
      'a borrower’s other number',
      v.checkSecondForm({ number: '98' }, { number: 'mobile' }).number,
      updateLoan.body,
      { loanId: '01900000-0000-7000-8000-000000000001', alternatePhone: '98' },
    ],
    [
      'a tier',
      v.checkTier({ min: 2, max: 1, amount: 1 }),
      saveIncentives.body,
      { incentiveType: 'Target', taIncentives: [{ min: 2, max: 1, amount: 1 }], faIncentives: [] },
    ],
  ];
  it.each(SAME)('%s is refused by the server in the words of its screen', (_, words, schema, wrong) => {
    const parsed = safeParse(schema, wrong);
    expect(words).toBeDefined();
    expect(parsed.success ? [] : parsed.error.issues.map(({ message }) => message)).toEqual([words]);
  });
});
