/** Reports personal fields that a record type shows to everybody, by a link, or in a summary to those who may not read the record. */
import { propertiesOf } from '../conditions/field-path.ts';
import { sourcesOfDerived } from '../derived/derived.ts';
import { child, entries, isPresent, oneOrMore, text, texts, truth, type Cursor } from '../input/cursor.ts';
import { type LinkContext, report } from '../input/link-context.ts';
import { derivedValueAt } from '../names/derived-values.ts';
import { isMarkedPersonal } from '../texts/text-paths.ts';
import { below, named } from '../names/properties.ts';

export function checkPersonalFields(root: Cursor, type: string, context: LinkContext): void {
  const access = child(root, 'access');
  const open = child(access, 'public');
  const masked = texts(child(open, 'masked'));
  for (const at of oneOrMore(child(open, 'fields'))) {
    const name = text(at) ?? '';
    if (!masked.includes(name) && isOpenlyPersonal(name, type, context))
      report(context, 'record/personal-in-public', at, { name, type });
  }
  for (const at of oneOrMore(child(child(access, 'summary'), 'fields'))) {
    const name = text(at) ?? '';
    if (isOpenlyPersonal(name, type, context))
      report(context, 'record/personal-in-summary', at, { name, type });
  }
  for (const at of oneOrMore(child(child(access, 'follow'), 'fields'))) {
    const name = text(at) ?? '';
    if (isOpenlyPersonal(name, type, context)) report(context, 'follow/personal', at, { name, type });
  }
}

/** Returns true for a personal field that has no rule of its own about who reads it, and is not masked. */
function isOpenlyPersonal(name: string, type: string, context: LinkContext): boolean {
  const root = context.names.records.get(type);
  const rule = root === undefined ? null : child(child(root, 'fields'), name);
  if (rule !== null && (truth(child(rule, 'masked')) || isPresent(child(rule, 'read')))) return false;
  if (rule !== null && isMarkedPersonal(child(rule, 'personal'))) return true;
  if (named(propertiesOf(type, context), name).some((one) => hasPersonal(one, context))) return true;
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

/** Returns true if the question, or one within it, is marked as personal. */
function hasPersonal(question: Cursor, context: LinkContext): boolean {
  if (isMarkedPersonal(child(question, 'personal'))) return true;
  return below(question, context).some((level) =>
    entries(level).some(([, one]) => hasPersonal(one, context)),
  );
}
