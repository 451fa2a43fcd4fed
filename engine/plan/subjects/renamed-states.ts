/** Reads an earlier configuration with the state names of the later one: what was only renamed is not a change. */
import type { Portal } from '../../portal/model/portal.ts';
import { isMapping } from '../../portal/values/is-mapping.ts';
import { renamingsOf } from '../../portal/workflow/state-renames.ts';

/** Record type → earlier name → later name. */
export type RenamedStates = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The states that are new and take the place of earlier ones. */
export function renamedStates(before: Portal, after: Portal): RenamedStates {
  const renamings = renamingsOf(after).filter(({ type, from, to }) => {
    const states = before.workflows[type]?.states ?? {};
    return Object.hasOwn(states, from) && !Object.hasOwn(states, to);
  });
  const byType = Map.groupBy(renamings, ({ type }) => type);
  return new Map(
    Array.from(byType, ([type, some]) => [type, new Map(some.map(({ from, to }) => [from, to]))]),
  );
}

/** Keys with names of states of the record itself. */
const stateKeys: ReadonlySet<string> = new Set([
  'from',
  'to',
  'starts',
  'pauses',
  'stops',
  'states',
  'initial',
  'key',
]);

/** @param type of the record of which the value speaks; null: of none, so only its children are looked at */
export function withRenamedStates(
  value: unknown,
  { type, renamed }: { readonly type: string | null; readonly renamed: RenamedStates },
): unknown {
  const names = renamed.get(type ?? '');
  const nameOf = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(nameOf);
    return typeof one === 'string' ? (names?.get(one) ?? one) : one;
  };
  const walk = (one: unknown, isTop = false): unknown => {
    if (Array.isArray(one)) return one.map((each) => walk(each));
    if (!isMapping(one)) return one;
    if (isTestOfState(one)) return { ...one, operand: { value: nameOf(one['operand']['value']) } };
    const other = isTop ? type : typeOf(one, type);
    if (other !== type) return withRenamedStates(one, { type: other, renamed });
    return Object.fromEntries(
      Object.entries(one).map(([key, part]) => [
        key,
        stateKeys.has(key) && isNames(part) ? nameOf(part) : walk(part),
      ]),
    );
  };
  return walk(value, true);
}

function isTestOfState(
  one: Readonly<Record<string, unknown>>,
): one is { readonly operand: { readonly value: unknown } } & Readonly<Record<string, unknown>> {
  const { test, subject, operand } = one;
  return (
    test === 'compare' &&
    isMapping(subject) &&
    subject['from'] === 'record' &&
    subject['name'] === 'state' &&
    isMapping(operand) &&
    'value' in operand
  );
}

/** The type of the records of which this part speaks: children, parents, or the record itself. */
function typeOf(
  { test, type, states, measure, of }: Readonly<Record<string, unknown>>,
  own: string | null,
): string | null {
  if (test === 'parent') return typeof type === 'string' ? type : null;
  if (typeof type === 'string' && (test === 'children' || Array.isArray(states))) return type;
  return measure !== undefined && typeof of === 'string' ? of : own;
}

function isNames(value: unknown): boolean {
  return typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'));
}
