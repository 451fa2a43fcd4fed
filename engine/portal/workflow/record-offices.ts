/** The offices that the records of a type can be with. */
import type { Condition, ConditionOf } from '../model/condition.ts';
import type { Portal } from '../model/portal.ts';
import type { RecordType } from '../model/record-type.ts';
import { checklistType } from './new-records.ts';

/** `office: own` */
export function isOwnOffice(atom: Condition): boolean {
  return (
    atom.test === 'compare' &&
    atom.subject.from === 'record' &&
    atom.subject.name === 'office' &&
    'visitor' in atom.operand
  );
}

/** `unit: own` compares units, and lets the own office pass where it has none. */
export function isOwnUnit({ test, of }: ConditionOf<'all' | 'any'>): boolean {
  const [unit, office] = of;
  return (
    test === 'any' &&
    of.length === 2 &&
    unit?.test === 'compare' &&
    unit.subject.from === 'record' &&
    unit.subject.name === 'unit' &&
    'visitor' in unit.operand &&
    office?.test === 'all' &&
    office.of.some(isOwnOffice)
  );
}

const offices = new WeakMap<RecordType, ReadonlySet<string>>();

/** The departments that can be the office of a record of this type. */
export function officesOf(portal: Portal, type: RecordType): ReadonlySet<string> {
  let found = offices.get(type);
  if (found === undefined) offices.set(type, (found = gatherOffices(portal, type, [])));
  return found;
}

/** Is this department the office of every record of the type? */
export function isOnlyOffice(portal: Portal, type: RecordType, department: string): boolean {
  const found = officesOf(portal, type);
  return found.size === 1 && found.has(department);
}

/** @param seen types on the way up, which are not visited again */
function gatherOffices(portal: Portal, type: RecordType, seen: readonly string[]): Set<string> {
  if (seen.includes(type.type)) return new Set();
  const kinds = Object.values(portal.kinds);
  if (type.office === null) {
    const sets = Object.values(portal.sets).filter(({ under }) => under !== null);
    const own = type.type === checklistType ? sets.map(({ key }) => key) : [];
    return new Set(kinds.flatMap(({ set, office }) => (own.includes(set) ? office : [])));
  }
  if (type.office === 'kind')
    return new Set(kinds.flatMap(({ set, office }) => (type.kinds.includes(set) ? office : [])));
  if (type.office === 'owner') return new Set(type.parties['owner']?.departments);
  if (type.office !== 'parent') return new Set([type.office.department]);
  const parents = type.parents.flatMap((name) => portal.recordTypes[name] ?? []);
  return new Set(parents.flatMap((one) => [...gatherOffices(portal, one, [...seen, type.type])]));
}
