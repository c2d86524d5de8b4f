/** `node scripts/words.mjs [FOLDER] [--missing TAG]`: the check, or the English of what a language still lacks. */
import { resolve } from 'node:path';
import { readCatalogue } from './catalogues';
import { checkWords, usedWords } from './check';

const given = process.argv.slice(2);
const at = given.indexOf('--missing');
const tag = at === -1 ? undefined : given[at + 1];
const root = resolve(given.find((_, index) => index !== at && index !== at + 1) ?? '.');

if (tag) {
  const known = new Set(readCatalogue(root, tag, []).map(({ key }) => key));
  const rows = new Map<string, { one?: string | undefined; at: string; field: boolean }>();
  for (const { key, one, at: place, field } of usedWords(root).used)
    if (!known.has(key))
      rows.set(key, { one: one ?? rows.get(key)?.one, at: place, field: field || !!rows.get(key)?.field });
  for (const [key, { one, at: place, field }] of rows)
    console.log(
      [field ? 'field' : 'desk', place, JSON.stringify(key), one === undefined ? '' : JSON.stringify(one)].join('\t'),
    );
} else {
  const { problems, files, keys } = checkWords(root);
  for (const problem of problems) console.error(problem);
  console.log(`${files} files, ${keys} sentences, ${problems.length} problems`);
  // A check over nothing passes everything.
  process.exit(problems.length || files < 5 ? 1 : 0);
}
