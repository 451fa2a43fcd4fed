/** Fields that no form asks for: saved answers of transitions, assessments, and fields set at creation. */
import { child, entries, isMapping, isPresent, items, text, truth, type Cursor } from '../input/cursor.ts';
import type { Names } from '../input/link-context.ts';

/** The type of a text in the reader's language, which cannot be compared. */
export const wording = 'wording';

/** The content of an assessment, as conditions and texts may name it. */
const assessed = Object.fromEntries([
  ['title', { type: wording }],
  ...[
    'schedule',
    'version',
    'assessedOn',
    'total',
    'lateCharges',
    'paid',
    'refunded',
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

/** `properties` like those of a form, one mapping for each transition that writes fields. */
export function fieldsOfTransitions(type: string, { workflows }: Names): Cursor[] {
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

/** The transition of this type that asks for the named answer, but does not save it; null if there is none. */
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
  const assesses = items(child(at, 'then')).some((effect) => isPresent(child(effect, 'assess')));
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
