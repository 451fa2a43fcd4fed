/** Links the accounts and the names of a demonstration. */
import type { JsonSchema } from '../../../portal/model/form.ts';
import type { DemonstrationAnswer, Portal } from '../../../portal/model/portal.ts';
import { isMapping } from '../../../portal/values/is-mapping.ts';
import type { ParsedFile } from '../../source/source.ts';
import { child, type Cursor, entries, items, oneOrMore, rootOf, text, texts } from '../input/cursor.ts';
import { type LinkContext, reportUnknown } from '../input/link-context.ts';
import { propertiesBelow } from '../conditions/field-path.ts';
import { countRows, lookupsOf } from '../names/question-uses.ts';
import { named } from '../names/properties.ts';

export function linkDemonstration(at: Cursor): Portal['demonstration'] {
  const together = items(child(at, 'together')).map((set) =>
    Object.fromEntries(entries(set).map(([path, value]) => [path, answersAt(value)])),
  );
  return {
    domain: text(child(at, 'domain')) ?? 'example',
    people: texts(child(at, 'people')),
    answers: {
      ...Object.fromEntries(entries(child(at, 'answers')).map(([key, some]) => [key, texts(some)])),
      ...firstAnswers(together),
    },
    together,
  };
}

/** The answers that decide occur among the others of the demonstration. */
function firstAnswers(together: Portal['demonstration']['together']): Record<string, readonly string[]> {
  const answers: Record<string, readonly string[]> = {};
  for (const set of together)
    for (const [name, some] of Object.entries(set).slice(0, 1))
      answers[name] = [...(answers[name] ?? []), ...some.filter((one) => typeof one === 'string')];
  return answers;
}

/** One answer, or one for each row. */
function answersAt(at: Cursor): readonly DemonstrationAnswer[] {
  return oneOrMore(at).map(({ value }) => value as DemonstrationAnswer);
}

/** Each list of answers belongs to a question of some form, or of the rows in one. */
export function checkAnswers(file: ParsedFile, { forms }: Portal, context: LinkContext): void {
  const questions = new Set(Object.values(forms).flatMap(({ schema }) => questionsOf(schema)));
  const demonstration = child(rootOf(file), 'demonstration');
  const sets = [child(demonstration, 'answers'), ...items(child(demonstration, 'together'))];
  for (const [path, at] of sets.flatMap(entries)) {
    if (context.questionUses !== null) countRows(context, at, lookupsAt(path, context));
    for (const name of path.split('.').filter((part) => !questions.has(part)))
      reportUnknown(context, 'portal/unknown-question', at, { name, choices: questions });
  }
}

/** The lookups of all questions with this path, in whatever record. */
function lookupsAt(path: string, context: LinkContext): string[] {
  const keys = path.split('.');
  const types = [...context.names.records.keys()];
  const found = types.flatMap((type) =>
    named(propertiesBelow(type, keys.slice(0, -1), context), keys.at(-1) ?? ''),
  );
  return [...new Set(found.flatMap(lookupsOf))];
}

function questionsOf(schema: JsonSchema): string[] {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  return Object.entries(properties).flatMap(([name, { items: rows }]) => [
    name,
    ...(isMapping(rows) ? questionsOf(rows as JsonSchema) : []),
  ]);
}
