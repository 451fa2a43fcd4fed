/** The language of the page: its sentences are there before the first screen, and another language is a new page. */
import type { Answer } from '../api/call.ts';
import type { Client } from '../api/client.ts';
import type { Problem } from '../api/problem.ts';
import { speak, spoken } from '../text.ts';

/** The one in which the server sent the page. */
export function languageOfPage(): string {
  return document.documentElement.lang || 'en';
}

/**
 * Speaks this language from now on. English, in which the sentences are written, costs no call.
 * @throws when its sentences cannot be had
 */
export async function learn(client: Client, language: string): Promise<void> {
  if (language === spoken()) return;
  speak({ language, texts: language === 'en' ? {} : await readTexts(client, language) });
  document.documentElement.lang = language;
}

function readTexts(client: Client, language: string): Promise<Answer<'GET /locales/:language'>> {
  return client.withoutToken().call('GET /locales/:language', { params: { language } });
}

/**
 * Keeps the choice and loads the page anew, where it was; what is being typed is on this device by then.
 * @returns what kept it from being done, or null: the page is on its way
 */
export async function chooseLanguage(client: Client, language: string): Promise<Problem | null> {
  const result = await client.send('PUT /language', { body: { language } });
  if (!result.ok) return result.problem;
  window.location.reload();
  return null;
}

/** What a language calls itself: English, Filipino. */
export function nameOfLanguage(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1);
}
