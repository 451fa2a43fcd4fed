/** The flags of an account: its own settings, the defaults of its department, and flags derived from records. */
import { seenTypes } from '../../portal/access/onlookers.ts';
import type { Scope } from '../../portal/conditions/scope.ts';
import type { Value } from '../../portal/model/condition.ts';
import { type Department, SECOND_STEP_DUE, type Visitor } from '../../portal/model/department.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { DerivedValue } from '../../portal/model/record-type.ts';
import { departmentKey } from '../../portal/routing/match.ts';
import { presentNameIn } from '../../portal/succession/succeed-record.ts';
import { onceForEach } from '../../portal/values/once-for-each.ts';
import type { Queryable } from '../database/database.ts';
import { statementOf } from '../database/statements.ts';
import type { Application } from '../kernel/application.ts';
import { requireNewest } from '../http/require-newest.ts';
import { mayListSql } from '../sql/access-sql.ts';
import { conditionSql } from '../sql/condition-sql.ts';
import { and, complete, createParameters, type SqlScope, toSql } from '../sql/sql.ts';
import { todayIn } from '../sql/today.ts';
import { columnSql } from '../sql/value-sql.ts';
import type { Account, OnlookingAccount } from './accounts.ts';
import { mayUsePassword } from './memberships.ts';
import { actingVisitor, type Delegation } from './acting-visitor.ts';

type AccountServices = Pick<Application, 'database' | 'portal' | 'now'>;

/**
 * The account as guards and access rules read it. Under a delegation that is in force it is the deputy of an officer.
 * @param client runs the queries for derived flags
 * @returns null if the account's department is no longer configured
 */
export async function visitorOfAccount(
  application: AccountServices,
  account: Account,
  client: Queryable = application.database,
): Promise<Visitor | null> {
  const portal = application.portal();
  const own = ownVisitor(portal, account);
  if (own === null) return null;
  const { onlooker = null } = account;
  if (onlooker !== null) return seenVisitor(application, account, { onlooker, client });
  const visitor = deputyOf(application, own, account.acts_for ?? null) ?? own;
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
 * The account that makes a request.
 * @returns null if the account's department is no longer configured
 * @throws HttpError 503 if another version has come into force: it may call the department otherwise than this process
 */
export async function visitorOfCaller(
  application: AccountServices & Pick<Application, 'versionOf'>,
  account: Account,
  client: Queryable = application.database,
): Promise<Visitor | null> {
  const portal = application.portal();
  const visitor = await visitorOfAccount(application, account, client);
  if (visitor === null) await requireNewest(application, portal, client);
  return visitor;
}

/** The account as an onlooker sees it; null: the onlooker may not see accounts of this department any more. */
async function seenVisitor(
  application: AccountServices,
  account: Account,
  { onlooker, client }: { readonly onlooker: OnlookingAccount; readonly client: Queryable },
): Promise<Visitor | null> {
  const { until: _, ...own } = onlooker;
  const [seen, by] = await Promise.all([
    visitorOfAccount(application, { ...account, onlooker: null }, client),
    visitorOfAccount(application, { ...own, password: '' }, client),
  ]);
  const types = seen && by && seenTypes({ portal: application.portal(), visitor: by }, seen.department ?? '');
  return types && { ...seen, seenBy: { account: onlooker.id, name: onlooker.name, types } };
}

/** The visitor in the place of another officer; null: there is no delegation, or it is not in force today. */
export function deputyOf(
  application: AccountServices,
  own: Visitor,
  delegation: Delegation | null,
): Visitor | null {
  if (delegation === null) return null;
  const portal = application.portal();
  const officer = ownVisitor(portal, {
    ...delegation,
    id: delegation.account,
    has_second_step: true,
    other_departments: [],
  });
  const today = todayIn(portal.timeZone, application.now());
  return actingVisitor(portal, { own, officer, delegation, today });
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
export function ownVisitor(
  portal: Portal,
  account: Omit<Account, 'slug' | 'password' | 'language' | 'is_suspended' | 'membership'>,
): Visitor | null {
  // The account was read before another version, which calls its department otherwise, came into force.
  const key = departmentKey(portal, presentNameIn(portal, 'departments', account.department));
  const department = Object.hasOwn(portal.departments, key) ? portal.departments[key] : undefined;
  if (department === undefined) return null;
  const flags = { ...defaultsOf(department) };
  for (const [name, value] of Object.entries(account.flags)) {
    if (Object.hasOwn(flags, name)) flags[name] = value;
  }
  // Without passwords there are no sign-in details to choose, and no second step: the provider keeps them.
  const { credentialsFlag } = portal;
  const isPasswordless = !mayUsePassword(portal, account);
  if (credentialsFlag !== null && Object.hasOwn(flags, credentialsFlag) && isPasswordless)
    flags[credentialsFlag] = true;
  if (department.requiresSecondStep) flags[SECOND_STEP_DUE] = !account.has_second_step && !isPasswordless;
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

/** A value with several columns is an object. */
export type DerivedFlag = Value | Readonly<Record<string, Value>>;

type FlagMeasure = Extract<DerivedValue, { measure: 'count' | 'exists' | 'latest' | 'earliest' }>;

/**
 * Computes the derived flags of the visitor's department in one statement.
 * @param names the flags to compute; left out: all
 */
export async function readDerivedFlags(
  { database, portal: inForce, now }: AccountServices,
  seen: Visitor,
  { names, client = database }: { readonly names?: ReadonlySet<string>; readonly client?: Queryable } = {},
): Promise<Readonly<Record<string, DerivedFlag>>> {
  const portal = inForce();
  const derived = Object.entries(portal.departments[seen.department ?? '']?.derived ?? {});
  // The flags decide which pages open: an onlooker has those of the person.
  const { seenBy: _, ...visitor } = seen;
  const parameters = createParameters();
  const today = todayIn(portal.timeZone, now());
  const place = (type: string): SqlScope => ({
    portal,
    visitor,
    parameters,
    today,
    alias: 'r',
    type,
    isRelative: false,
  });
  const parts = derived.flatMap(([name, value]) =>
    isCounted(value) && (names?.has(name) ?? true)
      ? [`${parameters.add(name, 'text')}, ${flagSql(portal, value, place(value.of))}`]
      : [],
  );
  if (parts.length === 0) return {};
  const text = `SELECT jsonb_build_object(${parts.join(', ')}) AS flags`;
  const statement = statementOf('derived-flags', complete(text, parameters));
  const [row] = await client.query<{ flags: Record<string, DerivedFlag> }>(statement);
  return row?.flags ?? {};
}

function isCounted(derived: DerivedValue): derived is FlagMeasure {
  return ['count', 'exists', 'latest', 'earliest'].includes(derived.measure);
}

function flagSql(portal: Portal, derived: FlagMeasure, place: SqlScope): string {
  const type = portal.recordTypes[derived.of];
  if (type === undefined) return 'NULL';
  const where = toSql(and([mayListSql(type, place), conditionSql(derived.where, place)]));
  const from = `FROM records r WHERE r.type = ${place.parameters.add(type.type, 'text')} AND ${where}`;
  switch (derived.measure) {
    case 'count':
      return `(SELECT count(*) ${from})`;
    case 'exists':
      return `EXISTS (SELECT 1 ${from})`;
    default: {
      const given = Object.entries(derived.give);
      const [only] = given;
      if (only === undefined) return 'NULL';
      const cells = given.map(
        ([key, column]) => `${place.parameters.add(key, 'text')}, ${columnSql(column, 'r')}`,
      );
      const value = given.length === 1 ? columnSql(only[1], 'r') : `jsonb_build_object(${cells.join(', ')})`;
      const way = derived.measure === 'latest' ? 'DESC NULLS LAST' : 'ASC NULLS LAST';
      const by = columnSql(derived.by, 'r');
      return `(SELECT ${value} ${from} ORDER BY portal_number(${by}) ${way}, (${by} #>> '{}') COLLATE "C" ${way}, r.created_at DESC LIMIT 1)`;
    }
  }
}
