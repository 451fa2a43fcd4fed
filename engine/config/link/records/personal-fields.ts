/** Reports personal fields that a record type shows to everybody, by a link, or in a summary to those who may not read the record. */
import { propertiesOf } from '../conditions/field-path.ts';
import { sourcesOfDerived } from '../derived/derived.ts';
import type { FieldMark } from '../../diagnostics/catalogue/document.ts';
import {
  child,
  entries,
  isPresent,
  oneOrMore,
  spanOf,
  text,
  texts,
  truth,
  type Cursor,
} from '../input/cursor.ts';
import { type LinkContext, report } from '../input/link-context.ts';
import { derivedValueAt } from '../names/derived-values.ts';
import { isMarkedPersonal } from '../texts/text-paths.ts';
import { below, named } from '../names/properties.ts';

export function checkPersonalFields(root: Cursor, type: string, context: LinkContext): void {
  const access = child(root, 'access');
  const personalIn = (shown: Cursor) =>
    oneOrMore(child(shown, 'fields')).flatMap((at) => {
      const name = text(at) ?? '';
      return isOpenlyPersonal(name, type, context)
        ? [{ at, field: { name, type, marked: markOf(type, name, context) } }]
        : [];
    });
  const open = child(access, 'public');
  const masked = texts(child(open, 'masked'));
  for (const { at, field } of personalIn(open))
    if (!masked.includes(field.name)) report(context, 'record/personal-in-public', at, field);
  for (const { at, field } of personalIn(child(access, 'summary')))
    report(context, 'record/personal-in-summary', at, field);
  for (const { at, field } of personalIn(child(access, 'follow')))
    report(context, 'follow/personal', at, field);
}

/** Returns true for a personal field that has no rule of its own about who reads it, and is not masked. */
function isOpenlyPersonal(name: string, type: string, context: LinkContext): boolean {
  const root = context.names.records.get(type);
  const rule = root === undefined ? null : child(child(root, 'fields'), name);
  if (rule !== null && (truth(child(rule, 'masked')) || isPresent(child(rule, 'read')))) return false;
  if (rule !== null && isMarkedPersonal(child(rule, 'personal'))) return true;
  if (named(propertiesOf(type, context), name).some((one) => marksIn(one, context).length > 0)) return true;
  const derived = root === undefined ? null : derivedValueAt(root, name);
  return (
    derived !== null &&
    isPresent(derived) &&
    sourcesOfDerived(derived, type, context).some((source) => {
      const [first = ''] = source.path.split('.');
      return first !== name && isOpenlyPersonal(first, source.type, context);
    })
  );
}

/** The mark that makes the field personal: in `fields` of the record type, at its question, or at one within it. */
export function markOf(type: string, field: string, context: LinkContext): FieldMark | null {
  const root = context.names.records.get(type);
  const rule = root === undefined ? null : child(child(child(root, 'fields'), field), 'personal');
  const asked = named(propertiesOf(type, context), field).flatMap((one) => marksIn(one, context));
  const [mark] = rule !== null && isMarkedPersonal(rule) ? [rule] : asked;
  return mark === undefined ? null : { rule: 'personal', field, type, place: spanOf(mark) };
}

function marksIn(question: Cursor, context: LinkContext): Cursor[] {
  const own = child(question, 'personal');
  if (isMarkedPersonal(own)) return [own];
  return below(question, context).flatMap((level) =>
    entries(level).flatMap(([, one]) => marksIn(one, context)),
  );
}
