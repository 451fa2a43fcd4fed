/** Finds displayed words outside the catalogue, which could not be translated. */
import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { parseSync } from 'oxc-parser';
import { root } from './sources.ts';

/** Functions that format a message, and the file of each. */
const speakers = ['text', 'say'];
const imported = /\/(text|say)\.ts$/;

/** Attributes that are displayed or announced. */
const shownAttributes =
  /^(aria-label|aria-description|title|placeholder|label|alt|heading|description|submitLabel|button|intro|done)$/;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

interface File {
  readonly path: string;
  /** The formatting functions that it imports. */
  readonly speakers: ReadonlySet<string>;
  readonly fault: (node: Node, what: string) => void;
}

/** @returns `path:line problem`, for every file of the engine and of the browser and server entries */
export function findShownWords(): string[] {
  const faults: string[] = [];
  const paths = globSync(['engine/{portal,react,server}/**/*.{ts,tsx}', 'src/*.tsx'], { cwd: root })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !path.includes('.test.'))
    .sort();
  for (const path of paths) {
    const source = readFileSync(join(root, path), 'utf8');
    const fault = (node: Node, what: string) =>
      faults.push(`${path}:${source.slice(0, node.start).split('\n').length} ${what}`);
    const { program } = parseSync(path, source);
    visit(program, { path, speakers: importedSpeakers(program.body), fault }, false);
  }
  return faults;
}

/** @param isLate inside a function, which runs after the language is known */
function visit(value: unknown, file: File, isLate: boolean): void {
  if (Array.isArray(value)) for (const one of value) visit(one, file, isLate);
  if (!isNode(value)) return;
  lookAt(value, file, isLate);
  const late = isLate || /Function/.test(value.type) || value.type === 'PropertyDefinition';
  for (const [key, child] of Object.entries(value)) if (key !== 'type') visit(child, file, late);
}

function lookAt(node: Node, file: File, isLate: boolean): void {
  if (node.type === 'CallExpression' && !isLate && isEarly(node, file)) {
    file.fault(node, 'is said before the language is known');
  }
  for (const shown of shownBy(node).filter(isWords)) file.fault(node, `shows "${said(shown)}"`);
}

/** The browser knows its language before it renders, but after its modules have run. */
function isEarly(node: Node, { path, speakers: known }: File): boolean {
  const name = isNode(node.callee) ? node.callee.name : null;
  return path.startsWith('engine/react/') && typeof name === 'string' && known.has(name);
}

/** Keys, units and signs are the same in every language. */
function isWords(value: unknown): value is string {
  return typeof value === 'string' && /\p{L}{2}/u.test(value) && value.trim() !== 'Enter';
}

/** The displayed part of this node: text between tags, or the value of a displayed attribute. */
function shownBy(node: Node): string[] {
  if (node.type === 'JSXText') return [String(node.value)];
  if (node.type === 'JSXElement' || node.type === 'JSXFragment')
    return [node.children].flat().flatMap((child) => (isNode(child) ? valuesOf(child.expression) : []));
  const name = node.type === 'JSXAttribute' && isNode(node.name) ? node.name.name : null;
  if (typeof name !== 'string' || !shownAttributes.test(name) || !isNode(node.value)) return [];
  return valuesOf(node.value.type === 'JSXExpressionContainer' ? node.value.expression : node.value);
}

/** The texts that an expression may return, if they are literals. */
function valuesOf(node: unknown): string[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'Literal':
      return [literalOf(node) ?? ''];
    case 'ConditionalExpression':
      return [...valuesOf(node.consequent), ...valuesOf(node.alternate)];
    case 'LogicalExpression':
      return valuesOf(node.right);
    case 'TemplateLiteral':
      return [node.quasis].flat().map((part) => (isNode(part) ? rawOf(part.value) : ''));
    default:
      return [];
  }
}

function rawOf(value: unknown): string {
  return typeof value === 'object' && value !== null && 'raw' in value ? String(value.raw) : '';
}

function importedSpeakers(body: readonly unknown[]): Set<string> {
  const froms = body.filter(isNode).filter(({ type, source }) => {
    return type === 'ImportDeclaration' && imported.test(literalOf(source) ?? '');
  });
  const names = froms
    .flatMap(({ specifiers }) => (Array.isArray(specifiers) ? specifiers : []))
    .map((specifier: unknown) =>
      isNode(specifier) && isNode(specifier.local) ? specifier.local.name : null,
    );
  return new Set(names.filter((name) => speakers.includes(String(name))).map(String));
}

function literalOf(node: unknown): string | null {
  return isNode(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
}

function said(value: unknown): string {
  return String(value).trim().replaceAll(/\s+/g, ' ');
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
