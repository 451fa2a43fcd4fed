/** Fields that no form asks: answers that a transition saves, assessments, and what a record is created with. */
import { child, entries, isMapping, isSaid, items, text, truth, type Cursor } from '../reading/cursor.ts';
import type { Names } from '../reading/link-context.ts';

/** The type of what each reader reads in their own language: no value that could be compared. */
export const wording = 'wording';

/** What an assessment holds, as conditions and texts may name it. */
const assessed = Object.fromEntries([
  ['title', { type: wording }],
  ...[
    'schedule',
    'version',
    'assessedOn',
    'total',
    'lateCharges',
    'paid',
    'balance',
    'dueNow',
    'nextDue',
  ].map((name) => [name, {}] as const),
  ['lines', rowsOf(['id', 'title', 'rule', 'base', 'rate', 'amount', 'tags'])],
  ['subtotals', rowsOf(['tag', 'title', 'amount'])],
  ['instalments', rowsOf(['title', 'due', 'amount', 'divided', 'late', 'paid', 'balance'])],
]);

function rowsOf(names: readonly string[]) {
  return {
    items: {
      properties: Object.fromEntries(names.map((name) => [name, isWording(name) ? { type: wording } : {}])),
    },
  };
}

function isWording(name: string): boolean {
  return name === 'title' || name === 'rule';
}

/** `properties` as of a form, one mapping for each transition that writes. */
export function writtenBySteps(type: string, { workflows }: Names): Cursor[] {
  const own = workflows.get(type);
  const saved = own === undefined ? [] : entries(child(own, 'transitions')).map(savedBy);
  const created = [...workflows.values()].flatMap((root) =>
    entries(child(root, 'transitions')).flatMap(([, at]) =>
      items(child(at, 'then'))
        .filter((effect) => text(child(effect, 'create')) === type)
        .map((effect) => createdWith(effect)),
    ),
  );
  return [...saved, ...created].filter(({ value }) => isMapping(value) && Object.keys(value).length > 0);
}

/** The step of this type that asks what the path names, and does not save it; null where there is none. */
export function unsavedStep(
  type: string | null,
  path: readonly string[],
  { workflows }: Names,
): string | null {
  const [step = '', answer] = path;
  const root = type === null ? undefined : workflows.get(type);
  if (root === undefined || answer === undefined) return null;
  const at = child(child(root, 'transitions'), step);
  return isMapping(at.value) && text(child(at, 'input')) !== null && !truth(child(at, 'saves')) ? step : null;
}

function savedBy([name, at]: [string, Cursor]): Cursor {
  const form = text(child(at, 'input'));
  const assesses = items(child(at, 'then')).some((effect) => isSaid(child(effect, 'assess')));
  const value = {
    ...(truth(child(at, 'saves')) && { [name]: form === null ? {} : { $ref: form } }),
    ...(assesses && { assessment: { properties: assessed } }),
  };
  return { ...at, value };
}

function createdWith(effect: Cursor): Cursor {
  const names = entries(child(effect, 'data')).map(([name]) => [name, {}] as const);
  return { ...effect, value: Object.fromEntries(names) };
}
