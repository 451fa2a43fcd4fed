/** The routes that change the language and that return the engine's sentences, and the language at sign-in. */
import type { FastifyInstance } from 'fastify';
import { language as languageEndpoints } from '../../contract/accounts.ts';
import { sentences } from '../../contract/portal.ts';
import { inLanguage } from '../../portal/translation/in-language.ts';
import type { Account } from '../accounts/accounts.ts';
import type { Application } from '../kernel/application.ts';
import { notFound, unprocessable } from '../http/errors.ts';
import { mount } from '../http/mount.ts';
import { chosenLanguage, type Exchange, languageOf, rememberLanguage } from '../http/language.ts';
import { message } from '../../locales/message.ts';
import { pageMessages } from '../../locales/page.ts';

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

/**
 * At sign-in: an account without a language stores this browser's choice, and a browser without a choice takes
 * the account's.
 */
export async function synchronizeLanguage(
  application: Application,
  exchange: Exchange,
  account: Pick<Account, 'id' | 'language'>,
): Promise<string> {
  const chosen = chosenLanguage(application, exchange.request);
  if (chosen !== null) {
    if (account.language === null) await keepLanguage(application, account.id, chosen);
    return chosen;
  }
  const { language } = account;
  if (language === null || !application.portal().locales.includes(language))
    return languageOf(application, exchange.request);
  rememberLanguage(application, exchange, language);
  return language;
}

async function keepLanguage({ database }: Application, account: string, language: string): Promise<void> {
  await database.query('UPDATE accounts SET language = $2 WHERE id = $1', [account, language]);
}
