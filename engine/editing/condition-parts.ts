/** Turns a written condition into parts that people edit, and parts into the value that is written. */
import { type Document, isMap, isSeq, type Node } from 'yaml';
import {
  type ConditionGroup,
  type ConditionPart,
  type ConditionRow,
  isConditionGroup,
  isConditionList,
} from '../portal/conditions/condition-parts.ts';
import { isOperator, isSubject } from '../portal/model/condition.ts';
import { isMapping } from '../portal/values/is-mapping.ts';
import { pointerTo } from '../portal/values/pointer.ts';
import { childOf, linesOf, valueOf } from './part-document.ts';

interface WrittenCondition {
  readonly document: Document;
  /** Of the file. */
  readonly text: string;
}

/** @returns what has no rows as the text that is written, so that nothing is lost */
export function partsOfCondition(node: Node, written: WrittenCondition): ConditionGroup {
  const part = partOf(node, written);
  return isConditionGroup(part) ? part : [part];
}

function partOf(node: Node, written: WrittenCondition): ConditionPart {
  const value = valueOf(node, written.document);
  if (!isMap(node) || !isMapping(value) || !hasRows(value)) return linesOf(node, written.text);
  const parts = Object.keys(value).flatMap((key): readonly ConditionPart[] => {
    const below = childOf(node, key) as Node;
    if (isOperator(key)) return [];
    if (key === 'not') return [{ not: partsIn(partOf(below, written)) }];
    if ((key === 'all' || key === 'any') && isSeq(below)) {
      const inner = below.items.map((one) => partOf(one as Node, written));
      return [key === 'all' ? { all: inner } : { any: inner }];
    }
    return isSubject(key) ? comparisonsOf(key, value) : [{ [key]: value[key] }];
  });
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : parts;
}

/** A row for each comparison with the subject. */
function comparisonsOf(subject: string, value: ConditionRow): readonly ConditionRow[] {
  const operators = Object.keys(value).filter(isOperator);
  if (operators.length === 0) return [{ [subject]: value[subject] }];
  return operators.map((operator) => ({ [subject]: value[subject], [operator]: value[operator] }));
}

/** Words whose meaning depends on the words beside them. */
const joining: ReadonlySet<string> = new Set(['children', 'every', 'count', 'base', 'group']);

function hasRows(value: ConditionRow): boolean {
  const keys = Object.keys(value);
  const subjects = keys.filter(isSubject);
  if (subjects.length > 1 || (subjects.length === 0 && keys.some(isOperator))) return false;
  return keys.every((key) => {
    const one = value[key];
    if (key === 'all' || key === 'any') return Array.isArray(one);
    if (key === 'not') return isMapping(one);
    return !joining.has(key) && [one].flat().every(isPlain);
  });
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function partsIn(part: ConditionPart): readonly ConditionPart[] {
  return isConditionList(part) ? part : [part];
}

/**
 * @param readYaml of a part without rows
 * @returns undefined: no condition is written
 */
export function conditionOfParts(
  part: unknown,
  readYaml: (text: string) => unknown,
): ConditionRow | undefined {
  const valueOfPart = (one: unknown): unknown => conditionOfParts(one, readYaml);
  if (typeof part === 'string') return readYaml(part) as ConditionRow;
  if (Array.isArray(part)) return joined(filled(part).map(([one]) => valueOfPart(one)));
  if (!isMapping(part)) return undefined;
  for (const key of ['all', 'any'] as const) {
    if (!Array.isArray(part[key])) continue;
    const values = filled(part[key]).map(([one]) => valueOfPart(one));
    return values.length === 0 ? undefined : { [key]: values };
  }
  if ('not' in part) {
    const not = valueOfPart(part['not']);
    return not === undefined ? undefined : { not };
  }
  // The check says that a comparison without a value is missing.
  return Object.fromEntries(
    Object.entries(part).filter(([key, value]) => !isOperator(key) || !isEmpty(value)),
  );
}

/** The parts that are written, with their places: a row that nobody has filled in yet is not. */
function filled(parts: readonly unknown[]): readonly (readonly [part: unknown, place: number])[] {
  return parts.map((part, place) => [part, place] as const).filter(([part]) => !isBlank(part));
}

function isBlank(part: unknown): boolean {
  if (Array.isArray(part)) return part.every(isBlank);
  if (!isMapping(part)) return isEmpty(part);
  return isConditionGroup(part) ? Object.values(part).every(isBlank) : Object.keys(part).length === 0;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** In one mapping, if no key is there twice; else in a list. */
function joined(values: readonly unknown[]): ConditionRow | undefined {
  const [only] = values;
  if (values.length < 2) return only as ConditionRow | undefined;
  return merged(values) ?? { all: values };
}

function merged(values: readonly unknown[]): ConditionRow | null {
  if (!values.every(isMapping)) return null;
  const whole: ConditionRow = Object.assign({}, ...values);
  const isOnce = values
    .flatMap((value) => Object.entries(value))
    .every(([key, one], at, all) =>
      isSubject(key) ? whole[key] === one : all.findIndex(([name]) => name === key) === at,
    );
  return isOnce && hasRows(whole) ? whole : null;
}

/**
 * Finds the row at a place of the condition that is written.
 * @param steps keys of the written condition
 * @returns a JSON Pointer in the parts
 */
export function rowAt(part: unknown, steps: readonly string[], readYaml: (text: string) => unknown): string {
  const [key = '', ...below] = steps;
  if (Array.isArray(part)) {
    const all = filled(part);
    const values = all.map(([one]) => conditionOfParts(one, readYaml));
    const isList = values.length > 1 && merged(values) === null;
    const index = isList
      ? Number(below[0])
      : Math.max(
          0,
          values.findIndex((value) => isMapping(value) && key in value),
        );
    const [one, place] = all[values.length === 1 ? 0 : index] ?? [];
    if (place === undefined) return '';
    return pointerTo(place) + rowAt(one, isList ? below.slice(1) : steps, readYaml);
  }
  if (!isMapping(part) || !Object.hasOwn(part, key)) return '';
  if (key === 'not') return pointerTo('not') + rowAt(part[key], below, readYaml);
  const list = part[key];
  if (!['all', 'any'].includes(key) || !Array.isArray(list)) return '';
  const [one, place] = filled(list)[Number(below[0])] ?? [];
  return place === undefined ? '' : pointerTo(key, place) + rowAt(one, below.slice(1), readYaml);
}
