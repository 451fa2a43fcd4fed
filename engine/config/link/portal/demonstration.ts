/** Links the accounts and the names of a demonstration. */
import type { JsonSchema } from '../../../portal/model/form.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { isMapping } from '../../../portal/values/is-mapping.ts';
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

/** Each list of answers belongs to a question of some form, or of the rows in one. */
export function checkAnswers(file: ParsedFile, { forms }: Portal, context: LinkContext): void {
  const questions = new Set(Object.values(forms).flatMap(({ schema }) => questionsOf(schema)));
  for (const [name, at] of entries(child(child(rootOf(file), 'demonstration'), 'answers')))
    if (!questions.has(name))
      reportUnknown(context, 'portal/unknown-question', at, { name, choices: questions });
}

function questionsOf(schema: JsonSchema): string[] {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  return Object.entries(properties).flatMap(([name, { items }]) => [
    name,
    ...(isMapping(items) ? questionsOf(items as JsonSchema) : []),
  ]);
}
