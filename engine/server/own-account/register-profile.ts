/** The routes of one's own profile. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { profile, type WireProfile } from '../../contract/profile.ts';
import { message } from '../../locales/message.ts';
import { profileMessages } from '../../locales/profile.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { Account } from '../accounts/accounts.ts';
import { departmentsOf } from '../accounts/memberships.ts';
import { forbidden } from '../http/errors.ts';
import { mount } from '../http/mount.ts';
import { announceChanges } from '../live/changes.ts';
import type { Application } from '../kernel/application.ts';
import { requireSession } from '../sessions/register-sessions.ts';
import { changeOwnAccount } from './change-own-account.ts';

export function registerProfile(server: FastifyInstance, application: Application): void {
  mount(server, profile, {
    'GET /profile': async (_input, request, reply) => {
      reply.header('cache-control', 'no-store');
      return wireProfile(requireSession(request).account, application.portal());
    },
    'PATCH /profile': async ({ body }, request, reply) => {
      reply.header('cache-control', 'no-store');
      return rename(application, request, body.name.trim());
    },
  });
}

/** @throws HttpError 403 if a department of the caller leaves names to others */
async function rename(
  application: Application,
  request: FastifyRequest,
  after: string,
): Promise<WireProfile> {
  const portal = application.portal();
  const { id } = requireSession(request).account;
  const changed = await changeOwnAccount({ application, request, account: id }, async (client, account) => {
    if (!mayRename(portal, account)) throw forbidden('own-name', message(profileMessages.refused));
    const { name: before } = account;
    const answer = wireProfile({ ...account, name: after }, portal);
    if (after === before) return { event: null, answer };
    await client.query('UPDATE accounts SET name = $2 WHERE id = $1', [id, after]);
    return { event: { what: 'changed', changes: { name: { before, after } } }, answer };
  });
  announceChanges(application.database, { accounts: [id] });
  return changed;
}

function mayRename(portal: Portal, account: Account): boolean {
  return departmentsOf(portal, account).every((key) => portal.departments[key]?.ownNames === true);
}

function wireProfile(account: Account, portal: Portal): WireProfile {
  const { name, username } = account;
  return { name, username, may_rename: mayRename(portal, account) };
}
