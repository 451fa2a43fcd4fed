/** The flags of an account: what was set for it over what its department says, and the values derived from records. */
import type { Value } from '../../portal/condition.ts';
import type { Portal } from '../../portal/portal.ts';
import type { Visitor } from '../../portal/visitor.ts';
import type { Account } from './accounts.ts';

/** @returns null when the account's department is no longer configured */
export function visitorOfAccount(portal: Portal, account: Account): Visitor | null {
  const key = portal.aliases[account.department] ?? account.department;
  const department = Object.hasOwn(portal.departments, key) ? portal.departments[key] : undefined;
  if (department === undefined) return null;
  const flags: Record<string, Value> = {};
  for (const [name, flag] of Object.entries(department.flags))
    flags[name] = account.flags[name] ?? flag.default;
  return {
    signedIn: true,
    account: account.id,
    department: key,
    unit: account.unit,
    flags,
    name: account.name,
    username: account.username,
  };
}

/** What an account that somebody else makes starts with, where it differs from the department's defaults. */
export function initialFlags(portal: Portal, department: string): Record<string, Value> {
  const flags = Object.entries(portal.departments[department]?.flags ?? {});
  return Object.fromEntries(
    flags.filter(([, flag]) => flag.initial !== flag.default).map(([name, flag]) => [name, flag.initial]),
  );
}
