/** A visitor who acts for another officer of their department and unit: the steps, and of the flags what may be passed on. */
import { isNever } from '../../portal/access/access.ts';
import type { Value } from '../../portal/model/condition.ts';
import type { Visitor } from '../../portal/model/department.ts';
import type { Portal } from '../../portal/model/portal.ts';

/** A delegation that nobody ended, with the officer who made it. */
export interface Delegation {
  readonly id: string;
  /** Id of the officer's account. */
  readonly account: string;
  readonly name: string;
  readonly username: string;
  readonly department: string;
  readonly unit: string | null;
  readonly flags: Readonly<Record<string, Value>>;
  /** ISO dates in the portal's time zone. */
  readonly first_day: string;
  readonly last_day: string;
  /** As `type.step`; null: every step that may be delegated. */
  readonly steps: readonly string[] | null;
  /** Names of the flags that the officer passed on. */
  readonly gives: readonly string[];
}

/**
 * The visitor in the place of the officer.
 * @param own the deputy, as they act for themself
 * @param officer as they act for themself; null: their department is no longer configured
 * @param today in the portal's time zone
 * @returns null if the delegation is not in force on this day
 */
export function actingVisitor(
  portal: Portal,
  {
    own,
    officer,
    delegation,
    today,
  }: {
    readonly own: Visitor;
    readonly officer: Visitor | null;
    readonly delegation: Pick<Delegation, 'first_day' | 'last_day' | 'steps' | 'gives'>;
    readonly today: string;
  },
): Visitor | null {
  const { first_day: first, last_day: last, steps } = delegation;
  const department = portal.departments[own.department ?? ''];
  if (officer === null || officer.department !== own.department || officer.unit !== own.unit) return null;
  if (!department?.deputies) return null;
  if (today < first || today > last) return null;
  const flags = Object.entries(own.flags).map(([name, value]): [string, Value] => {
    const flag = department.flags[name];
    // What nobody grants is about the person: sign-in details that are due, or a second step.
    if (flag === undefined || typeof flag.default !== 'boolean' || isNever(flag.grantedBy))
      return [name, value];
    return [name, officer.flags[name] === true && (value === true || delegation.gives.includes(name))];
  });
  const { account = '', name, username } = officer;
  return {
    ...own,
    flags: Object.fromEntries(flags),
    actsFor: { account: account ?? '', name, username, steps },
  };
}

/**
 * The deputy under a delegation of everything that the officer may pass on: a test or a history does not know which
 * delegation it was.
 * @returns null if nobody may act for this officer
 */
export function deputyFor(
  portal: Portal,
  { own, officer }: { readonly own: Visitor; readonly officer: Visitor | null },
): Visitor | null {
  const today = '';
  const flags = Object.entries(portal.departments[own.department ?? '']?.flags ?? {});
  const gives = flags.flatMap(([name, { isDelegable }]) => (isDelegable ? [name] : []));
  const delegation = { first_day: today, last_day: today, steps: null, gives };
  return actingVisitor(portal, { own, officer, delegation, today });
}
