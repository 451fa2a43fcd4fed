/** Whether conditions over a record can hold, tried over every truth of what is not known of the record. */
import type { Scope } from '../../../portal/conditions/scope.ts';
import type { Condition, ConditionOf } from '../../../portal/model/condition.ts';
import { isNever } from '../../../portal/access/access.ts';
import { holds } from '../../../portal/conditions/evaluate.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import type { Visitor } from '../../../portal/model/visitor.ts';
import { keyOf } from './one-value.ts';
import { possible, type Known } from '../checking/possible.ts';

/** One possible world: who acts, the state that the record is in, and what is true of it. */
export interface World {
  readonly portal: Portal;
  readonly visitor: Visitor;
  readonly state: string;
  /** Truth of each test that depends on the record, by its text. */
  readonly truths: ReadonlyMap<string, boolean>;
}

/** More unknown tests than this are not tried: the check then says nothing. */
const triedAtMost = 8;

/**
 * Every combination of truths that this visitor's department and the record type allow.
 * @param settled the tests whose truth is given, or null for one that may be either
 * @returns null where there are too many to try
 */
export function truthsOf(
  conditions: readonly Condition[],
  { portal, visitor, type }: { portal: Portal; visitor: Visitor; type: RecordType },
  settled: (atom: Condition) => boolean | null = () => null,
): ReadonlyMap<string, boolean>[] | null {
  const atoms = new Map(conditions.flatMap(atomsOf).map((atom) => [keyOf(atom), atom]));
  const choices = [...atoms].map(([text, atom]) => {
    const value = settled(atom);
    if (value !== null) return { text, values: [value] };
    return { text, values: canHold(atom, { portal, visitor, type }) ? [true, false] : [false] };
  });
  if (choices.filter(({ values }) => values.length > 1).length > triedAtMost) return null;
  let all: ReadonlyMap<string, boolean>[] = [new Map()];
  for (const { text, values } of choices) {
    all = all.flatMap((one) => values.map((value) => new Map([...one, [text, value]])));
  }
  return all;
}

/** Does the condition hold in this world? */
export function holdsIn(condition: Condition, world: World): boolean {
  switch (condition.test) {
    case 'all':
      return condition.of.every((part) => holdsIn(part, world));
    case 'any':
      return condition.of.some((part) => holdsIn(part, world));
    case 'not':
      return !holdsIn(condition.of, world);
    default:
      return isAtom(condition) ? (world.truths.get(keyOf(condition)) ?? false) : holdsKnown(condition, world);
  }
}

function holdsKnown(condition: Condition, { portal, visitor, state }: World): boolean {
  if (!isState(condition)) return holds(condition, { portal, visitor });
  const { operand } = condition;
  if (!('value' in operand)) return false;
  return Array.isArray(operand.value) ? operand.value.includes(state) : operand.value === state;
}

function atomsOf(condition: Condition): Condition[] {
  switch (condition.test) {
    case 'all':
    case 'any':
      return condition.of.flatMap(atomsOf);
    case 'not':
      return atomsOf(condition.of);
    default:
      return isAtom(condition) ? [condition] : [];
  }
}

/** A test whose truth neither the visitor nor the state decides. */
function isAtom(condition: Condition): boolean {
  if (condition.test !== 'compare') return condition.test !== 'always';
  const { from } = condition.subject;
  return from !== 'visitor' && from !== 'flag' && !isState(condition);
}

function isState(condition: Condition): condition is ConditionOf<'compare'> {
  return (
    condition.test === 'compare' && condition.subject.from === 'record' && condition.subject.name === 'state'
  );
}

export interface Viewpoint {
  readonly portal: Portal;
  readonly visitor: Visitor;
  readonly type: RecordType;
}

/** Can this test of the record ever hold for this visitor? */
export function canHold(atom: Condition, { portal, visitor, type }: Viewpoint): boolean {
  const { department } = visitor;
  if (atom.test === 'party') return canBeParty(atom.role, { portal, visitor, type });
  if (atom.test === 'self' || atom.test === 'did' || atom.test === 'unseen') return visitor.signedIn;
  if (isOwnOffice(atom)) return department !== null && officesOf(portal, type).has(department);
  return !asksWhatIsMissing(atom, { portal, visitor });
}

/** A comparison with something of the visitor that nobody like them has, such as the unit of a department without units. */
function asksWhatIsMissing(
  atom: Condition,
  { portal, visitor }: Pick<Viewpoint, 'portal' | 'visitor'>,
): boolean {
  if (atom.test !== 'compare' || !('visitor' in atom.operand)) return false;
  if (atom.operand.visitor !== 'unit') return !visitor.signedIn;
  return (portal.departments[visitor.department ?? '']?.units ?? null) === null;
}

/** `office: own` */
export function isOwnOffice(atom: Condition): boolean {
  return (
    atom.test === 'compare' &&
    atom.subject.from === 'record' &&
    atom.subject.name === 'office' &&
    'visitor' in atom.operand
  );
}

/** Where the departments of a role are not said: the owner is whoever may create, anybody may stand in another role. */
export function canBeParty(role: string, { portal, visitor, type }: Viewpoint): boolean {
  if (!visitor.signedIn) return false;
  const party = Object.hasOwn(type.parties, role) ? type.parties[role] : undefined;
  if (party !== undefined && party.departments.length > 0) {
    return visitor.department !== null && party.departments.includes(visitor.department);
  }
  if (party === undefined && role !== 'owner') return false;
  const { create } = type.access;
  return role !== 'owner' || isNever(create) || possible(create, knownVisitor({ portal, visitor })).true;
}

/** Knows what the visitor decides, and which roles, offices and units they can never have. */
export function knownStanding({ portal, visitor, type }: Viewpoint): Known {
  const ofVisitor = knownVisitor({ portal, visitor });
  return (test) => (canHold(test, { portal, visitor, type }) ? ofVisitor(test) : false);
}

/** Knows what the visitor decides, and nothing of the record. */
export function knownVisitor(scope: Scope): Known {
  return (condition) => {
    if (condition.test !== 'compare') return null;
    const { from } = condition.subject;
    return from === 'visitor' || from === 'flag' ? holds(condition, scope) : null;
  };
}

const offices = new WeakMap<RecordType, ReadonlySet<string>>();

/** The departments that a record of this type may belong to. */
export function officesOf(portal: Portal, type: RecordType): ReadonlySet<string> {
  let found = offices.get(type);
  if (found === undefined) offices.set(type, (found = gatherOffices(portal, type, [])));
  return found;
}

/** @param seen types on the way up, which may not be walked again */
function gatherOffices(portal: Portal, type: RecordType, seen: readonly string[]): Set<string> {
  if (type.office === null || seen.includes(type.type)) return new Set();
  if (type.office === 'kind') {
    const kinds = Object.values(portal.kinds).filter(({ set }) => type.kinds.includes(set));
    return new Set(kinds.map(({ office }) => office));
  }
  if (type.office !== 'parent') return new Set([type.office.department]);
  const parents = type.parents.flatMap((name) => portal.recordTypes[name] ?? []);
  return new Set(parents.flatMap((one) => [...gatherOffices(portal, one, [...seen, type.type])]));
}
