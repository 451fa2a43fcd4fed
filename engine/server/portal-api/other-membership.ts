/** A page that the caller would see in another of their memberships, such as one that a mail links to. */
import type { FastifyRequest } from 'fastify';
import { accountMessages } from '../../locales/account.ts';
import { say } from '../../portal/language/say.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { decide } from '../../portal/routing/decide.ts';
import { visitorOfAccount } from '../accounts/account-flags.ts';
import { membershipsOf, wireMemberships } from '../accounts/memberships.ts';
import type { Application } from '../kernel/application.ts';

/**
 * Tells the caller in which membership the page opens.
 * @param reader the portal in the caller's language
 * @returns null: in none of the others
 */
export async function otherMembership(
  application: Application,
  { session }: FastifyRequest,
  { reader, path }: { readonly reader: Portal; readonly path: string },
): Promise<string | null> {
  if (session === null || session.account.other_departments.length === 0) return null;
  const { database } = application;
  const { account } = session;
  const others = (await membershipsOf(database, account.id)).filter(({ id }) => id !== account.membership);
  for (const { id, department, unit, flags } of others) {
    const acting = { ...account, membership: id, department, unit, flags, acts_for: null };
    const visitor = await visitorOfAccount(application, acting);
    if (visitor === null || decide({ portal: reader, visitor }, path).outcome !== 'show') continue;
    const found = (await wireMemberships(database, reader, account)).find((one) => one.id === id);
    if (found === undefined) continue;
    const { title, unit: place } = found;
    const membership =
      place === null
        ? title
        : say(reader.words, accountMessages.membershipHere, { department: title, unit: place });
    return say(reader.words, accountMessages.membershipNeeded, { membership });
  }
  return null;
}
