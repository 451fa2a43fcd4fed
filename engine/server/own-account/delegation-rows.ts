/** The delegations of an account, and what it may delegate to whom. */
import type { FastifyRequest } from 'fastify';
import type { WireDelegation } from '../../contract/delegations.ts';
import { delegationMessages } from '../../locales/delegations.ts';
import { grantedFlags, newAccount } from '../../portal/access/accounts.ts';
import { possible } from '../../portal/conditions/possible.ts';
import { isOwnOffice, officesOf } from '../../portal/workflow/record-offices.ts';
import { stepName } from '../../portal/access/deputies.ts';
import type { Scope } from '../../portal/conditions/scope.ts';
import { say } from '../../portal/language/say.ts';
import type { DeputyRules } from '../../portal/model/department.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { ownVisitor } from '../accounts/account-flags.ts';
import type { Account } from '../accounts/accounts.ts';
import { NO_PASSWORD } from '../accounts/password.ts';
import type { Queryable } from '../database/database.ts';
import { unauthenticated } from '../http/errors.ts';
import { portalFor } from '../http/language.ts';
import type { Application } from '../kernel/application.ts';
import { requireSession } from '../sessions/register-sessions.ts';
import { conditionSql } from '../sql/condition-sql.ts';
import { createParameters } from '../sql/sql.ts';
import { todayIn } from '../sql/today.ts';

/** The caller as themself, also while their session acts for somebody else. */
export interface DelegationScope extends Scope {
  /** The portal in the caller's language. */
  readonly reader: Portal;
  /** The membership in which the caller acts. */
  readonly membership: string;
  /** ISO date in the portal's time zone. */
  readonly today: string;
  /** Null: the department names no deputies. */
  readonly rules: DeputyRules | null;
}

/** @throws HttpError 401 */
export function delegationScopeOf(application: Application, request: FastifyRequest): DelegationScope {
  const portal = application.portal();
  const { account } = requireSession(request);
  const visitor = ownVisitor(portal, account);
  if (visitor === null) throw unauthenticated();
  return {
    portal,
    visitor,
    membership: account.membership,
    reader: portalFor(application, request),
    today: todayIn(portal.timeZone, application.now()),
    rules: portal.departments[visitor.department ?? '']?.deputies ?? null,
  };
}

export type Colleague = Pick<Account, 'id' | 'slug' | 'name' | 'username' | 'language' | 'unit' | 'flags'>;

/**
 * The other accounts of the department and unit that can sign in, by name. Units do not work on each other's records.
 * @param slug of one of them; null: all
 */
export async function colleaguesOf(
  client: Queryable,
  { portal, visitor }: Scope,
  slug: string | null = null,
): Promise<Colleague[]> {
  const { key = '', aliases = [] } = portal.departments[visitor.department ?? ''] ?? {};
  return client.query<Colleague>({
    name: 'colleagues',
    text: `SELECT DISTINCT ON (name, slug) id, slug, name, username, language, unit, flags FROM account_memberships
      WHERE department = ANY($1) AND unit IS NOT DISTINCT FROM $5 AND id <> $2 AND NOT is_suspended AND password <> $3
        AND ($4::text IS NULL OR slug = $4)
      ORDER BY name, slug, joined_at NULLS FIRST, membership LIMIT 1000`,
    values: [[key, ...aliases], visitor.account, NO_PASSWORD, slug, visitor.unit ?? null],
  });
}

/** The steps that may be delegated and that this officer might take on some record of their office. */
export function stepChoices({ portal, reader, visitor, today }: DelegationScope): {
  readonly value: string;
  readonly label: string;
}[] {
  return Object.values(portal.workflows).flatMap(({ of, transitions }) => {
    const type = portal.recordTypes[of];
    const isOurs = type !== undefined && officesOf(portal, type).has(visitor.department ?? '');
    return Object.values(transitions).flatMap((step) => {
      const parameters = createParameters();
      const place = { portal, visitor, parameters, today, alias: 'r', type: of, isRelative: false };
      if (!step.isDelegable || step.by === null || conditionSql(step.by, place) === false) return [];
      if (!possible(step.by, (test) => (isOwnOffice(test) && !isOurs ? false : null)).true) return [];
      return { value: stepName(of, step), label: stepTitle(reader, stepName(of, step)) };
    });
  });
}

/** The name of a step as its officers read it: Clearance: Approve. */
function stepTitle(reader: Portal, named: string): string {
  const [of = '', name = ''] = named.split('.');
  const workflow = Object.values(reader.workflows).find((one) => one.of === of);
  const type = reader.recordTypes[of]?.title ?? of;
  const step = workflow?.transitions[name]?.title ?? name;
  return say(reader.words, delegationMessages.stepOf, { type, step });
}

/**
 * The flags that the officer passes on: those that the deputy lacks, if the officer may grant them or they may be
 * delegated.
 */
export function flagsToPass({ portal, visitor }: Scope, deputy: Colleague): string[] {
  const department = visitor.department ?? '';
  const context = newAccount({ portal, visitor }, department, deputy.unit);
  const { flags = {} } = portal.departments[department] ?? {};
  return grantedFlags({ portal, visitor, context }, deputy.flags).flatMap(({ name, value, isOpen }) => {
    const mayPass = visitor.flags[name] === true && (isOpen || flags[name]?.isDelegable === true);
    return mayPass && !value ? name : [];
  });
}

interface DelegationRow {
  readonly id: string;
  readonly name: string;
  readonly first_day: string;
  readonly last_day: string;
  readonly steps: readonly string[] | null;
  readonly flags: readonly string[];
  readonly reason: string;
  readonly is_ended: boolean;
}

/** Newest first. @param as the caller's part in them */
export async function listDelegations(
  client: Queryable,
  scope: DelegationScope,
  as: 'officer' | 'deputy',
): Promise<WireDelegation[]> {
  const other = as === 'officer' ? 'deputy' : 'officer';
  const rows = await client.query<DelegationRow>({
    name: `delegations-of-${as}`,
    text: `SELECT d.id, a.name, d.first_day::text, d.last_day::text, d.steps, d.flags, d.reason,
        d.ended_at IS NOT NULL AS is_ended
      FROM delegations d JOIN accounts a ON a.id = d.${other}
      WHERE d.${as} = $1 ORDER BY d.last_day DESC, d.id LIMIT 100`,
    values: [scope.visitor.account],
  });
  return rows.map((row) => wireDelegation(scope, row));
}

/** The delegation in the caller's language. */
export function wireDelegation(
  { reader, visitor, today }: DelegationScope,
  { steps, flags, is_ended: isEnded, ...row }: DelegationRow,
): WireDelegation {
  const titles = reader.departments[visitor.department ?? '']?.flags ?? {};
  const days = row.first_day > today ? 'upcoming' : row.last_day < today ? 'over' : 'present';
  return {
    ...row,
    state: isEnded ? 'ended' : days,
    steps: steps?.map((step) => stepTitle(reader, step)) ?? null,
    flags: flags.map((name) => titles[name]?.title ?? name),
  };
}
