/** What keeps answers on this device. It is loaded once somebody is signed in: visitors do not pay for it. */
import { answersDatabase, keepsNoAnswers, type KeptAnswers, type KeptAnswersOptions } from './kept-answer.ts';

export function createAnswersOnDevice(options: KeptAnswersOptions): KeptAnswers {
  let loaded: Promise<KeptAnswers> | null = null;
  const load = () => (loaded ??= loadKeptAnswers(options));
  return {
    async keep(endpoint, path, answered, token) {
      if (token !== null && answered.response.ok) await (await load()).keep(endpoint, path, answered, token);
    },
    find: async (path, token) => (token === null ? null : (await load()).find(path, token)),
    async erase() {
      if (loaded !== null) return (await loaded).erase();
      // Left by a page that was closed before it could erase them.
      indexedDB.deleteDatabase(answersDatabase);
    },
  };
}

async function loadKeptAnswers(options: KeptAnswersOptions): Promise<KeptAnswers> {
  try {
    const { createKeptAnswers } = await import('./kept-answers.ts');
    return createKeptAnswers(options);
  } catch {
    return keepsNoAnswers;
  }
}
