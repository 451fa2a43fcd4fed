/** Links `proves`: the answers that a paper proves, which the office compares with it. */
import type { ConditionPlace } from '../conditions/condition-place.ts';
import { propertiesOf } from '../conditions/field-path.ts';
import { child, type Cursor, entries, isPresent, items, text } from '../input/cursor.ts';
import { type LinkContext, type Names, reportUnknown } from '../input/link-context.ts';
import { countQuestion } from '../names/question-uses.ts';
import { named } from '../names/properties.ts';

/**
 * @param paper the paper of the item, which says it for every checklist
 * @returns the names that a form of this place asks for; those of a paper may be missing here
 */
export function linkProofs(
  at: Cursor,
  paper: Cursor | undefined,
  { context, place }: { readonly context: LinkContext; readonly place: ConditionPlace },
): string[] {
  const levels = [place.properties ?? [], propertiesOf(place.type, context)];
  const isAsked = (name: string) => levels.some((level) => named(level, name).length > 0);
  const own = child(at, 'proves');
  const said = isPresent(own) || paper === undefined ? own : child(paper, 'proves');
  return items(said).flatMap((one) => {
    const name = text(one) ?? '';
    if (isAsked(name)) {
      if (context.questionUses !== null) {
        countQuestion(
          context,
          one,
          name,
          levels.flatMap((level) => named(level, name)),
        );
      }
      return [name];
    }
    if (isPresent(own)) {
      const choices = levels.flat().flatMap((level) => entries(level).map(([key]) => key));
      reportUnknown(context, 'paper/unknown-answer', one, { name, choices: [...new Set(choices)] });
    }
    return [];
  });
}

const known = new WeakMap<Names, ReadonlySet<string>>();

/** Reports answers of a paper that no form asks for. */
export function checkProofs(at: Cursor, context: LinkContext): void {
  const asked = known.get(context.names) ?? answersOfAll(context);
  known.set(context.names, asked);
  for (const one of items(child(at, 'proves'))) {
    const name = text(one) ?? '';
    if (!asked.has(name)) reportUnknown(context, 'paper/unknown-answer', one, { name, choices: [...asked] });
  }
}

function answersOfAll(context: LinkContext): ReadonlySet<string> {
  const types = [...context.names.records.keys()];
  const levels = types.flatMap((type) => propertiesOf(type, context));
  return new Set(levels.flatMap((level) => entries(level).map(([key]) => key)));
}
