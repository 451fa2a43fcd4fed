/** Decides which office has a record now, and who of it may claim, release and assign the record. */
import { may, recordTypeOf } from '../access/access.ts';
import { holds } from '../conditions/evaluate.ts';
import type { RecordScope } from '../conditions/scope.ts';
import type { Portal } from '../model/portal.ts';
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
