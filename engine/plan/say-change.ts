/** Says a change in words, for a person who reads a plan. */
import { isMapping } from '../portal/values/is-mapping.ts';
import type { Condition, Duration, FieldPath } from '../portal/model/condition.ts';
import type { ConfigurationChange, KeyChange } from './change.ts';
import { pathText } from '../portal/conditions/path-text.ts';
import { conditionText, durationText, valueText } from './condition-text.ts';

/** One line for each key: `asked when: always → field: area, above: 100`. */
export function sayKeys({ keys }: Pick<ConfigurationChange, 'keys'>): readonly string[] {
  return keys.flatMap(sayKey);
}

function sayKey({ key, before, after }: KeyChange): readonly string[] {
  return sayBetween(keyNames[key] ?? key, before, after);
}

/** Down to where the two differ: a long map is not told whole. */
function sayBetween(name: string, before: unknown, after: unknown): readonly string[] {
  if (Array.isArray(before) && Array.isArray(after)) return sayMembers(name, before.map(say), after.map(say));
  if (isPlainMap(before) && isPlainMap(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys
      .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
      .flatMap((key) => sayBetween(joined(name, keyNames[key] ?? key), before[key], after[key]));
  }
  return [`${name === '' ? '' : `${name}: `}${say(before)} → ${say(after)}`];
}

function joined(name: string, key: string): string {
  return name === '' ? key : `${name}.${key}`;
}

/** Keys whose name in the portal differs from that in the files. */
const keyNames: Readonly<Record<string, string>> = {
  isOptional: 'optional',
  isRequired: 'required',
  isCharged: 'charged',
  isSettled: 'settled',
  isFinal: 'final',
  isDelegable: 'delegable',
  isMany: 'many',
  toCases: 'to',
  // The whole value of a setting, a fact or a translation.
  is: '',
};

function sayMembers(name: string, before: readonly string[], after: readonly string[]): readonly string[] {
  const [was, is] = [new Set(before), new Set(after)];
  const [lost, added] = [[...was.difference(is)], [...is.difference(was)]];
  if (added.length + lost.length === 0) return [`${name}: in another order, ${after.join(', ')}`];
  return [...lost.map((one) => `${name}: - ${one}`), ...added.map((one) => `${name}: + ${one}`)];
}

/** A value of the portal as an author would write it. */
function say(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (isCondition(value)) return conditionText(value);
  if (isDuration(value)) return durationText(value);
  if (isPath(value)) return pathText(value);
  if (Array.isArray(value)) return `[${value.map(say).join(', ')}]`;
  if (isMapping(value)) {
    const { effect, ...rest } = value;
    if (typeof effect === 'string') return `${effect}: { ${say(rest)} }`;
    const parts = Object.entries(value).flatMap(([key, one]) =>
      isEmpty(one)
        ? []
        : [`${keyNames[key] ?? key}: ${isMapping(one) && !isWord(one) ? `{ ${say(one)} }` : say(one)}`],
    );
    return parts.join(', ');
  }
  return valueText(value);
}

/** What a file need not say. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === false) return true;
  return Array.isArray(value) ? value.length === 0 : isCondition(value) && value.test === 'always';
}

function isWord(value: unknown): boolean {
  return isDuration(value) || isPath(value);
}

function isPlainMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return isMapping(value) && !isCondition(value) && !isDuration(value) && !isPath(value);
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
