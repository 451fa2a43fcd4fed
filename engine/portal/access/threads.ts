/** Decides to whom a visitor may write messages. */
import type { RecordScope, Scope } from '../conditions/scope.ts';
import type { Portal } from '../model/portal.ts';
import type { RecordContext } from '../model/record.ts';
import type { AttachmentRules } from '../model/department.ts';
import { isRequester, signedOut } from '../model/department.ts';
import { viewLevel } from './access.ts';

/** One side of a thread. */
export interface ThreadSide {
  readonly department: string;
  readonly unit: string | null;
  /** Id of the person; null: everybody in the department's unit. */
  readonly account: string | null;
}

/** The record of a new thread. */
export interface ThreadRecord {
  readonly context: RecordContext;
  /** Departments in which its owner's account has a membership; none: it has no owner. */
  readonly ownerDepartments: readonly string[];
}

/** The side on which this visitor writes; null: signed out. */
export function ownSide({ portal, visitor }: Scope): ThreadSide | null {
  const { account, department, unit, actsFor } = visitor;
  // A delegation of single steps does not open the office's messages.
  const isOpen = actsFor === undefined || actsFor.steps === null;
  if (account === null || department === null || !isOpen) return null;
  const isPerson = isRequester(portal.departments, department);
  return { department, unit: isPerson ? null : unit, account: isPerson ? account : null };
}

/**
 * The sides to which this visitor may write. About a record, both must be allowed to read it.
 * @param about null: about no record
 */
export function threadAddresses(scope: Scope, about: ThreadRecord | null): ThreadSide[] {
  const { portal, visitor } = scope;
  const own = ownSide(scope);
  if (own === null || (about !== null && !mayRead({ portal, visitor, context: about.context }))) return [];
  const departments = new Set(
    portal.threads.rules
      .filter(({ from, about: types }) => from.includes(own.department) && covers(types, about))
      .flatMap(({ to }) => to),
  );
  return [...departments]
    .flatMap((department) => sidesOf(portal, department, about))
    .filter((side) => !isSameSide(side, own));
}

/** Where a message goes, and who began its thread. */
interface Conversation {
  /** Departments: of who began the thread, and of the other side. */
  readonly from: string;
  readonly to: string;
  /** Record type; null: about no record. */
  readonly about: string | null;
}

/** The files that the messages of a thread may carry, by the rule under which it was begun; null: none. */
export function attachmentsOf(
  { threads: { rules } }: Portal,
  { from, to, about }: Conversation,
): AttachmentRules | null {
  const rule = rules.find(
    (one) =>
      one.attachments !== null &&
      one.from.includes(from) &&
      one.to.includes(to) &&
      (about === null ? one.about.length === 0 : one.about.includes(about)),
  );
  return rule?.attachments ?? null;
}

function isSameSide(one: ThreadSide, other: ThreadSide): boolean {
  return one.department === other.department && one.unit === other.unit && one.account === other.account;
}

function covers(types: readonly string[], about: ThreadRecord | null): boolean {
  return about === null ? types.length === 0 : types.includes(about.context.record.type);
}

function sidesOf(portal: Portal, department: string, about: ThreadRecord | null): ThreadSide[] {
  if (isRequester(portal.departments, department)) {
    const account = about?.context.record.owner ?? null;
    return account === null || about?.ownerDepartments.includes(department) !== true
      ? []
      : [{ department, unit: null, account }];
  }
  const offices = unitsOf(portal, department).map((unit) => ({ department, unit, account: null }));
  if (about === null) return offices;
  const { context } = about;
  return offices.filter((side) => mayRead({ portal, visitor: memberOf(portal, side), context }));
}

/** An officer with the usual flags. */
function memberOf(portal: Portal, { department, unit }: ThreadSide): Scope['visitor'] {
  const flags = Object.entries(portal.departments[department]?.flags ?? {});
  return {
    ...signedOut,
    signedIn: true,
    department,
    unit,
    flags: Object.fromEntries(flags.map(([name, flag]) => [name, flag.default])),
  };
}

/** As the lists of records show it. */
function mayRead(scope: RecordScope): boolean {
  const level = viewLevel(scope);
  return level === 'read' || level === 'summary';
}

/** The officers of a department with units belong to one of them. */
function unitsOf({ departments, lookups }: Portal, department: string): (string | null)[] {
  const name = departments[department]?.units ?? null;
  const rows = name === null ? [] : (lookups[name]?.rows ?? []);
  return rows.length === 0
    ? [null]
    : rows.filter(({ retired }) => retired !== true).map(({ value }) => value);
}
