/** The language of the page: its messages load before the first screen, and with another language. */
import type { Answer } from '../api/call.ts';
import type { Client } from '../api/client.ts';
import type { Problem } from '../api/problem.ts';
import { saveUnsaved } from './unsaved.ts';
import { setLanguage, currentLanguage } from '../language/text.ts';

/** The language in which the server sent the page. */
export function languageOfPage(): string {
  return document.documentElement.lang || 'en';
}

/**
 * Switches to this language. English, the language of the source messages, needs no call.
 * @throws if its messages cannot be loaded
 */
export async function loadLanguage(client: Client, language: string): Promise<void> {
  if (language === currentLanguage()) return;
  setLanguage({ language, texts: language === 'en' ? {} : await readTexts(client, language) });
  document.documentElement.lang = language;
}

function readTexts(client: Client, language: string): Promise<Answer<'GET /locales/:language'>> {
  return client.withoutToken().call('GET /locales/:language', { params: { language } });
}

interface SliceReader {
  reloadSlice(): Promise<unknown>;
}

/**
 * Saves what is typed, stores the choice and shows the portal in this language.
 * @returns the error, or null
 */
export async function chooseLanguage(
  { client, account }: { readonly client: Client; readonly account: SliceReader },
  language: string,
): Promise<Problem | null> {
  await saveUnsaved();
  const result = await client.send('PUT /language', { body: { language } });
  if (!result.ok) return result.problem;
  // Without its texts the page stays in the language that it has; the next page that loads has the chosen one.
  await account.reloadSlice().catch(() => {});
  return null;
}
