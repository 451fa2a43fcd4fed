/** Says a value of a portal in words, for a person who reads a plan. */
import { pathText } from '../portal/conditions/path-text.ts';
import type { Condition, Duration, FieldPath } from '../portal/model/condition.ts';
import { isMapping } from '../portal/values/is-mapping.ts';
import { conditionText, durationText } from './condition-text.ts';
import type { ContentDigest } from './subjects/question-words.ts';

export type PlainMap = Readonly<Record<string, unknown>>;

/** One line, without braces or quotes of a programming language. */
export function sayValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return shortened(value);
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(sayValue).join(', ');
  return isMapping(value) ? (sayWord(value) ?? sayParts(value)) : String(value);
}

/** Conditions, durations, paths and other mappings that an author writes as one word; null: it is none of them. */
function sayWord(value: PlainMap): string | null {
  if (isCondition(value)) return conditionText(value);
  if (isDuration(value)) return durationText(value);
  if (isPath(value)) return pathText(value);
  if (isDigest(value)) return value.digest;
  const [[key, only] = ['', null], ...more] = Object.entries(value);
  if (more.length === 0 && wrappers.has(key)) return sayValue(only);
  if (more.length === 0 && key === 'percent') return `${sayValue(only)}%`;
  return null;
}

/** A mapping that has nothing else is its value. */
const wrappers: ReadonlySet<string> = new Set(['value', 'is', 'number', 'amount', 'field', 'named', 'day']);

/** `message: Fill it in, when: form: complete`; what a file need not say is left out. */
function sayParts(value: PlainMap): string {
  const { effect, block, part, ...rest } = value;
  const kind = [effect, block].find((one) => typeof one === 'string');
  const all = { ...(isMapping(part) ? part : {}), ...rest };
  const { block: ofPart, title, label, ...others } = all as PlainMap;
  const called = [title, label].flatMap((one) => (typeof one === 'string' ? [`"${one}"`] : []));
  const named = [kind ?? ofPart].filter((one) => typeof one === 'string').map(wordsOfKey);
  const parts = Object.entries(others).flatMap(([key, one]) => {
    if (isEmpty(one)) return [];
    return [named.includes(key) ? sayValue(one) : sayPart(key, one)];
  });
  return [[...named, ...called].join(' '), ...parts].filter((one) => one !== '').join(', ') || 'nothing';
}

function sayPart(key: string, value: unknown): string {
  const said = sayValue(value);
  const name = wordsOfKey(key);
  if (value === true) return name;
  const isNested = isCondition(value) || isPlainMap(value);
  const several = Array.isArray(value) && value.some(isMapping);
  return isNested || several ? `${name} (${said})` : `${name}: ${said}`;
}

/** What a file need not say. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === '') return true;
  if (isMapping(value) && Object.keys(value).length === 0) return true;
  return Array.isArray(value) ? value.length === 0 : isCondition(value) && value.test === 'always';
}

/** Texts are told up to this length. */
const longest = 120;

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= longest ? line : `${line.slice(0, longest)} …`;
}

/** Keys whose name in the portal differs from that in the files. */
const keyNames: Readonly<Record<string, string>> = {
  toCases: 'to',
  properties: 'questions',
};

/** `titleForRequesters` → `title for requesters`, `isFinal` → `final`. */
export function wordsOfKey(key: string): string {
  const known = keyNames[key];
  if (known !== undefined) return known;
  const own = /^is[A-Z]/.test(key) ? key.slice('is'.length) : key;
  return /^[a-z]+(?:[A-Z][a-z]+)+$|^[A-Z][a-z]/.test(own)
    ? own.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim()
    : own;
}

export function isPlainMap(value: unknown): value is PlainMap {
  return isMapping(value) && sayWord(value) === null;
}

export function isDigest(value: unknown): value is ContentDigest {
  return isMapping(value) && Object.keys(value).length === 1 && typeof value['digest'] === 'string';
}

function isCondition(value: unknown): value is Condition {
  return isMapping(value) && typeof value['test'] === 'string';
}

function isDuration(value: unknown): value is Duration {
  return isMapping(value) && typeof value['amount'] === 'number' && typeof value['unit'] === 'string';
}

function isPath(value: unknown): value is FieldPath {
  return isMapping(value) && Array.isArray(value['keys']) && 'ancestor' in value && 'lookup' in value;
}
