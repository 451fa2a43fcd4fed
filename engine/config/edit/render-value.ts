/** Writes new values as YAML in the style of the configuration: short ones on one line, longer ones in block style. */
import { Scalar } from 'yaml';
import { isMapping } from '../../portal/values/is-mapping.ts';
import { writeScalar } from './edit-yaml.ts';

/** A number as somebody wrote it: 165.00. */
export class NumberText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Longest value of several parts on one line. */
const longestLine = 100;

/** On one line. */
export function render(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(render).join(', ')}]`;
  if (!isMapping(value) || value instanceof NumberText) return renderScalar(value, { isBetween: true });
  const pairs = Object.entries(value).map(([key, one]) => renderPair(key, one, null));
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

/** @param indent of its key; null: it is in braces. The first line has no indentation */
export function renderPair(key: string, value: unknown, indent: number | null): string {
  const name = renderScalar(key, { isBetween: true });
  if (indent === null) return `${name}: ${render(value)}`;
  if (!isLong(value))
    return `${name}: ${isFlat(value) ? renderScalar(value, { indent: indent + 2 }) : render(value)}`;
  return `${name}:\n${' '.repeat(indent + 2)}${renderBlock(value, indent + 2)}`;
}

/** @param indent of its dash. The first line has no indentation */
export function renderEntry(value: unknown, indent: number): string {
  if (isFlat(value)) return `- ${renderScalar(value, { indent: indent + 2 })}`;
  return `- ${isLong(value) ? renderBlock(value, indent + 2) : render(value)}`;
}

function renderBlock(value: unknown, indent: number): string {
  const lines = Array.isArray(value)
    ? value.map((one) => renderEntry(one, indent))
    : Object.entries(value as object).map(([key, one]) => renderPair(key, one, indent));
  return lines.join(`\n${' '.repeat(indent)}`);
}

function isFlat(value: unknown): boolean {
  return value instanceof NumberText || !(Array.isArray(value) || isMapping(value));
}

function isLong(value: unknown): boolean {
  return !isFlat(value) && render(value).length > longestLine;
}

interface ScalarStyle {
  /** What it replaces. */
  readonly like?: Scalar;
  /** Of the lines of a longer text. */
  readonly indent?: number;
  /** Between brackets or braces. */
  readonly isBetween?: boolean;
}

export function renderScalar(value: unknown, { like, indent, isBetween = false }: ScalarStyle): string {
  if (value instanceof NumberText) return value.text;
  if (typeof value !== 'string') return JSON.stringify(value ?? null);
  if (like !== undefined && blocks.has(like.type ?? '') && indent !== undefined) {
    const lines = value.replace(/\n$/, '').split('\n');
    const mark = value.endsWith('\n') ? '|' : '|-';
    return [mark, ...lines.map((line) => (line === '' ? '' : ' '.repeat(indent) + line))].join('\n');
  }
  if (value.includes('\n')) return JSON.stringify(value);
  return writeScalar(value, isBetween || like?.type?.startsWith('QUOTE') === true ? like : plain);
}

const blocks: ReadonlySet<string> = new Set([Scalar.BLOCK_FOLDED, Scalar.BLOCK_LITERAL]);

/** Outside of brackets, a text with brackets needs no quotes. */
const plain = Object.assign(new Scalar('[]'), { type: Scalar.PLAIN });
