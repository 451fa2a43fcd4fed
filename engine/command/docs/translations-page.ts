/** The page of what each language lacks. */
import type { TranslationsModel } from '../../contract/workbench.ts';
import { workbenchMessages } from '../../locales/workbench.ts';
import { say, type Words } from '../../portal/language/say.ts';
import { heading, list, type MarkdownPage, pageOf, table } from './markdown.ts';

export function translationsPage(words: Words, { languages }: TranslationsModel): MarkdownPage {
  return pageOf('translations.md', say(words, workbenchMessages.translations), [
    languages.length === 0 ? say(words, workbenchMessages.noLanguages) : null,
    ...languages.flatMap(({ title, texts, missing, messages: codes }) => [
      heading(2, title),
      missing.length === 0
        ? say(words, workbenchMessages.noGaps)
        : say(words, workbenchMessages.missingCount, { count: missing.length, texts }),
      table(
        [say(words, workbenchMessages.translate), say(words, workbenchMessages.place)],
        missing.map(({ text, place }) => [text, place]),
      ),
      codes.length === 0 ? null : say(words, workbenchMessages.messageCount, { count: codes.length }),
      list(codes),
    ]),
  ]);
}
