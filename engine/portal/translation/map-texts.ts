/** Walks through the texts of a value and replaces them. A value without texts is returned unchanged. */
import { isMapping } from '../values/is-mapping.ts';
import type { Place } from '../model/place.ts';
import type { TextKind } from '../language/translation.ts';
import type { TextsShape } from './texts.ts';

/** @param place the nearest part of the configuration around the text with a known position */
export type Replace = (text: string, kind: TextKind, place: Place | null) => string;

/** @returns the same object if no text was replaced, so that caches for its parts stay valid */
export function mapTexts<T>(value: T, texts: TextsShape, replace: Replace): T {
  return walk(value, texts, { replace, place: null }) as T;
}

interface TextReplacer {
  readonly replace: Replace;
  readonly place: Place | null;
}

function walk(value: unknown, texts: TextsShape, replacer: TextReplacer): unknown {
  if (value === null || value === undefined || texts === null) return value;
  if (texts === 'schema') return walkSchema(value, replacer);
  if (texts === 'uiSchema') return walkUi(value, replacer);
  if (typeof texts === 'string') return replaced(value, texts, replacer);
  if (typeof value !== 'object') return value;
  const here = isPlaced(value) ? { ...replacer, place: value.place } : replacer;
  if (isEachPart(texts)) return mapParts(value, (part) => walk(part, texts.each, here));
  return mapSome(value, Object.keys(texts), (part, key) => walk(part, texts[key] ?? null, here));
}

function isEachPart(texts: object): texts is { readonly each: TextsShape } {
  return Object.keys(texts).length === 1 && Object.hasOwn(texts, 'each');
}

/** A text, or a list of texts. */
function replaced(value: unknown, kind: TextKind, { replace, place }: TextReplacer): unknown {
  if (typeof value === 'string') return replace(value, kind, place);
  if (!Array.isArray(value)) return value;
  return mapParts(value, (part) => (typeof part === 'string' ? replace(part, kind, place) : part));
}

/**
 * Keywords of JSON Schema that contain a schema, several, or several by name. All others, including the values of
 * choices, stay unchanged.
 */
const inner = new Set(
  'items contains additionalProperties not if then else propertyNames unevaluatedItems unevaluatedProperties'.split(
    ' ',
  ),
);
const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const maps = new Set(['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas']);

function walkSchema(schema: unknown, replacer: TextReplacer): unknown {
  if (!isMapping(schema)) return schema;
  const isChoice = Object.hasOwn(schema, 'const');
  return mapParts(schema, (part, word) => {
    if (word === 'title' || word === 'description')
      return replaced(part, isChoice ? 'choice' : 'question', replacer);
    if (inner.has(word)) return walkSchema(part, replacer);
    const isHolder = lists.has(word) ? Array.isArray(part) : maps.has(word) && isMapping(part);
    return isHolder ? mapParts(part as object, (one) => walkSchema(one, replacer)) : part;
  });
}

const uiTexts: Readonly<Record<string, TextKind>> = {
  title: 'question',
  description: 'question',
  help: 'question',
  placeholder: 'question',
  addLabel: 'question',
  rowTitle: 'question',
  unit: 'question',
  source: 'source',
  enumNames: 'choice',
  groups: 'choice',
};

/**
 * Texts of a question have keys that begin with `ui:`, or are in `ui:options`. All other keys are names of its parts.
 */
function walkUi(ui: unknown, replacer: TextReplacer): unknown {
  if (!isMapping(ui)) return ui;
  return mapParts(ui, (part, key) => {
    if (key === 'ui:options')
      return isMapping(part) ? mapParts(part, (one, word) => uiWord(one, word, replacer)) : part;
    return key.startsWith('ui:') ? uiWord(part, key.slice(3), replacer) : walkUi(part, replacer);
  });
}

function uiWord(value: unknown, word: string, replacer: TextReplacer): unknown {
  const kind = Object.hasOwn(uiTexts, word) ? uiTexts[word] : undefined;
  return kind === undefined ? value : replaced(value, kind, replacer);
}

/** A copy with the changed parts, or the object itself if no part changed. */
function mapParts<T extends object>(value: T, change: (part: unknown, key: string) => unknown): T {
  return mapSome(value, Object.keys(value), change);
}

/** The same for the parts with these keys, if they exist. */
function mapSome<T extends object>(
  value: T,
  keys: readonly string[],
  change: (part: unknown, key: string) => unknown,
): T {
  const parts = value as Readonly<Record<string, unknown>>;
  let copy: Record<string, unknown> | null = null;
  for (const key of keys) {
    const part = parts[key];
    if (part === undefined) continue;
    const changed = change(part, key);
    if (changed === part) continue;
    copy ??= (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
    copy[key] = changed;
  }
  return (copy ?? value) as T;
}

function isPlaced(value: object): value is { readonly place: Place } {
  return 'place' in value && isMapping(value.place);
}
