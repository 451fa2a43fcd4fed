/** The language of each request, the route that changes it, and the engine's sentences for the browser. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { language as languageEndpoints } from '../../contract/accounts.ts';
import { sentences } from '../../contract/portal.ts';
import { inLanguage } from '../../portal/translation/in-language.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { Account } from '../accounts/accounts.ts';
import type { Application } from '../application.ts';
import { notFound, unprocessable } from '../http/errors.ts';
import { mount } from '../http/mount.ts';
import { isHttps } from '../sessions/csrf.ts';
import { readerLanguage } from './reader-language.ts';
import { message } from '../../locales/message.ts';
import { pageMessages } from '../../locales/page.ts';
import { aYear } from '../../portal/time/lengths.ts';

const COOKIE = 'language';

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export function registerLanguages(server: FastifyInstance, application: Application): void {
  mount(
    server,
    { ...languageEndpoints, ...sentences },
    {
      'PUT /language': async ({ body: { language } }, request, reply) => {
        if (!application.portal().locales.includes(language)) {
          throw unprocessable({ language: [message(pageMessages.languageUnknown)] });
        }
        rememberLanguage(application, { request, reply }, language);
        const account = request.session?.account.id;
        if (account !== undefined) {
          await keepLanguage(application, account, language);
        }
        reply.header('cache-control', 'no-store');
        return { language };
      },
      'GET /locales/:language': async ({ params }, _request, reply) => {
        const portal = application.portal();
        if (!portal.locales.includes(params.language)) throw notFound();
        reply.header('cache-control', 'public, no-cache');
        return inLanguage(portal, params.language).words.texts;
      },
    },
  );
}

/** The language of the answer. */
export function languageOf(application: Application, request: FastifyRequest): string {
  return readerLanguage(application.portal().locales, {
    // For a request that was refused before its language was read.
    chosen: request.cookies?.[COOKIE],
    kept: request.session?.account.language ?? null,
    accepted: request.headers['accept-language'],
  });
}

/** The portal in the caller's language. Writes use `application.portal()`. */
export function portalFor(application: Application, request: FastifyRequest): Portal {
  return inLanguage(application.portal(), languageOf(application, request));
}

/**
 * At sign-in: an account without a language stores this browser's choice, and a browser without a choice takes
 * the account's.
 */
export async function settleLanguage(
  application: Application,
  exchange: Exchange,
  account: Pick<Account, 'id' | 'language'>,
): Promise<string> {
  const { locales } = application.portal();
  const chosen = exchange.request.cookies[COOKIE];
  const isChosen = chosen !== undefined && locales.includes(chosen);
  if (isChosen && account.language === null) await keepLanguage(application, account.id, chosen);
  if (isChosen) return chosen;
  const { language } = account;
  if (language === null || !locales.includes(language)) return languageOf(application, exchange.request);
  rememberLanguage(application, exchange, language);
  return language;
}

async function keepLanguage({ database }: Application, account: string, language: string): Promise<void> {
  await database.query('UPDATE accounts SET language = $2 WHERE id = $1', [account, language]);
}

/** Sets the browser's cookie, which has the highest priority. Scripts may read it. */
function rememberLanguage(application: Application, { request, reply }: Exchange, language: string): void {
  reply.setCookie(COOKIE, language, {
    sameSite: 'lax',
    secure: isHttps(application, request),
    path: '/',
    maxAge: aYear / 1000,
  });
}
