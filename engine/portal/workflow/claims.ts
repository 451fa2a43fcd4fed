/** Decides which office has a record now, and who of it may claim, release and assign the record. */
import { may, recordTypeOf } from '../access/access.ts';
import { truthForVisitor } from '../access/visible-data.ts';
import { holds } from '../conditions/evaluate.ts';
import { knownState, possible } from '../conditions/possible.ts';
import type { RecordScope, Scope } from '../conditions/scope.ts';
import type { Condition } from '../model/condition.ts';
import type { Portal } from '../model/portal.ts';
import type { List, RecordType } from '../model/record-type.ts';
import type { PortalRecord } from '../model/record.ts';

/** The caller, as the assignee that a call names. */
export const self = 'me';

/** Key of the department that the record waits for; null: it waits for no department. */
export function officeInCharge(
  portal: Portal,
  { type, state, office }: Pick<PortalRecord, 'type' | 'state' | 'office'>,
): string | null {
  const { waitsFor = null, isFinal = true } = portal.workflows[type]?.states[state] ?? {};
  if (isFinal || waitsFor === null) return null;
  if (waitsFor === 'office') return office;
  return Object.hasOwn(portal.departments, waitsFor) ? waitsFor : null;
}

/** The states in which this department has a record of its own, if it can have one. */
export function statesWith(
  portal: Portal,
  { type, office, kinds, parties }: RecordType,
  department: string,
): string[] {
  const isOwn =
    office === 'parent' ||
    (office === 'owner' && (parties['owner']?.departments ?? [department]).includes(department)) ||
    (office === 'kind' &&
      Object.values(portal.kinds).some((kind) => kind.office === department && kinds.includes(kind.set))) ||
    (typeof office === 'object' && office?.department === department);
  const own = { type, office: isOwn ? department : null };
  return Object.keys(portal.workflows[type]?.states ?? {}).filter(
    (state) => officeInCharge(portal, { ...own, state }) === department,
  );
}

/** May this visitor find records in the list that they, or others of their office, work on? */
export function isListOfClaims(scope: Scope, type: RecordType, list: List): boolean {
  const { portal, visitor } = scope;
  const { claim } = type;
  if (claim === null || visitor.account === null || visitor.department === null) return false;
  return statesWith(portal, type, visitor.department).some((state) => {
    const known = knownState(state, truthForVisitor(scope));
    const isPossible = (condition: Condition) => possible(condition, known).true;
    return isPossible(list.where) && [claim.by, claim.assignedBy].some(isPossible);
  });
}

/** What a visitor may do now. */
export interface ClaimRights {
  /** Claim the record, or take it over from somebody else. */
  readonly claim: boolean;
  readonly release: boolean;
  /** Choose who works on it. */
  readonly assign: boolean;
}

/** @returns null for visitors who do not work on such records: they never learn who does */
export function claimRights(scope: RecordScope): ClaimRights | null {
  const { portal, visitor, context } = scope;
  const { record } = context;
  const rule = recordTypeOf(portal, record.type)?.claim ?? null;
  if (rule === null || visitor.account === null || !may(scope, 'read', record.type)) return null;
  const isHead = holds(rule.assignedBy, scope);
  if (!isHead && !holds(rule.by, scope)) return null;
  // A claim outlives a delegation, so a deputy only learns who works on the record.
  if (visitor.actsFor !== undefined) return { claim: false, release: false, assign: false };
  const isOpen = officeInCharge(portal, record) !== null;
  const isOwn = record.assignee === visitor.account;
  return {
    claim: !isOwn && mayWorkOn(scope),
    release: record.assignee !== null && (isOwn || (isHead && isOpen)),
    assign: isHead && isOpen,
  };
}

/** May this visitor be the one who works on the record now? */
export function mayWorkOn(scope: RecordScope): boolean {
  const { portal, visitor, context } = scope;
  const { record } = context;
  const rule = recordTypeOf(portal, record.type)?.claim ?? null;
  const office = officeInCharge(portal, record);
  const isInCharge = office !== null && office === visitor.department;
  return rule !== null && isInCharge && may(scope, 'read', record.type) && holds(rule.by, scope);
}
