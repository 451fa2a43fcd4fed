/** The routes with which officers name deputies, and with which a session acts for an officer. */
import type { FastifyInstance } from 'fastify';
import type { ApiBody } from '../../contract/contract.ts';
import { delegations } from '../../contract/delegations.ts';
import { delegationMessages } from '../../locales/delegations.ts';
import { message } from '../../locales/message.ts';
import { daysBetween } from '../../portal/time/spans.ts';
import type { UnreadCount } from '../accounts/user-record.ts';
import { openDelegations, readUserRecord } from '../accounts/user-record.ts';
import { digestOfToken } from '../accounts/digests.ts';
import { endDelegations } from '../accounts/accounts.ts';
import { endedMails, namedMail } from '../users/user-mails.ts';
import type { Transaction } from '../database/database.ts';
import { runParts } from '../database/statements.ts';
import { announceChanges } from '../live/changes.ts';
import { forbidden, notFound, unprocessable } from '../http/errors.ts';
import { portalFor } from '../http/language.ts';
import { mount } from '../http/mount.ts';
import type { Application } from '../kernel/application.ts';
import { requireSession } from '../sessions/register-sessions.ts';
import { findSession } from '../sessions/sessions.ts';
import { changeOwnAccount } from './change-own-account.ts';
import {
  type Colleague,
  colleaguesOf,
  type DelegationScope,
  delegationScopeOf,
  flagsToPass,
  listDelegations,
  stepChoices,
  wireDelegation,
} from './delegation-rows.ts';

export function registerDelegations(
  server: FastifyInstance,
  application: Application,
  unread: UnreadCount,
): void {
  const { database } = application;
  mount(server, delegations, {
    'GET /delegations': async (_input, request, reply) => {
      reply.header('cache-control', 'no-store');
      const scope = delegationScopeOf(application, request);
      const longest = scope.rules?.longest ?? null;
      const people = longest === null ? [] : await colleaguesOf(database, scope);
      return {
        longest,
        today: scope.today,
        people: people.map(({ slug, name }) => ({ value: slug, label: name })),
        steps: longest === null ? [] : stepChoices(scope),
        given: await listDelegations(database, scope, 'officer'),
        received: await listDelegations(database, scope, 'deputy'),
      };
    },
    'POST /delegations': async ({ body }, request, reply) => {
      reply.header('cache-control', 'no-store');
      const scope = delegationScopeOf(application, request);
      const { id: account } = requireSession(request).account;
      const concerned = [account];
      const answer = await changeOwnAccount({ application, request, account }, async (client) => {
        const deputy = await requireDeputy(client, scope, body);
        const row = await insertDelegation(client, scope, { body, deputy });
        const { first_day: first, last_day: last, reason } = row;
        const officer = scope.visitor.name;
        await runParts(client, namedMail(application, deputy, { officer, first, last, reason }));
        concerned.push(deputy.id);
        const changes = { deputy: { before: null, after: deputy.name } };
        const event = { what: 'deputy-named', reason: body.reason.trim(), changes } as const;
        return { event, answer: wireDelegation(scope, { ...row, name: deputy.name }) };
      });
      announceChanges(database, { accounts: concerned });
      return answer;
    },
    'DELETE /delegations/:id': async ({ params }, request, reply) => {
      reply.header('cache-control', 'no-store');
      const { id: account } = requireSession(request).account;
      const { today } = delegationScopeOf(application, request);
      const concerned = [account];
      const answer = await changeOwnAccount({ application, request, account }, async (client) => {
        const ended = await endDelegations(client, account, { id: params.id, today });
        const [one] = ended;
        if (one === undefined) throw notFound();
        await runParts(client, endedMails(application, account, ended));
        concerned.push(one.officer.id, one.deputy.id);
        const changes = { deputy: { before: one.deputy.name, after: null } };
        return { event: { what: 'deputy-ended', changes }, answer: {} };
      });
      announceChanges(database, { accounts: concerned });
      return answer;
    },
    'PUT /acts-for': async ({ body: { delegation } }, request, reply) => {
      reply.header('cache-control', 'no-store');
      const { token, account } = requireSession(request);
      const open = await openDelegations(application, account);
      if (delegation !== null && !open.some(({ id }) => id === delegation))
        throw unprocessable({ delegation: [message(delegationMessages.notInForce)] });
      await database.query('UPDATE sessions SET delegation = $2 WHERE token = $1', [
        digestOfToken(token),
        delegation,
      ]);
      const changed = (await findSession(database, token)) ?? account;
      return readUserRecord(
        { application, unread },
        { token, account: changed },
        portalFor(application, request),
      );
    },
  });
}

type DelegationWish = ApiBody<'POST /delegations'>;

/** @throws HttpError 403 if the department names no deputies, 422 that names the field */
async function requireDeputy(
  client: Transaction,
  scope: DelegationScope,
  { deputy, first_day: first, last_day: last, steps }: DelegationWish,
): Promise<Colleague> {
  if (scope.rules === null) throw forbidden('no-deputies', message(delegationMessages.noneNamed));
  const { longest } = scope.rules;
  if (first < scope.today) throw unprocessable({ first_day: [message(delegationMessages.tooEarly)] });
  if (last < first) throw unprocessable({ last_day: [message(delegationMessages.lastDayEarly)] });
  if (daysBetween(first, last) + 1 > longest)
    throw unprocessable({ last_day: [message(delegationMessages.lastDayLate, { count: longest })] });
  const known = new Set(stepChoices(scope).map(({ value }) => value));
  if (steps?.some((step) => !known.has(step)))
    throw unprocessable({ steps: [message(delegationMessages.stepUnknown)] });
  const [found] = await colleaguesOf(client, scope, deputy);
  if (found === undefined) throw unprocessable({ deputy: [message(delegationMessages.deputyUnknown)] });
  const overlapping = await client.query(
    `SELECT 1 FROM delegations WHERE officer = $1 AND deputy = $2 AND ended_at IS NULL
       AND first_day <= $4::date AND last_day >= $3::date`,
    [scope.visitor.account, found.id, first, last],
  );
  if (overlapping.length > 0) throw unprocessable({ deputy: [message(delegationMessages.overlaps)] });
  return found;
}

/** @throws HttpError 403 that names a flag which the officer may not pass on */
async function insertDelegation(
  client: Transaction,
  scope: DelegationScope,
  { body, deputy }: { readonly body: DelegationWish; readonly deputy: Colleague },
): Promise<Omit<Parameters<typeof wireDelegation>[1], 'name'>> {
  const open = flagsToPass(scope, deputy);
  const refused = (body.flags ?? []).find((name) => !open.includes(name));
  if (refused !== undefined) {
    const flags = scope.reader.departments[scope.visitor.department ?? '']?.flags ?? {};
    const title = (Object.hasOwn(flags, refused) ? flags[refused]?.title : null) ?? refused;
    throw forbidden(
      'flag-kept',
      message(delegationMessages.flagKept, { flag: { text: title, kind: 'name' } }),
    );
  }
  const row = {
    first_day: body.first_day,
    last_day: body.last_day,
    steps: body.steps === null ? null : [...new Set(body.steps)],
    flags: body.flags ?? open,
    reason: body.reason.trim(),
  };
  const [added] = await client.query<{ id: string }>(
    `INSERT INTO delegations (officer, membership, deputy, first_day, last_day, steps, flags, reason)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
    [
      scope.visitor.account,
      scope.membership,
      deputy.id,
      row.first_day,
      row.last_day,
      row.steps,
      row.flags,
      row.reason,
    ],
  );
  return { ...row, id: added?.id ?? '', is_ended: false };
}
