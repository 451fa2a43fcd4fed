/**
 * The routes for signing in with a provider. The person leaves for the provider and comes back from another site, so
 * strict cookies are missing then: a lax one, for ten minutes, recognises the browser. The page on which the person
 * arrives gets no session, but a ticket, which it exchanges with a call of its own.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { providers as contract } from '../../contract/providers.ts';
import { message, type Message } from '../../locales/message.ts';
import { providerMessages } from '../../locales/providers.ts';
import { say } from '../../portal/language/say.ts';
import type { IdentityProvider } from '../../portal/model/department.ts';
import { safeNext } from '../../portal/routing/next-path.ts';
import { escapeHtml } from '../../portal/text/html.ts';
import { type Account, accountColumns } from '../accounts/accounts.ts';
import { digestOfToken } from '../accounts/digests.ts';
import type { UnreadCount } from '../accounts/user-record.ts';
import { notFound, unprocessable } from '../http/errors.ts';
import { type Exchange, portalFor } from '../http/language.ts';
import { mount } from '../http/mount.ts';
import { isHttps, networkOf } from '../http/network.ts';
import type { Application } from '../kernel/application.ts';
import { browserOf } from '../sessions/csrf.ts';
import { finishFirstStep } from '../sessions/open-session.ts';
import { rememberDevice } from '../sessions/sessions.ts';
import { accountOf, admit, nameOf, type ProviderOutcome } from './provider-account.ts';
import {
  createProviderClient,
  type ProviderClient,
  ProviderError,
  type ProviderVisit,
  requireProviderSecrets,
  stateOf,
} from './provider-client.ts';
import {
  beginSignIn,
  forgetSignIn,
  keepOutcome,
  newTicket,
  SIGN_IN_MINUTES,
  takeAnswer,
  takeTicket,
} from './provider-sign-ins.ts';

interface ProviderParts {
  readonly application: Application;
  readonly client: ProviderClient;
}

/** @throws SettingsError if the secret of a provider is missing */
export function registerProviders(
  server: FastifyInstance,
  application: Application,
  unread: UnreadCount,
): void {
  requireProviderSecrets(application.settings, application.portal().signIn.providers);
  const client = createProviderClient(application.settings);
  mount(server, contract, {
    'POST /login/provider': async ({ body }, request, reply) => {
      const { provider: key, next = '/', again = false } = body;
      const provider = providerNamed(application, key);
      if (provider === null) throw notFound();
      reply.header('cache-control', 'no-store');
      const begun = { provider: key, network: networkOf(request.ip), next: safeNext(next) };
      const secret = await beginSignIn(application.database, begun);
      const callback = callbackOf(application, request, key);
      const visit = { provider, secret, callback };
      const address = await leave({ application, client }, request, { visit, again });
      keepCookie(application, { request, reply }, secret);
      return { address };
    },
    'GET /login/callback/:provider': async ({ params }, request, reply) => {
      const { next, ticket } = await comeBack({ application, client }, request, params.provider);
      return sendPage(application, { request, reply }, { next, ticket });
    },
    'POST /login/ticket': async ({ body: { ticket } }, request, reply) => {
      const account = await redeem(application, request, ticket);
      reply.clearCookie(cookieName(application, request), {
        path: '/',
        secure: isHttps(application.settings, request),
      });
      const browser = account.has_second_step ? null : browserOf(application, request);
      if (browser !== null) await rememberDevice(application.database, account.id, digestOfToken(browser));
      return finishFirstStep({ application, unread }, { request, reply }, account);
    },
  });
}

function providerNamed({ portal }: Application, key: string): IdentityProvider | null {
  return portal().signIn.providers.find((one) => one.key === key) ?? null;
}

/** The address of the callback, as the provider must know it. */
function callbackOf({ settings, apiPrefix }: Application, request: FastifyRequest, key: string): string {
  const origin = settings.publicUrl ?? `${request.protocol}://${request.host}`;
  return `${origin}${apiPrefix}/login/callback/${key}`;
}

/** @throws HttpError 422 if the provider is away */
async function leave(
  { application, client }: ProviderParts,
  request: FastifyRequest,
  { visit, again }: { readonly visit: ProviderVisit; readonly again: boolean },
): Promise<string> {
  try {
    return await client.addressOf(visit, again);
  } catch (error) {
    await forgetSignIn(application.database, visit.secret);
    throw unprocessable({ provider: [refusalOf(request, visit.provider, error)] });
  }
}

/** The message about a failed provider, whose reason the operator finds in the log. */
function refusalOf(request: FastifyRequest, provider: IdentityProvider, error: unknown): Message {
  if (!(error instanceof ProviderError)) throw error;
  request.log.warn({ err: error.cause, provider: provider.key }, 'a sign-in with a provider failed');
  const { fault } = error;
  const template = {
    unavailable: providerMessages.unavailable,
    refused: providerMessages.notSignedIn,
    invalid: providerMessages.answerInvalid,
  }[fault];
  return message(template, { provider: nameOf(provider) });
}

interface Arrival {
  readonly next: string;
  readonly ticket: string;
}

/** Every way back ends with a ticket: who exchanges it learns what came of it. */
async function comeBack(
  { application, client }: ProviderParts,
  request: FastifyRequest,
  key: string,
): Promise<Arrival> {
  const { database } = application;
  const provider = providerNamed(application, key);
  const secret = secretOf(application, request);
  const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
  const isOwn = secret !== null && new URLSearchParams(query).get('state') === stateOf(secret);
  const next = provider !== null && isOwn ? await takeAnswer(database, secret, key) : null;
  if (provider === null || secret === null || next === null) return { next: '/', ticket: newTicket() };
  const visit = { provider, secret, callback: callbackOf(application, request, key) };
  const outcome = await outcomeOf({ application, client }, request, { visit, query });
  return { next, ticket: await keepOutcome(database, secret, outcome) };
}

async function outcomeOf(
  { application, client }: ProviderParts,
  request: FastifyRequest,
  { visit, query }: { readonly visit: ProviderVisit; readonly query: string },
): Promise<ProviderOutcome> {
  const { provider } = visit;
  try {
    const identity = await client.identify(visit, query);
    return await application.database.transaction((transaction) =>
      accountOf({ application, request, client: transaction, provider, identity }),
    );
  } catch (error) {
    return { refusal: refusalOf(request, provider, error) };
  }
}

/** @throws HttpError 422 that names `ticket`: it is worth nothing, or the sign-in was refused */
async function redeem(application: Application, request: FastifyRequest, ticket: string): Promise<Account> {
  const { database } = application;
  const secret = secretOf(application, request);
  const taken = secret === null ? null : await takeTicket(database, secret, ticket);
  const provider = taken && providerNamed(application, taken.provider);
  if (secret === null || taken === null || provider === null)
    throw unprocessable({ ticket: [message(providerMessages.signInSpent)] });
  if (taken.refusal !== null) throw unprocessable({ ticket: [taken.refusal] });
  await forgetSignIn(database, secret);
  const [account] = await database.query<Account>(
    `SELECT ${accountColumns} FROM accounts a WHERE a.id = $1`,
    [taken.account],
  );
  if (account === undefined) throw unprocessable({ ticket: [message(providerMessages.signInSpent)] });
  // The account may have been suspended or moved within the last minute.
  const { refusal } = admit(application.portal(), provider, account);
  if (refusal !== undefined) throw unprocessable({ ticket: [refusal] });
  return account;
}

/** Lax, because the callback comes from another site. It opens nothing but the sign-in that it began. */
function keepCookie(application: Application, { request, reply }: Exchange, secret: string): void {
  reply.setCookie(cookieName(application, request), secret, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(application.settings, request),
    path: '/',
    maxAge: SIGN_IN_MINUTES * 60,
  });
}

function secretOf(application: Application, request: FastifyRequest): string | null {
  const kept = request.cookies[cookieName(application, request)];
  return kept !== undefined && /^[\w-]{43}$/.test(kept) ? kept : null;
}

function cookieName({ settings }: Application, request: FastifyRequest): string {
  return isHttps(settings, request) ? '__Host-sign-in' : 'sign-in';
}

/**
 * A page of our own that moves on by itself, without a script. A redirect would count as a visit from the provider's
 * site, and the browser would send none of its strict cookies.
 */
function sendPage(
  application: Application,
  { request, reply }: Exchange,
  { next, ticket }: Arrival,
): FastifyReply {
  const portal = portalFor(application, request);
  const path = portal.routes.find(({ name }) => name === portal.login)?.path ?? '/';
  const query = next === '/' ? '' : `?next=${encodeURIComponent(next)}`;
  const target = escapeHtml(`${path}${query}#ticket=${ticket}`);
  const lines = [
    '<!doctype html>',
    `<html lang="${escapeHtml(portal.language)}">`,
    '<meta charset="utf-8">',
    `<meta http-equiv="refresh" content="0;url=${target}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(say(portal.words, providerMessages.signingIn))}</title>`,
    `<p><a href="${target}">${escapeHtml(say(portal.words, providerMessages.continue))}</a></p>`,
  ];
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(`${lines.join('\n')}\n`);
}
