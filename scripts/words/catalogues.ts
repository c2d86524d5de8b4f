/** The catalogues on the disk, read as text: `src/i18n/<tag>/*.ts` for the desk, `src/i18n/<tag>/field/*.ts` for the rest. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { child, children, literalOf, type Node, nameOf, parse } from './syntax';

export interface Entry {
  key: string;
  /** One sentence, or the forms for one and for more. */
  forms: string[];
  file: string;
  line: number;
  field: boolean;
}

function formsOf(node: Node | undefined): string[] | undefined {
  if (node?.type === 'TSAsExpression') return formsOf(child(node, 'expression'));
  if (node?.type === 'ArrayExpression') {
    const forms = children(node, 'elements').map(literalOf);
    return forms.length === 2 ? forms.flatMap((form) => form ?? []) : undefined;
  }
  const text = literalOf(node);
  return text === undefined ? undefined : [text];
}

function readFile(root: string, file: string, field: boolean, problems: string[]): Entry[] {
  const source = parse(file, readFileSync(join(root, file), 'utf8'));
  const entries: Entry[] = [];
  for (const statement of children(source.program, 'body')) {
    const [one] = children(child(statement, 'declaration'), 'declarations');
    if (statement.type !== 'ExportNamedDeclaration' || nameOf(child(one, 'id')) !== 'messages') continue;
    let table = child(one, 'init');
    while (table && table.type !== 'ObjectExpression') table = child(table, 'expression');
    for (const property of children(table, 'properties')) {
      const key = nameOf(child(property, 'key'));
      const forms = formsOf(child(property, 'value'));
      const line = source.line(property);
      if (!forms) problems.push(`${file}:${line}: “${key}” is neither a sentence nor its two forms`);
      else entries.push({ key, forms, file, line, field });
    }
  }
  if (!entries.length) problems.push(`${file}: exports no \`messages\``);
  return entries;
}

/** Every entry of a language. */
export function readCatalogue(root: string, tag: string, problems: string[]): Entry[] {
  const folder = join('src/i18n', tag);
  return [folder, join(folder, 'field')].flatMap((path, index) =>
    readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .flatMap(({ name }) => readFile(root, join(path, name).replaceAll('\\', '/'), index === 1, problems)),
  );
}

/** The languages that the app offers, from `LANGUAGES`; English needs no catalogue. */
export function offeredLanguages(root: string): string[] {
  const path = 'src/i18n/language-choice.ts';
  const text = readFileSync(join(root, path), 'utf8');
  return [...text.matchAll(/\{ tag: '(\w+)'/g)].flatMap(([, tag]) => (tag && tag !== 'en' ? [tag] : []));
}
