/** Reads from the code which sentences the engine says to people, and writes their list for the check of translations. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Where the list is kept. */
export const listPath = join(root, 'engine', 'locales', 'texts.json');

/** Functions that say a sentence, with the places of the arguments that are one. */
const speakers: Readonly<Record<string, readonly number[]>> = { text: [0], textFor: [1, 2], say: [1] };

/** Where these functions are; their own bodies hand on a sentence that a caller wrote. */
const speakerFiles = ['engine/react/text.ts', 'engine/portal/say.ts'];
const imported = /\/(text|say)\.ts$/;

/** Attributes that people see or hear. */
const shownAttributes =
  /^(aria-label|aria-description|title|placeholder|label|alt|heading|description|submitLabel|button|intro|done)$/;

export interface FoundTexts {
  /** Every sentence, once, in order. */
  readonly texts: readonly string[];
  /** `path:line what is wrong`: sentences that the list cannot hold, or that no other language could reach. */
  readonly faults: readonly string[];
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

interface File {
  readonly path: string;
  /** The speakers that it has imported. */
  readonly speakers: ReadonlySet<string>;
  readonly texts: Set<string>;
  readonly fault: (node: Node, what: string) => void;
}

/** Looks through every file of the engine and of the entries that a browser or a server runs. */
export function readTexts(): FoundTexts {
  const texts = new Set<string>();
  const faults: string[] = [];
  const paths = globSync(['engine/{portal,react,server}/**/*.{ts,tsx}', 'src/*.tsx'], { cwd: root })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !path.includes('.test.') && !speakerFiles.includes(path))
    .sort();
  for (const path of paths) {
    const source = readFileSync(join(root, path), 'utf8');
    const fault = (node: Node, what: string) =>
      faults.push(`${path}:${source.slice(0, node.start).split('\n').length} ${what}`);
    const { program } = parseSync(path, source);
    visit(program, { path, speakers: importedSpeakers(program.body), texts, fault }, false);
  }
  return { texts: [...texts].sort(), faults };
}

/** @param isLate inside a function, which runs when the language is known */
function visit(value: unknown, file: File, isLate: boolean): void {
  if (Array.isArray(value)) for (const one of value) visit(one, file, isLate);
  if (!isNode(value)) return;
  lookAt(value, file, isLate);
  const late = isLate || /Function/.test(value.type) || value.type === 'PropertyDefinition';
  for (const [key, child] of Object.entries(value)) if (key !== 'type') visit(child, file, late);
}

function lookAt(node: Node, file: File, isLate: boolean): void {
  if (node.type === 'CallExpression') takeSentences(node, file, isLate);
  for (const shown of shownBy(node).filter(isWords)) file.fault(node, `shows "${said(shown)}"`);
}

function takeSentences(node: Node, { path, speakers: known, texts, fault }: File, isLate: boolean): void {
  const name = isNode(node.callee) ? node.callee.name : null;
  if (typeof name !== 'string' || !known.has(name)) return;
  const given = Array.isArray(node.arguments) ? node.arguments : [];
  for (const place of speakers[name] ?? []) {
    const sentence = literalOf(given[place]);
    if (sentence === null) fault(node, `${name}() without the sentence itself`);
    else texts.add(sentence);
  }
  if (!isLate && path.startsWith('engine/react/')) fault(node, 'is said before the language is known');
}

/** Keys, units and signs are the same in every language. */
function isWords(value: unknown): value is string {
  return typeof value === 'string' && /\p{L}{2}/u.test(value) && value.trim() !== 'Enter';
}

/** What of this node people see or hear: text between tags, or the value of an attribute that is read. */
function shownBy(node: Node): string[] {
  if (node.type === 'JSXText') return [String(node.value)];
  if (node.type === 'JSXElement' || node.type === 'JSXFragment')
    return [node.children].flat().flatMap((child) => (isNode(child) ? valuesOf(child.expression) : []));
  const name = node.type === 'JSXAttribute' && isNode(node.name) ? node.name.name : null;
  if (typeof name !== 'string' || !shownAttributes.test(name) || !isNode(node.value)) return [];
  return valuesOf(node.value.type === 'JSXExpressionContainer' ? node.value.expression : node.value);
}

/** The texts that an expression may come to, as far as they are written in it. */
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
  return new Set(
    names.filter((name) => typeof name === 'string' && Object.hasOwn(speakers, name)).map(String),
  );
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { texts, faults } = readTexts();
  writeFileSync(listPath, `${JSON.stringify(texts, null, 2)}\n`);
  process.stdout.write(`${texts.length} sentences\n${faults.map((fault) => `${fault}\n`).join('')}`);
}
