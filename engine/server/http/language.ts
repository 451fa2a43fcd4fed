/** The language of each request: the reader's choice, their account's, or their browser's. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Application } from '../kernel/application.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { aYear } from '../../portal/time/lengths.ts';
import { inLanguage } from '../../portal/translation/in-language.ts';
import { isHttps } from './network.ts';

const COOKIE = 'language';

export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
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

/** The browser's own choice among the portal's languages, or null. */
export function chosenLanguage(application: Application, { cookies }: FastifyRequest): string | null {
  const chosen = cookies[COOKIE];
  return chosen !== undefined && application.portal().locales.includes(chosen) ? chosen : null;
}

/** Sets the browser's cookie, which has the highest priority. Scripts may read it. */
export function rememberLanguage(
  application: Application,
  { request, reply }: Exchange,
  language: string,
): void {
  reply.setCookie(COOKIE, language, {
    sameSite: 'lax',
    secure: isHttps(application.settings, request),
    path: '/',
    maxAge: aYear / 1000,
  });
}

export interface Wishes {
  /** From the cookie. */
  readonly chosen: string | undefined;
  /** From the account, if signed in. */
  readonly kept: string | null;
  /** The header Accept-Language. */
  readonly accepted: string | undefined;
}

/** @param locales of the portal; the first is the default */
export function readerLanguage(locales: readonly string[], { chosen, kept, accepted }: Wishes): string {
  const wanted = [chosen, kept].find((one) => one !== undefined && one !== null && locales.includes(one));
  return wanted ?? acceptedOf(locales, accepted ?? '') ?? locales[0] ?? 'en';
}

/** The first of the header's languages, by weight, that the portal has: `fil-PH` matches `fil`. */
function acceptedOf(locales: readonly string[], header: string): string | null {
  const ranges = header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
      const weight = Number(parameters.find((word) => word.startsWith('q='))?.slice(2) ?? 1);
      return { range, weight: Number.isFinite(weight) ? weight : 0 };
    })
    .filter(({ range, weight }) => range !== '' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  for (const { range } of ranges) {
    if (range === '*') return locales[0] ?? null;
    const found = matchOf(locales, range);
    if (found !== null) return found;
  }
  return null;
}

/** Tagalog and Filipino count as one language: browsers know the first, the portal may have the second. */
const sameLanguages: Readonly<Record<string, string>> = { tl: 'fil', iw: 'he', in: 'id', nb: 'no' };

function matchOf(locales: readonly string[], range: string): string | null {
  const exact = locales.find((locale) => locale.toLowerCase() === range);
  if (exact !== undefined) return exact;
  const [language = ''] = range.split('-');
  const spellings = [language, sameLanguages[language]];
  return locales.find((locale) => spellings.includes(locale.toLowerCase().split('-')[0])) ?? null;
}
