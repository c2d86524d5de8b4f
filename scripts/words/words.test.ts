/** The check of the words, with each violation planted in a small checkout of its own. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { checkWords, usedWords } from './check';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const SCREEN = "import { t, tn } from '../../i18n';\n";
const WORDS = (entries: string) => `export const messages = { ${entries} };\n`;

/** `screen` is a desk screen, `desk` and `field` are the entries of the two Hindi catalogues. */
function check(
  screen: string,
  { desk = '', field = '', more = {} as Record<string, string>, languages = ['hi'] } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'recoup-words-'));
  folders.push(folder);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write('src/features/desk/screen.tsx', SCREEN + screen);
  write('core/plain.ts', 'export const plain = 1;\n');
  for (const tag of languages) {
    write(`src/i18n/${tag}/desk.ts`, WORDS(desk || "'Never said anywhere': '…'"));
    write(`src/i18n/${tag}/field/field.ts`, WORDS(field || "'Nor this': '…'"));
  }
  for (const [path, text] of Object.entries(more)) write(path, text);
  const asked = /nobody says “(Never said anywhere|Nor this)”|scripts\/words\/allowed\.ts/;
  return checkWords(folder, languages).problems.filter((problem) => !asked.test(problem));
}

const draws = (jsx: string) => `export const Screen = (n: number) => <p>{n}{${jsx}}</p>;\n`;

describe('the check of the words', () => {
  it('passes a screen whose every sentence is translated', () => {
    expect(
      check(
        `const WAYS = { a: 'By road', b: 'By train' } as const;
         export const Screen = ({ n, way }: { n: number; way: 'a' | 'b' }) => (
           <p title={t('All loans')}>{t('Hello {name}', { name: 'x' })} {tn(n, '{n} loan', '{n} loans')} {t(WAYS[way])}
             <b>DPD ₹ %</b></p>);`,
        {
          desk: "'All loans': 'सभी लोन', 'Hello {name}': 'नमस्ते {name}', '{n} loans': ['{n} लोन', '{n} लोन'], 'By road': 'सड़क से', 'By train': 'रेल से'",
        },
      ),
    ).toEqual([]);
  });

  it.each<[name: string, screen: string, words: Parameters<typeof check>[1], problem: RegExp]>([
    ['a sentence without its translation', draws("t('All loans')"), {}, /“All loans” is missing in hi/],
    [
      'a table’s word without its translation',
      `const A = { x: 'By road' };\n${draws('t(A.x)')}`,
      {},
      /“By road” is missing in hi/,
    ],
    ['a translation nobody asks for', draws('null'), { desk: "'Old words': 'पुराने'" }, /nobody says “Old words”/],
    [
      'another placeholder',
      draws("t('Hello {name}', { name: 'x' })"),
      { desk: "'Hello {name}': 'नमस्ते {nam}'" },
      /has \{name\}, its translation \{nam\}/,
    ],
    ['a translation that is empty', draws("t('All loans')"), { desk: "'All loans': ''" }, /translated by nothing/],
    [
      'a translation that is still English',
      draws("t('All those loans')"),
      { desk: "'All those loans': 'All those loans'" },
      /still English/,
    ],
    [
      'one form where two are counted',
      draws("tn(n, '{n} loan', '{n} loans')"),
      { desk: "'{n} loans': '{n} लोन'" },
      /gives it one form/,
    ],
    [
      'two translations of one sentence',
      draws("t('All loans')"),
      { desk: "'All loans': 'सभी लोन'", field: "'All loans': 'सब ऋण'" },
      /translated otherwise/,
    ],
    [
      'text in JSX',
      'export const Screen = () => <p>Plain words</p>;',
      {},
      /screen\.tsx:2: “Plain words” does not go through t/,
    ],
    ['text in a prop', 'export const Screen = () => <input placeholder="Type here" />;', {}, /“Type here” does not go/],
    ['text in a condition', draws("n > 1 ? 'many' : null"), {}, /“many” does not go/],
    [
      'text in a template',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the planted source
      'export const Screen = (n: number) => <p aria-label={`${n} found here`} />;',
      {},
      /“found here” does not go/,
    ],
    [
      'a sentence that the code hands on',
      "export const words = (ok: boolean) => (ok ? '' : 'It was not saved.');",
      {},
      /“It was not saved\.” is missing in hi/,
    ],
    [
      'a table whose words have no translation',
      "export const ROWS = [{ label: 'Overdue' }];",
      {},
      /“Overdue” is missing in hi/,
    ],
    [
      't at the top of a module',
      "export const title = t('All loans');",
      { desk: "'All loans': 'सभी लोन'" },
      /screen\.tsx:2: t\(\) at the top of a module/,
    ],
    [
      't of something unknown',
      'export const Screen = (given: string) => <p>{t(given)}</p>;',
      {},
      /t\(given\): its words are not known/,
    ],
  ])('finds %s', (_, screen, words, problem) => {
    expect(check(screen, words).join('\n')).toMatch(problem);
  });

  it('wants what the field says in the field’s chunk', () => {
    const more = {
      'src/features/field/page.tsx': `import { t } from '../../i18n';\nexport const Page = () => <p>{t('My day')}</p>;\n`,
    };
    expect(check('', { desk: "'My day': 'मेरा दिन'", more })).toContainEqual(
      expect.stringMatching(/“My day” is said in the field/),
    );
    expect(check('', { field: "'My day': 'मेरा दिन'", more })).toEqual([]);
  });

  it('knows sentences that the engine makes, by their form', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the planted source
    const more = { 'src/offline/errors.ts': 'export const left = (n: number) => `Only ${n} tries are left.`;\n' };
    expect(check('', { more }).join('\n')).toContain('“~Only {n} tries are left.” is missing in hi');
    expect(check('', { more, field: "'~Only {n} tries are left.': 'बस {n} कोशिशें बची हैं।'" })).toEqual([]);
  });

  it('wants the server’s refusals, with the names and numbers in them', () => {
    const said =
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the planted source
      "new ApiError('conflict', { message: `${row.full_name} has been moved meanwhile.`, fields: [{ path: 'a', message: 'Only your own agency' }] })";
    const more = { 'server/modules/people/service.ts': `export const refuse = (row: Row) => ${said};\n` };
    const problems = check('', { more }).join('\n');
    expect(problems).toContain('“~{full_name} has been moved meanwhile.” is missing in hi');
    expect(problems).toContain('“Only your own agency” is missing in hi');
    const desk = "'~{full_name} has been moved meanwhile.': '{full_name} हटे।', 'Only your own agency': 'अपनी एजेंसी'";
    expect(check('', { more, desk })).toEqual([]);
  });

  it('refuses a form that cannot be read back', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the planted source
    const more = { 'server/modules/a/b.ts': 'export const said = `Entry ${one.no} comes before ${two.no} here.`;\n' };
    const desk = "'~Entry {no} comes before {no} here.': '{no} {no} से पहले'";
    expect(check('', { more, desk }).join('\n')).toContain('has one placeholder twice');
  });

  it.each(['ta', 'te', 'kn', 'ml', 'mr'])('works for %s as it does for Hindi', (tag) => {
    const screen = draws("tn(n, '{n} loan', '{n} loans')");
    expect(check(screen, { languages: [tag], desk: "'{n} loans': ['{n} x', '{n} y']" })).toEqual([]);
    expect(check(screen, { languages: [tag] }).join('\n')).toContain(`“{n} loans” is missing in ${tag}`);
    expect(new Intl.PluralRules(tag).resolvedOptions().pluralCategories.sort()).toEqual(['one', 'other']);
  });

  it('reads the whole app, not nothing', () => {
    const folder = mkdtempSync(join(tmpdir(), 'recoup-words-'));
    folders.push(folder);
    for (const part of ['src', 'core']) cpSync(join(root, part), join(folder, part), { recursive: true });
    const { used, files } = usedWords(folder);
    expect(files).toBeGreaterThan(250);
    expect(new Set(used.map(({ key }) => key)).size).toBeGreaterThan(1000);
  });
});
