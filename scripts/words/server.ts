/**
 * What the server tells the people at a screen: the messages of its refusals, which reach them through `said`. A message with a
 * name or a number in it is a form, `~{name} has changed this`. Each has its translation.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sentencesOf } from './source';
import { parse } from './syntax';

const SPEAKS = [/^server\/modules\//, /^server\/http\/(body|errors|validate)\.ts$/];

/** Files whose sentences stand elsewhere than on a screen of the app. */
const SILENT: readonly { file: RegExp; why: string }[] = [
  {
    file: /^server\/modules\/(auth\/password-mail|people\/mail|people\/contact-words)\.ts$/,
    why: 'mails, in English as yet',
  },
  {
    file: /^server\/modules\/(payment-links\/page|settlements\/letter-page)\.ts$/,
    why: 'a page of its own for the borrower',
  },
  { file: /^server\/modules\/dispositions\/evidence(-words)?\.ts$/, why: 'a report for a court' },
  { file: /^server\/modules\/(sync|attachments)\//, why: 'told to the engine, which has its own words' },
  { file: /^server\/modules\/dispositions\/(accept|prepare|group-write)\.ts$/, why: 'told to the engine as well' },
  { file: /^server\/modules\/messages\/events\.ts$/, why: 'told to a gateway' },
];
/** What the specification answers letter for letter; screens have their own words for it. */
const LETTER_FOR_LETTER = / successfully$/i;

/** Each sentence with the file that says it. */
export function serverSentences(root: string): { key: string; at: string }[] {
  const folder = join(root, 'server');
  if (!existsSync(folder)) return [];
  const found = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts') || entry.name.endsWith('.test.ts')) continue;
    const full = join(entry.parentPath, entry.name);
    const path = full.slice(root.length).replaceAll('\\', '/').replace(/^\//, '');
    if (!SPEAKS.some((form) => form.test(path)) || SILENT.some(({ file }) => file.test(path))) continue;
    for (const key of sentencesOf(parse(path, readFileSync(full, 'utf8'))))
      if (!LETTER_FOR_LETTER.test(key) && !found.has(key)) found.set(key, path);
  }
  return [...found].map(([key, at]) => ({ key, at }));
}
