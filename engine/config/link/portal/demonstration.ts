/** Links the accounts and the names of a demonstration. */
import type { Portal } from '../../../portal/model/portal.ts';
import type { ParsedFile } from '../../source/source.ts';
import { child, type Cursor, entries, rootOf, text, texts } from '../input/cursor.ts';
import { type LinkContext, reportUnknown } from '../input/link-context.ts';

export function linkDemonstration(at: Cursor): Portal['demonstration'] {
  return {
    domain: text(child(at, 'domain')) ?? 'example',
    people: texts(child(at, 'people')),
    answers: Object.fromEntries(entries(child(at, 'answers')).map(([key, some]) => [key, texts(some)])),
  };
}

/** Each list of answers belongs to a question of some form. */
export function checkAnswers(file: ParsedFile, { forms }: Portal, context: LinkContext): void {
  const asked = Object.values(forms).flatMap(({ schema }) =>
    Object.keys((schema['properties'] ?? {}) as object),
  );
  const questions = new Set(asked);
  for (const [name, at] of entries(child(child(rootOf(file), 'demonstration'), 'answers')))
    if (!questions.has(name))
      reportUnknown(context, 'portal/unknown-question', at, { name, choices: questions });
}
