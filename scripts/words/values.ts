/**
 * Which words `t(…)` may be asked for when it is not given a literal: those of the constant it looks into, of the fields of
 * the same name in this file and the ones it imports, or of a list declared here.
 */
import { dirname, join } from 'node:path';
import { branchesOf } from './source';
import { child, children, literalOf, type Node, nameOf, type Source, walk } from './syntax';

/** Titles and menu labels of the registry: all of them are drawn, by the frame of the app and by the desk's screens. */
export const ROUTE_TABLES = /^(src\/routes\/(core-routes|desk-routes|side-menu)|core\/domain\/reports)\.ts$/;
const DRAWS_ROUTES = /^src\/(app|features\/desk)\//;
const ROUTE_FIELDS = ['label', 'title'];

export function routeWords(path: string, sources: Sources): string[] {
  const table = sources.get(path);
  return table ? [...ROUTE_FIELDS.flatMap((field) => fieldIn(table, field)), ...rowTitles(table)] : [];
}

/** Of rows that are written `online('/path', 'Title', …)`. */
function rowTitles(table: Source): string[] {
  const found: string[] = [];
  walk(table.program, (node) => {
    if (node.type !== 'CallExpression' || nameOf(child(node, 'callee')) !== 'online') return true;
    const title = literalOf(children(node, 'arguments')[1]);
    if (title !== undefined) found.push(title);
    return false;
  });
  return found;
}

export interface Sources {
  get(path: string): Source | undefined;
  all(): Iterable<Source>;
}

/** All strings of a constant; only those under `field` when one is named. */
function leaves(node: Node, field?: string): string[] {
  const found: string[] = [];
  walk(node, (inner, above) => {
    const parent = above.at(-1);
    if (parent?.type === 'Property' && child(parent, 'key') === inner && !parent.computed) return false;
    // What is said there already is known by its own call.
    if (inner.type === 'BinaryExpression' || inner.type === 'CallExpression') return false;
    const text = literalOf(inner);
    if (text === undefined) return true;
    const holders = above.filter(({ type }) => type === 'Property').map((property) => nameOf(child(property, 'key')));
    if (!field || holders.at(-1) === field) found.push(text);
    return true;
  });
  return found;
}

/** A text rather than the name of a thing: `loan-card`, `doNotContact`. */
const looksRead = (text: string): boolean => /\p{L}/u.test(text) && !/^[a-z0-9]+([-_./]?[A-Z]?[a-z0-9]+)*$/.test(text);

/** Without `as const` and `satisfies`. */
function bare(node: Node | undefined): Node | undefined {
  return node && /^TS(As|Satisfies)Expression$/.test(node.type) ? bare(child(node, 'expression')) : node;
}

function constOf(source: Source, name: string): Node | undefined {
  for (const statement of children(source.program, 'body')) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? child(statement, 'declaration') : statement;
    if (declaration?.type !== 'VariableDeclaration') continue;
    for (const one of children(declaration, 'declarations'))
      if (nameOf(child(one, 'id')) === name) return bare(child(one, 'init'));
  }
  return undefined;
}

/** The files a file imports from, by the name it gives each import. */
function importsOf(source: Source, sources: Sources): Map<string, Source> {
  const found = new Map<string, Source>();
  for (const statement of children(source.program, 'body')) {
    if (!/^(Import|Export)\w*Declaration$/.test(statement.type)) continue;
    const from = literalOf(child(statement, 'source'));
    if (!from?.startsWith('.')) continue;
    const base = join(dirname(source.path), from);
    const target = [`${base}.ts`, `${base}.tsx`, `${base}/index.ts`].map((path) => sources.get(path)).find(Boolean);
    if (!target) continue;
    for (const specifier of children(statement, 'specifiers'))
      found.set(nameOf(child(specifier, 'local') ?? child(specifier, 'exported')), target);
  }
  return found;
}

/** A constant by its name in `source`: its own, or an imported one, through at most one index. */
function find(source: Source, name: string, sources: Sources, depth = 0): Node | undefined {
  const own = constOf(source, name);
  if (own || depth > 2) return own;
  const from = importsOf(source, sources).get(name);
  return from && find(from, name, sources, depth + 1);
}

/** What a variable inside a function is set to. */
function declarator(source: Source, name: string): Node | undefined {
  let found: Node | undefined;
  walk(source.program, (node) => {
    if (node.type === 'VariableDeclarator' && nameOf(child(node, 'id')) === name) found ??= child(node, 'init');
    return !found;
  });
  return found;
}

function fieldIn(source: Source, field: string): string[] {
  const found: string[] = [];
  walk(source.program, (node) => {
    if (node.type === 'Property' && nameOf(child(node, 'key')) === field) {
      const value = child(node, 'value');
      if (value) found.push(...leaves(value).filter(looksRead));
    }
    return true;
  });
  return found;
}

/** The words an expression may be, or undefined when they cannot be known. */
export function valuesOf(node: Node, source: Source, sources: Sources): string[] | undefined {
  const inner = node.type === 'ChainExpression' ? child(node, 'expression') : node;
  if (!inner) return undefined;
  let root: Node | undefined = inner;
  let field: string | undefined;
  while (root?.type === 'MemberExpression') {
    if (!root.computed && !field) field = nameOf(child(root, 'property'));
    root = child(root, 'object');
  }
  const name = root?.type === 'Identifier' ? nameOf(root) : '';
  const constant = name && find(source, name, sources);
  if (constant) {
    // A plain table of words, `Record<State, string>`, may hold single small words; others hold names as well.
    const isPlain =
      constant.type === 'ObjectExpression' &&
      children(constant, 'properties').every(
        (property) =>
          literalOf(child(property, 'value')) !== undefined || nameOf(child(property, 'value')) === 'undefined',
      );
    const words = leaves(constant, field).filter((text) => (isPlain ? /\p{L}/u.test(text) : looksRead(text)));
    if (words.length) return words;
    const whole = leaves(constant).filter(looksRead);
    if (whole.length && !field) return whole;
    if (field && whole.length) return fieldIn(source, field).length ? fieldIn(source, field) : whole;
  }
  if (name) {
    const local = declarator(source, name);
    const known = branchesOf(local)
      .filter((branch) => nameOf(branch) !== 'undefined')
      .map((branch) => {
        const text = literalOf(branch);
        return text === undefined ? (branch === node ? undefined : valuesOf(branch, source, sources)) : [text];
      });
    if (known.length && known.every((words) => words !== undefined)) return known.flat();
  }
  const asked = field ?? name;
  if (!asked) return undefined;
  // Asked for as a whole, table by table: each belongs to the field or to the desk.
  if (DRAWS_ROUTES.test(source.path) && ROUTE_FIELDS.includes(asked)) return fieldIn(source, asked);
  const own = fieldIn(source, asked);
  if (own.length) return own;
  // `FIGURES.map(([name, words]) => t(words))`: the strings of this file's tables.
  const tables = children(source.program, 'body').flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? child(statement, 'declaration') : statement;
    return declaration?.type === 'VariableDeclaration'
      ? children(declaration, 'declarations').flatMap((one) => bare(child(one, 'init')) ?? [])
      : [];
  });
  const strings = tables
    .filter(({ type }) => type === 'ArrayExpression')
    .flatMap((table) => leaves(table))
    .filter(looksRead);
  if (strings.length) return strings;
  const near = [...new Set(importsOf(source, sources).values())].flatMap((one) => fieldIn(one, asked));
  return near.length ? near : undefined;
}
