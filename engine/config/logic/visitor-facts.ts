/**
 * The relation of visitors to the records of a type: which tests they decide, and which roles and offices they can
 * have.
 */
import type { Condition, ConditionOf } from '../../portal/model/condition.ts';
import { draftState, isNever } from '../../portal/access/access.ts';
import { holds } from '../../portal/conditions/evaluate.ts';
import { type KnownTruth, possible } from '../../portal/conditions/possible.ts';
import type { Scope } from '../../portal/conditions/scope.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { RecordType } from '../../portal/model/record-type.ts';
import { signedOut, type Visitor } from '../../portal/model/department.ts';
import { isOwnOffice, officesOf } from '../../portal/workflow/record-offices.ts';
import { flagsOf, flagsRead, mixtures, visitorOf } from '../../portal/routing/visitors.ts';

/** A comparison with the state of the record. */
export function isState(condition: Condition): condition is ConditionOf<'compare'> {
  return (
    condition.test === 'compare' && condition.subject.from === 'record' && condition.subject.name === 'state'
  );
}

export interface Viewpoint extends Scope {
  readonly type: RecordType;
}

/** Returns true if this test can be true for this visitor. */
export function canHold(atom: Condition, { portal, visitor, type }: Viewpoint): boolean {
  const { department } = visitor;
  if (atom.test === 'party') return canBeParty(atom.role, { portal, visitor, type });
  if (atom.test === 'self' || atom.test === 'did' || atom.test === 'unseen') return visitor.signedIn;
  if (isOwnOffice(atom)) return department !== null && officesOf(portal, type).has(department);
  return !asksWhatIsMissing(atom, { portal, visitor });
}

/** A comparison with an attribute that this visitor cannot have, such as the unit in a department without units. */
function asksWhatIsMissing(
  atom: Condition,
  { portal, visitor }: Pick<Viewpoint, 'portal' | 'visitor'>,
): boolean {
  if (atom.test !== 'compare' || !('visitor' in atom.operand)) return false;
  if (atom.operand.visitor !== 'unit') return !visitor.signedIn;
  return (portal.departments[visitor.department ?? '']?.units ?? null) === null;
}

/**
 * If a role has no departments, its owner is anybody who may create the record, and anybody may have another role.
 */
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

/** Knows the tests that the visitor decides, and the roles, offices and units that they can never have. */
export function knownForVisitor({ portal, visitor, type }: Viewpoint): KnownTruth {
  const ofVisitor = knownVisitor({ portal, visitor });
  return (test) => (canHold(test, { portal, visitor, type }) ? ofVisitor(test) : false);
}

/** Knows the tests that the visitor decides, and nothing about the record. */
export function knownVisitor(scope: Scope): KnownTruth {
  return (condition) => {
    if (condition.test !== 'compare') return null;
    const { from } = condition.subject;
    return from === 'visitor' || from === 'flag' ? holds(condition, scope) : null;
  };
}

const never: Condition = { test: 'not', of: { test: 'always' } };

/** The condition as this visitor meets it: what they are is decided, and what is their own has its value. */
export function asVisitorMeets(condition: Condition, standing: Viewpoint): Condition {
  const decided = (test: Condition): Condition => {
    if (test.test === 'all' || test.test === 'any') return { ...test, of: test.of.map(decided) };
    if (test.test === 'not') return { ...test, of: decided(test.of) };
    if (test.test === 'always') return test;
    // The record's account is its owner.
    if (test.test === 'self') return decided({ test: 'party', role: 'owner' });
    const truth = canHold(test, standing) ? knownVisitor(standing)(test) : false;
    if (truth !== null) return truth ? { test: 'always' } : never;
    if (test.test !== 'compare' || !('visitor' in test.operand)) return test;
    const value = standing.visitor[test.operand.visitor];
    return value === null || value === '' ? test : { ...test, operand: { value } };
  };
  return decided(condition);
}

/** All conditions that let somebody see a record in this state, fully or partly. Only the owner sees a draft. */
export function visibleIn(portal: Portal, type: RecordType, state: string): Condition {
  if (draftState(portal, type.type) === state) return { test: 'party', role: 'owner' };
  const { read, summary, public: open } = type.access;
  return { test: 'any', of: [read, summary?.to, open?.when].filter((one) => one !== undefined) };
}

/** The condition on which somebody may change a record in this state: they read it whole, and it is their turn. */
export function changeableIn(portal: Portal, type: RecordType, state: string): Condition {
  const { read, update } = type.access;
  const isOfOwner = draftState(portal, type.type) === state;
  const reads: Condition = isOfOwner ? { test: 'party', role: 'owner' } : read;
  const turn = turnIn(portal, type, state);
  if (isNever(turn)) return turn;
  return { test: 'all', of: turn.test === 'always' ? [reads, update] : [reads, turn, update] };
}

/** `isTurnOf` as a condition. */
export function turnIn(portal: Portal, { type }: RecordType, state: string): Condition {
  const { waitsFor = null, isFinal = true } = portal.workflows[type]?.states[state] ?? {};
  if (!Object.hasOwn(portal.workflows, type) || (!isFinal && waitsFor === null)) return { test: 'always' };
  if (isFinal || waitsFor === null || waitsFor === 'children') return { test: 'any', of: [] };
  if (waitsFor === 'office') {
    const subject = { from: 'record', name: 'office' } as const;
    return { test: 'compare', subject, operator: 'is', operand: { visitor: 'department' } };
  }
  if (!Object.hasOwn(portal.departments, waitsFor)) return { test: 'party', role: waitsFor };
  const subject = { from: 'visitor', name: 'department' } as const;
  return { test: 'compare', subject, operator: 'is', operand: { value: waitsFor } };
}

export interface Who {
  readonly name: string;
  /** One visitor for each combination of the relevant flags. */
  readonly visitors: readonly Visitor[];
}

/**
 * The accounts of a department: one for each combination of the flags that the conditions read and the department
 * has.
 */
export function accountsOf(portal: Portal, department: string, conditions: readonly Condition[]): Visitor[] {
  const own = flagsOf(portal, department);
  return accountsWith(
    portal,
    department,
    flagsRead(conditions).filter((flag) => own.includes(flag)),
  );
}

/** The same with the flags that accounts of this department have from the start. */
export function initialAccountsOf(
  portal: Portal,
  department: string,
  conditions: readonly Condition[],
): Visitor[] {
  const own = portal.departments[department]?.flags ?? {};
  return accountsWith(
    portal,
    department,
    flagsRead(conditions).filter((flag) => own[flag]?.default === true),
  );
}

function accountsWith(portal: Portal, department: string, flags: readonly string[]): Visitor[] {
  return mixtures(flags)
    .map((some) => visitorOf(portal, department, some))
    .filter((one) => one !== null);
}

/** The accounts of every department, and visitors without an account. */
export function visitorsByDepartment(portal: Portal, conditions: readonly Condition[]): Who[] {
  const departments = Object.keys(portal.departments).map((name) => ({
    name,
    visitors: accountsOf(portal, name, conditions),
  }));
  return [...departments, { name: 'visitors without an account', visitors: [signedOut] }];
}
