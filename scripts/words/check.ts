/**
 * The words of the screens, checked over the whole of `src`: a sentence without its translation, a translation nobody asks
 * for, placeholders that differ, a text that is drawn past the catalogue, `t` before the catalogue is there, and `t` of
 * something whose words cannot be known.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_FILES, DATA_HELPERS, ELSEWHERE, NOT_TEXT, STORED_WORDS } from './allowed';
import { type Entry, offeredLanguages, readCatalogue } from './catalogues';
import { serverSentences } from './server';
import { isAllowed, readSource, sentencesOf } from './source';
import { parse, type Source } from './syntax';
import { ROUTE_TABLES, routeWords, type Sources, valuesOf } from './values';

/** What a phone in the field may show; the rest comes with the desk's chunk of words. */
const FIELD =
  /^src\/(app\/(?!desk)|features\/(auth|field|session)\/|ui\/(?!kit\/)|i18n\/|offline\/|routes\/core-routes\.ts)|^core\/(?!domain\/((validators|contact-gate)\/|letters\/letter-template|message-templates|profile-fields|report))/;

export interface Used {
  key: string;
  one?: string | undefined;
  at: string;
  field: boolean;
}

function readAll(root: string): Map<string, Source> {
  const sources = new Map<string, Source>();
  for (const folder of ['src', 'core'])
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.tsx?$/.test(entry.name) || /\.(test|d)\.tsx?$/.test(entry.name)) continue;
      const full = join(entry.parentPath, entry.name);
      const path = full.slice(root.length).replaceAll('\\', '/').replace(/^\//, '');
      if (!/^src\/i18n\/[a-z]{2,3}\//.test(path)) sources.set(path, parse(path, readFileSync(full, 'utf8')));
    }
  return sources;
}

const placeholders = (text: string): string => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join(' ');

/** Everything the screens say, and what is wrong with how they say it. */
export function usedWords(root: string): { used: Used[]; problems: string[]; files: number } {
  const files = readAll(root);
  const sources: Sources = { get: (path) => files.get(path), all: () => files.values() };
  const problems: string[] = [];
  const used: Used[] = [];
  for (const path of files.keys())
    if (ROUTE_TABLES.test(path))
      for (const key of routeWords(path, sources)) used.push({ key, at: path, field: FIELD.test(path) });
  const made: Used[] = [];
  for (const source of files.values()) {
    const { path } = source;
    const field = FIELD.test(path);
    if (ELSEWHERE.some((form) => form.test(path)) && !DATA_HELPERS.test(path))
      for (const key of sentencesOf(source)) used.push({ key, at: path, field });
    if (!path.startsWith('src/')) continue;
    const said = readSource(source);
    for (const { line, name } of said.atTop)
      problems.push(`${path}:${line}: ${name}() at the top of a module, before the catalogue is there`);
    for (const { keys, open, one, line } of said.calls) {
      const at = `${path}:${line}`;
      for (const key of keys) used.push({ key, one, at, field });
      for (const node of open) {
        if (path.startsWith('src/i18n/')) continue;
        const values = valuesOf(node, source, sources);
        const shown = source.text.slice(node.start, node.end).replace(/\s+/g, ' ');
        if (!values) problems.push(`${at}: t(${shown}): its words are not known; draw them from a table of constants`);
        for (const key of values ?? []) used.push({ key, at, field });
      }
    }
    if (DATA_FILES.some((form) => form.test(path))) continue;
    for (const { text, line, where } of said.loose) {
      const at = `${path}:${line}`;
      if (where === 'drawn') problems.push(`${at}: “${text}” does not go through t`);
      // A sentence that the code hands on: it is drawn elsewhere, by `t` or, with its values in it, by `said`.
      else made.push({ key: text, at, field });
    }
  }
  for (const area of ['field', 'desk'] as const)
    for (const key of STORED_WORDS[area]) used.push({ key, at: 'scripts/words/allowed.ts', field: area === 'field' });
  for (const { key, at } of serverSentences(root)) used.push({ key, at, field: false });
  const known = new Set(used.map(({ key }) => key));
  const isText = ({ key, at }: Used) =>
    !NOT_TEXT.some((form) => form.test(key)) && !isAllowed(key, at.split(':')[0] ?? '');
  for (const one of made)
    if (!known.has(one.key)) used.push(one.key.includes('{') ? { ...one, key: `~${one.key}` } : one);
  return { used: used.filter(isText), problems, files: files.size };
}

/** What a language lacks or has too much of. */
export function checkLanguage(
  tag: string,
  used: readonly Used[],
  entries: readonly Entry[],
  sayable: (text: string) => boolean,
): string[] {
  const problems: string[] = [];
  const byKey = new Map<string, Entry>();
  for (const entry of entries) {
    const { key, forms, file, line } = entry;
    const at = `${file}:${line}`;
    const other = byKey.get(key);
    if (other && other.forms.join('|') !== forms.join('|'))
      problems.push(`${at}: “${key}” is translated otherwise in ${other.file}:${other.line}`);
    // The field's chunk is on every phone of this language, the desk's is not.
    if (!other || entry.field) byKey.set(key, entry);
    const [one = '', more = one] = forms;
    // A name that stands twice cannot be read out of a sentence.
    if (key.startsWith('~') && new Set(key.match(/\{\w+\}/g)).size < (key.match(/\{\w+\}/g) ?? []).length)
      problems.push(`${at}: “${key}” has one placeholder twice; give its values different names where it is made`);
    if (forms.some((form) => form.trim() === '')) problems.push(`${at}: “${key}” is translated by nothing`);
    else if (placeholders(key) !== placeholders(more))
      problems.push(
        `${at}: “${key}” has ${placeholders(key) || 'no placeholder'}, its translation ${placeholders(more) || 'none'}`,
      );
    else if (
      placeholders(one)
        .split(' ')
        .some((name) => !placeholders(key).includes(name))
    )
      problems.push(`${at}: “${key}”: the form for one has a placeholder of its own`);
    else if (more === key && /\p{Ll}{3}.* .*\p{Ll}{3}/u.test(key.replace(/\{\w+\}/g, '')))
      problems.push(`${at}: “${key}” is still English`);
  }
  // A sentence that is said with and without counting has one form or two, as its language needs.
  const counted = new Set(used.filter(({ one }) => one !== undefined).map(({ key }) => key));
  const plain = new Set(used.filter(({ one }) => one === undefined).map(({ key }) => key));
  const missing = new Map<string, string>();
  for (const { key, one, at, field } of used) {
    const entry = byKey.get(key);
    if (!entry) {
      if (!missing.has(key)) missing.set(key, `${at}: “${key}” is missing in ${tag}`);
    } else if (one !== undefined && entry.forms.length !== 2 && !plain.has(key))
      missing.set(key, `${at}: “${key}” is counted; ${entry.file}:${entry.line} gives it one form`);
    else if (one === undefined && entry.forms.length === 2 && !counted.has(key))
      missing.set(key, `${at}: “${key}” is not counted here; ${entry.file}:${entry.line} gives it two forms`);
    else if (field && !entry.field)
      missing.set(key, `${at}: “${key}” is said in the field; ${entry.file}:${entry.line} is the desk’s`);
  }
  problems.push(...missing.values());
  const asked = new Set(used.map(({ key }) => key));
  for (const { key, file, line } of entries)
    if (!asked.has(key) && !isAllowed(key, '') && !sayable(key.replace(/^~/, '')))
      problems.push(`${file}:${line}: nobody says “${key}”`);
  return problems;
}

/**
 * Whether the server or core has this sentence: its messages reach the screens through `said`. They may be translated, and
 * need not be: without a translation a message goes by its code.
 */
function serverSays(root: string): (text: string) => boolean {
  let texts: string[] | undefined;
  const read = () =>
    ['core', 'server'].flatMap((folder) =>
      existsSync(join(root, folder))
        ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
            .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
        : [],
    );
  return (text) => {
    texts ??= read();
    // The part before the first value: a form is written with its expressions there.
    const [start = ''] = text.split('{');
    const quoted = start.replaceAll("'", "\\'");
    return start.length > 3 && texts.some((source) => source.includes(start) || source.includes(quoted));
  };
}

/** All problems of a checkout, for `languages` (those that are offered). */
export function checkWords(root: string, languages: readonly string[] = offeredLanguages(root)) {
  const { used, problems, files } = usedWords(root);
  for (const tag of languages) {
    if (!existsSync(join(root, 'src/i18n', tag))) problems.push(`src/i18n/${tag}: there is no such catalogue`);
    else problems.push(...checkLanguage(tag, used, readCatalogue(root, tag, problems), serverSays(root)));
  }
  return { problems, files, keys: new Set(used.map(({ key }) => key)).size, used };
}
