/**
 * Finds the account of a person whom a provider has identified. The first sign-in links the account that has the
 * person's verified address. Afterwards the link counts, and the address no longer matters.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { message, type Message } from '../../locales/message.ts';
import { providerMessages } from '../../locales/providers.ts';
import { isEmail } from '../../portal/writing/email.ts';
import type { Value } from '../../portal/model/condition.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { IdentityProvider } from '../../portal/model/department.ts';
import { configuredMessage } from '../../portal/text/tell.ts';
import { initialFlags, ownVisitor } from '../accounts/account-flags.ts';
import { departmentsOf } from '../accounts/memberships.ts';
import { type Account, accountColumns, addAccount, findAccount } from '../accounts/accounts.ts';
import { hashPassword, NO_PASSWORD } from '../accounts/password.ts';
import type { Transaction } from '../database/database.ts';
import { runParts } from '../database/statements.ts';
import type { Application } from '../kernel/application.ts';
import { readUser } from '../users/user-calls.ts';
import { userEventParts } from '../users/user-history.ts';
import type { Identity } from './provider-client.ts';

/** The account that signs in, or why nobody does. */
export type ProviderOutcome =
  | { readonly account: Account; readonly refusal?: never }
  | { readonly refusal: Message; readonly account?: never };

interface IdentityLookup {
  readonly application: Application;
  readonly request: FastifyRequest;
  readonly client: Transaction;
  readonly provider: IdentityProvider;
  readonly identity: Identity;
}

/** The account of this identity, linked now if it was not. */
export async function accountOf(lookup: IdentityLookup): Promise<ProviderOutcome> {
  const { client, identity, provider, application } = lookup;
  const linked = await linkedAccount(client, identity);
  if (linked !== null) return admit(application.portal(), provider, linked);
  const { email, isEmailVerified } = identity;
  if (email === null || !isEmailVerified || !isEmail(email.trim()))
    return { refusal: message(providerMessages.mailUnverified, { provider: nameOf(provider) }) };
  const account = (await findAccount(client, email)) ?? (await openAccount(lookup, email));
  if (account === null) return { refusal: noAccount(provider, email) };
  const outcome = admit(application.portal(), provider, account);
  return outcome.account === undefined ? outcome : link(lookup, outcome.account);
}

async function linkedAccount(client: Transaction, { issuer, subject }: Identity): Promise<Account | null> {
  const [account] = await client.query<Account>(
    `SELECT ${accountColumns} FROM account_identities i JOIN accounts a ON a.id = i.account
     WHERE i.issuer = $1 AND i.subject = $2`,
    [issuer, subject],
  );
  return account ?? null;
}

/** Only accounts with a membership in the provider's departments that are not suspended sign in with it. */
export function admit(portal: Portal, provider: IdentityProvider, account: Account): ProviderOutcome {
  const isAdmitted = departmentsOf(portal, account).some((key) => provider.departments.includes(key));
  if (ownVisitor(portal, account) === null || !isAdmitted)
    return { refusal: message(providerMessages.notForDepartment, { provider: nameOf(provider) }) };
  if (account.is_suspended) return { refusal: message(providerMessages.accountSuspended) };
  return { account };
}

/** As the configuration declares it. @returns null: the person is refused */
async function openAccount(
  { client, application, identity: { name }, provider }: IdentityLookup,
  email: string,
): Promise<Account | null> {
  const department = provider.withoutAccount.open;
  if (department === null) return null;
  const portal = application.portal();
  const flags = { ...initialFlags(portal, department), ...ownSignIn(portal) };
  const account = { department, username: email, name: nameIn(name) ?? email, flags };
  return addAccount(client, { ...account, hash: await noPasswordHash() });
}

/** Controls and invisible marks could forge lines in mails and lists. */
function nameIn(name: string | null): string | null {
  const line =
    name
      ?.replace(/[\p{Cc}\p{Cf}]/gu, '')
      .trim()
      .slice(0, 200) ?? '';
  return line === '' ? null : line;
}

function noAccount({ withoutAccount }: IdentityProvider, email: string): Message {
  return withoutAccount.message === null
    ? message(providerMessages.noAccount, { email })
    : configuredMessage(withoutAccount.message, 'message');
}

/**
 * Remembers the identity, with an event. An invited person is then as if they had chosen a password: they sign in with
 * details of their own. An account has one identity of each provider.
 */
async function link(lookup: IdentityLookup, account: Account): Promise<ProviderOutcome> {
  const { client, application, request, provider, identity } = lookup;
  const { issuer, subject } = identity;
  await client.query('SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [account.id]);
  const added = await client.query(
    `INSERT INTO account_identities (issuer, subject, account) VALUES ($1, $2, $3)
     ON CONFLICT DO NOTHING RETURNING account`,
    [issuer, subject, account.id],
  );
  if (added.length === 0) {
    // The same person in another tab has been faster, or the account has another identity.
    const linked = await linkedAccount(client, identity);
    const refusal = message(providerMessages.linkedElsewhere, { provider: nameOf(provider) });
    return linked?.id === account.id ? { account } : { refusal };
  }
  const portal = application.portal();
  const visitor = ownVisitor(portal, account);
  const user =
    visitor && (await readUser({ application, request, client }, { portal, visitor }, account.slug));
  if (account.password === NO_PASSWORD)
    await client.query('UPDATE accounts SET password = $2, flags = flags || $3::jsonb WHERE id = $1', [
      account.id,
      await noPasswordHash(),
      JSON.stringify(ownSignIn(portal)),
    ]);
  // A portal without the record type of accounts keeps no histories of them.
  if (user !== null) {
    const changes = { provider: { before: null, after: provider.title } };
    const event = { what: 'linked', state: 'active', changes } as const;
    await runParts(client, userEventParts(application, user, event));
  }
  return { account };
}

/** The hash of a password that nobody knows: the account is no longer an invited one. */
function noPasswordHash(): Promise<string> {
  return hashPassword(randomBytes(32).toString('base64url'));
}

function ownSignIn({ credentialsFlag }: Portal): Record<string, Value> {
  return credentialsFlag === null ? {} : { [credentialsFlag]: true };
}

export function nameOf({ title }: IdentityProvider) {
  return { text: title, kind: 'name' };
}
