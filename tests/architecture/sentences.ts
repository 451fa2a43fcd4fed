/** Finds messages outside the catalogue, decisions that compare displayed texts, and texts that code takes apart. */
import { parseSync } from 'oxc-parser';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/**
 * Two words or more, the first with a capital letter: a message or a label, unless it is an endpoint, SQL or a
 * header.
 */
const sentence = /^(?!Bearer |\p{Lu}{2,}\b)\p{Lu}[\p{L}'’-]*(?: \S+)+/u;
const label = /^\p{Lu}\p{Ll}+/u;
const labelled = new Set(['title', 'label', 'heading', 'message', 'button', 'placeholder']);

/** @returns `path:line text` of every message, and of every label in a `title` or the like */
export function sentencesIn(path: string, source: string): string[] {
  const found: string[] = [];
  visit(parseSync(path, source).program, (node) => {
    if (isFault(node) || isType(node)) return false;
    const text = textOf(node);
    if (text !== null && sentence.test(text.trim())) found.push(lineOf(path, source, node, text));
    const values = node.type === 'Property' && labelled.has(nameOf(node.key)) ? endsOf(node.value) : [];
    for (const value of values) {
      const own = textOf(value);
      if (own !== null && label.test(own) && !sentence.test(own))
        found.push(lineOf(path, source, value, own));
    }
    return true;
  });
  return found;
}

const shown = new Set(['title', 'label', 'text']);
const parsing = new Set(['startsWith', 'endsWith', 'includes', 'match', 'matchAll']);

/** @returns `path:line comparison` for each comparison of a title, label or text, except with the empty text */
export function comparedTexts(path: string, source: string): string[] {
  const found: string[] = [];
  visit(parseSync(path, source).program, (node) => {
    const { left, right, callee } = node;
    if (node.type === 'BinaryExpression' && /^[!=]==$/.test(String(node.operator))) {
      const sides = [left, right].filter(isNode);
      if (sides.some((side) => shown.has(lastOf(side))) && !sides.some(isPlain))
        found.push(lineOf(path, source, node, source.slice(node.start, node.end)));
    }
    if (node.type === 'CallExpression' && isNode(callee) && isNode(callee.object)) {
      const of = lastOf(callee.object);
      // A member called `text` is often a file or a query; one called `title` never is.
      if (shown.has(of) && of !== 'text' && parsing.has(nameOf(callee.property)))
        found.push(lineOf(path, source, node, source.slice(callee.start, callee.end)));
    }
    return true;
  });
  return found;
}

const texts = new Set([...shown, 'heading', 'message', 'sentence']);
const cutting = new Set(['replace', 'replaceAll', 'slice', 'split', 'substring']);
const formatting = /^(?:format|say|say[A-Z]\w*|tell|text|show)$/;

/**
 * @returns `path:line call` for each call that changes a displayed text, makes words of a key, or joins a list
 *   without the separators of the reader's language
 */
export function textsTakenApart(path: string, source: string): string[] {
  const found: string[] = [];
  visit(parseSync(path, source).program, (node) => {
    if (isFault(node)) return false;
    const { callee, arguments: given } = node;
    if (node.type !== 'CallExpression' || !isNode(callee) || !isNode(callee.object)) return true;
    const method = nameOf(callee.property);
    const [first, second] = (Array.isArray(given) ? given : [])
      .filter(isNode)
      .map((one) => textOf(one) ?? source.slice(one.start, one.end));
    const isShown = texts.has(lastOf(callee.object)) || formatting.test(calledIn(callee.object));
    const isCut = cutting.has(method) && isShown;
    const isKey = method.startsWith('replace') && second === ' ' && /^\/?\[?[-_]/.test(first ?? '');
    const isJoined = method === 'join' && /^, $|^ (?:and|or) $/.test(first ?? '');
    if (isCut || isKey || isJoined)
      found.push(lineOf(path, source, node, source.slice(callee.start, node.end)));
    return true;
  });
  return found;
}

/** Errors for developers, which no user reads. */
function isFault({ type, callee }: Node): boolean {
  const isSuper = type === 'CallExpression' && isNode(callee) && callee.type === 'Super';
  return isSuper || (type === 'NewExpression' && nameOf(callee).endsWith('Error'));
}

function isType({ type }: Node): boolean {
  return type === 'TSLiteralType' || type === 'ImportDeclaration';
}

/** `null`, an empty text or one letter, a number: a value that nobody reads. */
function isPlain({ type, value, name, operator }: Node): boolean {
  if (type === 'Identifier') return name === 'undefined';
  if (type === 'UnaryExpression') return operator === 'typeof';
  return type === 'Literal' && (typeof value !== 'string' || value.trim().length < 2);
}

/** The name of a variable or of the member that is read; a variable called `text` may be anything. */
function lastOf(node: Node): string {
  if (node.type === 'MemberExpression') return nameOf(node.property);
  return nameOf(node) === 'text' ? '' : nameOf(node);
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node.name === 'string' ? node.name : '';
}

/** The name of the function or method that a call calls. */
function calledIn({ type, callee }: Node): string {
  if (type !== 'CallExpression' || !isNode(callee)) return '';
  return callee.type === 'MemberExpression' ? nameOf(callee.property) : nameOf(callee);
}

/** The possible values of an expression: both branches of a conditional, the fallback of a missing value. */
function endsOf(node: unknown): Node[] {
  if (!isNode(node)) return [];
  if (node.type === 'ConditionalExpression') return [...endsOf(node.consequent), ...endsOf(node.alternate)];
  return node.type === 'LogicalExpression' ? endsOf(node.right) : [node];
}

function textOf({ type, value, quasis }: Node): string | null {
  if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') return value;
  if (type !== 'TemplateLiteral' || !Array.isArray(quasis)) return null;
  return quasis.map(({ value: part }: { value: { cooked: string } }) => part.cooked).join('…');
}

function lineOf(path: string, source: string, { start }: Node, text: string): string {
  return `${path}:${source.slice(0, start).split('\n').length} ${text.trim().replaceAll(/\s+/g, ' ')}`;
}

/** @param look returns false to skip a node */
function visit(value: unknown, look: (node: Node) => boolean): void {
  if (Array.isArray(value)) for (const one of value) visit(one, look);
  if (!isNode(value) || !look(value)) return;
  for (const [key, child] of Object.entries(value)) if (key !== 'type') visit(child, look);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
