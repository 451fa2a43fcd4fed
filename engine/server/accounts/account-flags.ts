/** The flags of an account: its own settings, the defaults of its department, and flags derived from records. */
import type { Scope } from '../../portal/conditions/scope.ts';
import type { Value } from '../../portal/model/condition.ts';
import type { Department } from '../../portal/model/department.ts';
import { departmentKey } from '../../portal/routing/match.ts';
import { onceForEach } from '../../portal/values/once-for-each.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { Visitor } from '../../portal/model/visitor.ts';
import type { Application } from '../kernel/application.ts';
import type { Queryable } from '../database/database.ts';
import type { Account } from './accounts.ts';
import { type DerivedFlag, readDerivedFlags } from './derived-flags.ts';

/**
 * The account as guards and access rules read it.
 * @param client runs the queries for derived flags
 * @returns null if the account's department is no longer configured
 */
export async function visitorOfAccount(
  application: Application,
  account: Account,
  client: Queryable = application.database,
): Promise<Visitor | null> {
  const portal = application.portal();
  const visitor = ownVisitor(portal, account);
  if (visitor === null) return null;
  const derived = Object.keys(portal.departments[visitor.department ?? '']?.derived ?? {});
  const needed = derived.filter((name) => flagsRead(portal).has(name));
  if (needed.length === 0) return visitor;
  const found = await readDerivedFlags(application, visitor, { names: new Set(needed), client });
  const values = Object.entries(found).filter(
    (entry): entry is [string, Value] => isValue(entry[1]) && !isGiven({ portal, visitor }, entry[0]),
  );
  return { ...visitor, flags: { ...visitor.flags, ...Object.fromEntries(values) } };
}

/**
 * A demonstration account starts with what others earn through their records. If a flag is initially false for others
 * and this account has it, records do not remove it.
 */
export function isGiven({ portal, visitor: { department, flags } }: Scope, name: string): boolean {
  const flag = portal.departments[department ?? '']?.flags[name];
  return flag !== undefined && flag.initial === false && flags[name] === true;
}

/** The flags of a new account that somebody else creates, where they differ from the department's defaults. */
export function initialFlags(portal: Portal, department: string): Record<string, Value> {
  const flags = Object.entries(portal.departments[department]?.flags ?? {});
  return Object.fromEntries(
    flags.filter(([, flag]) => flag.initial !== flag.default).map(([name, flag]) => [name, flag.initial]),
  );
}

/**
 * The flags of an account that moves to another department. A withdrawn flag stays withdrawn. A flag that the old
 * department did not have starts as for a new account. Granted flags end with the old department.
 */
export function flagsAfterMove(portal: Portal, account: Account, department: string): Record<string, Value> {
  const before = portal.departments[departmentKey(portal, account.department)]?.flags ?? {};
  const fresh = Object.entries(initialFlags(portal, department)).filter(
    ([name]) => !Object.hasOwn(before, name),
  );
  const withdrawn = Object.entries(account.flags).filter(([, value]) => value === false);
  return Object.fromEntries([...fresh, ...withdrawn]);
}

/** Without the flags that are derived from records. */
export function ownVisitor(portal: Portal, account: Account): Visitor | null {
  const key = departmentKey(portal, account.department);
  const department = Object.hasOwn(portal.departments, key) ? portal.departments[key] : undefined;
  if (department === undefined) return null;
  const flags = { ...defaultsOf(department) };
  for (const [name, value] of Object.entries(account.flags)) {
    if (Object.hasOwn(flags, name)) flags[name] = value;
  }
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

const defaultsOf = onceForEach(({ flags }: Department): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, flag.default])),
);

/** Names of the flags that any rule of the portal reads. Only these must be known before a request is answered. */
const flagsRead = onceForEach(({ guards, recordTypes, workflows, kinds }: Portal) => {
  const names = new Set<string>();
  collect([guards, recordTypes, workflows, kinds], names);
  return names;
});

function collect(part: unknown, names: Set<string>): void {
  if (typeof part !== 'object' || part === null) return;
  if ('from' in part && part.from === 'flag' && 'name' in part) names.add(String(part.name));
  for (const inner of Object.values(part)) collect(inner, names);
}

function isValue(flag: DerivedFlag): flag is Value {
  return flag === null || typeof flag !== 'object' || Array.isArray(flag);
}
