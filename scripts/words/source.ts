/** What one source file says: its calls of `t`, `tn`, `tx` and `said`, and the texts that go through none of them. */
import { ALLOWED, NOT_TEXT } from './allowed';
import {
  child,
  children,
  drawnText,
  formOf,
  literalOf,
  type Node,
  nameOf,
  quasisOf,
  type Source,
  walk,
} from './syntax';

export interface Call {
  /** The words the call may ask for; an expression whose words must be found, for `open`. */
  keys: string[];
  open: Node[];
  /** For `tn`: the form for one. */
  one?: string;
  line: number;
}
export interface Loose {
  text: string;
  line: number;
  /** Where it stands: `drawn` in JSX, otherwise a string that looks like a sentence. */
  where: 'drawn' | 'code';
}
export interface Said {
  calls: Call[];
  atTop: { line: number; name: string }[];
  loose: Loose[];
}

/** Props and fields whose text a person reads. */
const READ =
  /^(label|title|hint|placeholder|kept|todo|heading|words?|text|detail|message|meaning|caption|description|tooltip|noun|confirm|done|tab|column|formula|question|summary|alt|name|line|empty|note|backLabel|closeLabel|searchLabel|aria-label|aria-description|aria-roledescription)$/;
/** `name` is drawn by the desk's parts, and names a field elsewhere. */
const PLAIN_NAME = /^[a-z][\w.?-]*$/;

const LETTERS = /\p{L}{2}/u;
/** Begins with a name: “{fullName} has been moved meanwhile”. */
const OF_SOMEBODY = /^\{\w+\} (has|is|was|cannot|stands|changed|asks|refused) /;
const SENTENCE = /^[“"(]?[A-Z][\w’'”]*[,:;…!?.]?[ —].*[a-z]{2}/s;

export const isAllowed = (text: string, path: string): boolean =>
  ALLOWED.some(
    (allowed) =>
      (!allowed.file || allowed.file === path) &&
      (typeof allowed.text === 'string' ? allowed.text === text : allowed.text.test(text.replace(/\{\w+\}/g, ''))),
  );

const SPEAKERS = new Set(['t', 'tn', 'tx', 'said']);
const speakerOf = (node: Node): string | undefined => {
  const name = node.type === 'CallExpression' ? nameOf(child(node, 'callee')) : '';
  return SPEAKERS.has(name) && child(node, 'callee')?.type === 'Identifier' ? name : undefined;
};

const isFunction = ({ type }: Node): boolean => /Function/.test(type) || type === 'PropertyDefinition';

/** The branches of an expression that may be drawn, each a literal or something to look up. */
export function branchesOf(node: Node | undefined): Node[] {
  if (!node) return [];
  switch (node.type) {
    case 'ConditionalExpression':
      return [...branchesOf(child(node, 'consequent')), ...branchesOf(child(node, 'alternate'))];
    case 'LogicalExpression':
      return node.operator === '&&'
        ? branchesOf(child(node, 'right'))
        : [...branchesOf(child(node, 'left')), ...branchesOf(child(node, 'right'))];
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return branchesOf(child(node, 'expression'));
    default:
      return [node];
  }
}

function readCall(name: string, node: Node, line: number): Call {
  const given = children(node, 'arguments');
  if (name === 'tn') {
    const [one, other] = [literalOf(given[1]), literalOf(given[2])];
    return one !== undefined && other !== undefined
      ? { keys: [other], open: [], one, line }
      : { keys: [], open: given.slice(1, 3), line };
  }
  const branches = branchesOf(given[0]);
  const keys = branches.flatMap((branch) => literalOf(branch) ?? []);
  return { keys, open: name === 'said' ? [] : branches.filter((branch) => literalOf(branch) === undefined), line };
}

const CODE_CALLS =
  /^(querySelector(All)?|setAttribute|getAttribute|addEventListener|removeEventListener|includes|startsWith|endsWith|has|get|closest|matches|getItem|setItem|split|replace(All)?|mark|measure|createElement)$/;

/** Parts of the code whose strings nobody reads: imports, comparisons, styles, errors for developers, logs. */
function isCode(node: Node, above: readonly Node[]): boolean {
  const parent = above.at(-1);
  if (!parent) return true;
  if (/^(Import|Export(All|Named))/.test(parent.type) || parent.type === 'TSLiteralType') return true;
  if (parent.type === 'BinaryExpression' && parent.operator !== '+') return true;
  if (parent.type === 'SwitchCase' || (parent.type === 'MemberExpression' && parent.property === node)) return true;
  if (parent.type === 'Property' && child(parent, 'key') === node) return true;
  if (parent.type === 'ExpressionStatement') return true;
  if (parent.type === 'CallExpression') {
    const callee = child(parent, 'callee');
    if (callee?.type === 'MemberExpression' && CODE_CALLS.test(nameOf(child(callee, 'property')))) return true;
    if (nameOf(callee) === 'matchMedia') return true;
  }
  return above.some((node) => {
    if (/^TS(Type|Literal|Union|Interface|Import|Enum)/.test(node.type)) return true;
    const name = nameOf(child(node, 'callee'));
    if (node.type === 'NewExpression') return /^(Error|RegExp|TypeError|RangeError|SigningFailed)$/.test(name);
    if (node.type === 'CallExpression') {
      const on = child(child(node, 'callee'), 'object');
      return ['chakra', 'keyframes', 'css'].includes(name) || nameOf(on) === 'console';
    }
    return (
      node.type === 'JSXAttribute' &&
      /^(css|style|className|id|key|href|to|d|viewBox|role|type|pattern|accept)$/.test(nameOf(child(node, 'name')))
    );
  });
}

/** Whether a string stands where React draws it: as a child, or in a prop that is read. */
function isDrawn(node: Node, above: readonly Node[]): boolean {
  let at = above.length - 1;
  let inner = node;
  for (; at >= 0; at -= 1) {
    const outer = above[at];
    if (outer?.type === 'JSXExpressionContainer') {
      const holder = above[at - 1];
      if (holder?.type === 'JSXElement' || holder?.type === 'JSXFragment') return true;
      return holder?.type === 'JSXAttribute' && READ.test(nameOf(child(holder, 'name')));
    }
    if (outer?.type === 'JSXAttribute') return READ.test(nameOf(child(outer, 'name')));
    const passes =
      (outer?.type === 'ConditionalExpression' && child(outer, 'test') !== inner) ||
      (outer?.type === 'LogicalExpression' && child(outer, 'right') === inner) ||
      (outer?.type === 'LogicalExpression' && outer.operator !== '&&') ||
      outer?.type === 'TemplateLiteral';
    if (!outer || !passes) return false;
    inner = outer;
  }
  return false;
}

const readField = (above: readonly Node[]): boolean => {
  const parent = above.at(-1);
  return parent?.type === 'Property' && READ.test(nameOf(child(parent, 'key')));
};

export function readSource(source: Source): Said {
  const said: Said = { calls: [], atTop: [], loose: [] };
  const loose = (text: string, node: Node, where: Loose['where']) => {
    const trimmed = text.trim();
    if (isAllowed(trimmed, source.path) || NOT_TEXT.some((form) => form.test(trimmed))) return;
    said.loose.push({ text: trimmed, line: source.line(node), where });
  };
  walk(source.program, (node, above) => {
    const speaker = speakerOf(node);
    if (speaker) {
      const call = readCall(speaker, node, source.line(node));
      said.calls.push(call);
      if (!above.some(isFunction)) said.atTop.push({ line: call.line, name: speaker });
      return true;
    }
    // The words of a call are the call's business; its values may hold texts of their own.
    const parent = above.at(-1);
    if (parent && speakerOf(parent)) {
      const own = children(parent, 'arguments').indexOf(node);
      const words = speakerOf(parent) === 'tn' ? own === 1 || own === 2 : own === 0;
      if (words && (literalOf(node) !== undefined || branchesOf(node).every((one) => literalOf(one) !== undefined)))
        return false;
    }
    if (node.type === 'JSXText') {
      const text = drawnText(String(node.value ?? ''));
      if (LETTERS.test(text)) loose(text, node, 'drawn');
      return true;
    }
    const isTemplate = node.type === 'TemplateLiteral' && literalOf(node) === undefined;
    const text = isTemplate ? formOf(node) : literalOf(node);
    if (text === undefined || isCode(node, above)) return true;
    const bare = isTemplate ? quasisOf(node).join(' ') : text;
    if (!LETTERS.test(bare)) return true;
    if (isDrawn(node, above)) {
      const attribute = above.findLast(({ type }) => type === 'JSXAttribute');
      const field = attribute && nameOf(child(attribute, 'name'));
      // `name="loans"` names a thing for the program; `name="Overdue"` is read.
      if (!((field === 'name' || field === 'line') && PLAIN_NAME.test(bare.trim())))
        loose(isTemplate ? bare : text, node, 'drawn');
    } else if (SENTENCE.test(text) || (readField(above) && /^[A-Z][a-z’' ]+$/.test(text))) loose(text, node, 'code');
    return true;
  });
  return said;
}

/** Sentences of a file that others draw: its strings that look like one, and its templates by their form (`~…`). */
export function sentencesOf(source: Source): string[] {
  const found: string[] = [];
  walk(source.program, (node, above) => {
    const isTemplate = node.type === 'TemplateLiteral' && literalOf(node) === undefined;
    const text = isTemplate ? formOf(node) : literalOf(node);
    if (text === undefined || isCode(node, above)) return true;
    const sentence = isTemplate
      ? (SENTENCE.test(text) || OF_SOMEBODY.test(text)) && LETTERS.test(quasisOf(node).join(''))
      : SENTENCE.test(text);
    const label = readField(above) && /^[A-Z][A-Za-z’'/ ]+$/.test(text);
    if ((sentence || label) && !isAllowed(text, source.path) && !NOT_TEXT.some((form) => form.test(text)))
      found.push(isTemplate ? `~${text}` : text);
    return true;
  });
  return found;
}
