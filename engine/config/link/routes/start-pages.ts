/** Links the questions of a start page: paths in the form of its record type. */
import type { RouteSubject, StartRoute } from '../../../portal/model/route.ts';
import { linkFieldPath } from '../conditions/field-path.ts';
import { child, type Cursor, entries, isMapping, items, text, texts } from '../input/cursor.ts';
import { type LinkContext, reportUnknown } from '../input/link-context.ts';

/** @returns null for a page that asks nothing */
export function linkStart(
  route: Cursor,
  [subject]: readonly RouteSubject[],
  context: LinkContext,
): StartRoute | null {
  const at = child(route, 'start');
  if (!isMapping(at.value)) return null;
  const asks = questionsOf(child(at, 'asks'), subject, context);
  const answers = entries(child(at, 'answers')).flatMap(([name, said]): [string, string][] => {
    if (asks.includes(name)) return [[name, String(said.value)]];
    reportUnknown(context, 'route/unknown-answer', said, { name, choices: texts(child(at, 'asks')) });
    return [];
  });
  return {
    asks,
    answers: Object.fromEntries(answers),
    atHand: questionsOf(child(at, 'atHand'), subject, context),
  };
}

function questionsOf(at: Cursor, subject: RouteSubject | undefined, context: LinkContext): string[] {
  if (subject === undefined) return [];
  return items(at).flatMap((one) =>
    linkFieldPath(one, context, { type: subject.type }) === null ? [] : [text(one) ?? ''],
  );
}
