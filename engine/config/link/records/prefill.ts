/** Where a new record copies its first answers from. */
import type { Prefill } from '../../../portal/model/record-type.ts';
import { checkField, checkFields } from '../conditions/columns.ts';
import { always, linkOptional } from '../conditions/condition.ts';
import { namedType } from '../conditions/condition-children.ts';
import { child, entries, isPresent, oneOrMore, text, texts, type Cursor } from '../input/cursor.ts';
import { linkFieldPath, propertiesOf } from '../conditions/field-path.ts';
import type { LinkContext } from '../input/link-context.ts';
import { countQuestion } from '../names/question-uses.ts';
import { named } from '../names/properties.ts';

/**
 * @param at one source: another record of the same owner, with the fields that `latest`, `where` and `except` name
 * @param type the record type that copies the answers
 */
export function linkPrefill(at: Cursor, type: string, context: LinkContext): Prefill {
  const from = namedType(child(at, 'from'), context);
  const latest = child(at, 'latest');
  if (isPresent(latest)) checkField(latest, text(latest) ?? '', { type: from, context });
  for (const one of oneOrMore(child(at, 'except'))) checkExcept(one, from, context);
  return {
    from,
    latest: text(latest) ?? 'created',
    where: linkOptional(child(at, 'where'), context, { where: 'access', type: from, absent: always }),
    except: texts(child(at, 'except')),
    as: linkNames(child(at, 'as'), { from, to: type }, context),
  };
}

/** Question of the new record → answer of the other record. */
function linkNames(
  at: Cursor,
  { from, to }: { readonly from: string; readonly to: string },
  context: LinkContext,
): Record<string, string> {
  return Object.fromEntries(
    entries(at).map(([name, theirs]) => {
      checkField(theirs, name, { type: to, context });
      countQuestion(context, theirs, name, named(propertiesOf(to, context), name), { isKey: true });
      checkFields(theirs, from, context);
      return [name, text(theirs) ?? ''];
    }),
  );
}

function checkExcept(at: Cursor, type: string, context: LinkContext): void {
  if (text(at)?.includes('.') === true) linkFieldPath(at, context, { type });
  else checkFields(at, type, context);
}
