/** A source file as a tree of plain nodes, and the walk through it. The parser is the one that builds the app. */
import { parseSync } from 'vite';

export interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
export const child = (node: Node | undefined, part: string): Node | undefined => {
  const value = node?.[part];
  return isNode(value) ? value : undefined;
};
export const children = (node: Node | undefined, part: string): Node[] => {
  const value = node?.[part];
  return Array.isArray(value) ? value.filter(isNode) : [];
};
/** The name of an identifier, of a property's key or of a JSX attribute. */
export const nameOf = (node: Node | undefined): string => {
  const name = node?.name ?? node?.value;
  return typeof name === 'string' ? name : isNode(name) ? nameOf(name) : '';
};

const TYPES_ONLY = new Set(['typeAnnotation', 'typeArguments', 'typeParameters', 'returnType', 'superTypeArguments']);

/** Every node with those around it, outermost first. `visit` answers false to go no deeper. */
export function walk(node: Node, visit: (node: Node, above: readonly Node[]) => unknown): void {
  const go = (value: unknown, above: readonly Node[]) => {
    if (Array.isArray(value)) for (const item of value) go(item, above);
    else if (isNode(value)) {
      if (value.type.startsWith('TSInterface') || value.type.startsWith('TSTypeAlias')) return;
      if (visit(value, above) === false) return;
      const next = [...above, value];
      for (const [part, inner] of Object.entries(value)) if (!TYPES_ONLY.has(part)) go(inner, next);
    }
  };
  go(node, []);
}

export interface Source {
  path: string;
  text: string;
  program: Node;
  line(node: Node): number;
}

/** Throws with the file's name when it cannot be read as TypeScript. */
export function parse(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text);
  const [error] = errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  return {
    path,
    text,
    program: program as unknown as Node,
    line: (node) => text.slice(0, node.start).split('\n').length,
  };
}

/** The text of a string literal, or of a template without values. */
export function literalOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type !== 'TemplateLiteral' || children(node, 'expressions').length > 0) return undefined;
  return quasisOf(node)[0];
}

export const quasisOf = (node: Node): string[] =>
  children(node, 'quasis').map(({ value }) => String((value as { cooked?: unknown }).cooked ?? ''));

/** A template with its values as `{name}`, after the last name in each: the form of a sentence made elsewhere. */
export function formOf(node: Node): string {
  const parts = quasisOf(node);
  const lastName = (value: Node | undefined): string => {
    if (value?.type === 'MemberExpression') return nameOf(child(value, 'property'));
    if (value?.type === 'CallExpression') {
      const callee = child(value, 'callee');
      const on = callee?.type === 'MemberExpression' ? child(callee, 'object') : children(value, 'arguments')[0];
      return lastName(on);
    }
    return nameOf(value) || 'value';
  };
  return parts.reduce((form, part, index) => {
    const before = children(node, 'expressions')[index - 1];
    return index === 0 ? part : `${form}{${lastName(before) || 'value'}}${part}`;
  }, '');
}

/** Text as React draws it: lines trimmed and joined by one space. */
export function drawnText(raw: string): string {
  const lines = raw.split(/\r\n|\n|\r/);
  return lines
    .map((line, index) => {
      const left = index === 0 ? line : line.replace(/^[ \t]+/, '');
      return index === lines.length - 1 ? left : left.replace(/[ \t]+$/, '');
    })
    .filter((line) => line !== '')
    .join(' ');
}
