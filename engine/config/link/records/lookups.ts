/** Links lookups: closed lists of values with labels, and who may edit them. */
import { propertiesOf } from '../../../portal/forms/form-levels.ts';
import type { Lookup, LookupRow } from '../../../portal/model/portal.ts';
import { linkOptional, never } from '../conditions/condition.ts';
import { child, entries, isMapping, isPresent, items, text, truth, type Cursor } from '../input/cursor.ts';
import { headingsOf } from '../forms/choices.ts';
import { linkNamedForm } from '../forms/forms.ts';
import { report, reportUnknown, type LinkContext, countUse } from '../input/link-context.ts';
import { literal } from '../conditions/operand.ts';
import { literalsNotIn, valuesOfQuestion } from '../conditions/possible-values.ts';

export function linkLookups(context: LinkContext): Record<string, Lookup> {
  return Object.fromEntries(
    [...context.names.lookups].map(([name, root]) => [name, linkLookup(name, root, context)]),
  );
}

function linkLookup(name: string, root: Cursor, context: LinkContext): Lookup {
  const seen = new Set<string>();
  checkRows(root, context);
  checkGroups(root, context);
  const rows = items(child(root, 'rows')).map((at) => {
    const row = linkRow(at);
    if (seen.has(row.value)) report(context, 'lookup/duplicate-value', at, { name: row.value });
    seen.add(row.value);
    return row;
  });
  return {
    name,
    title: text(child(root, 'title')) ?? name,
    isPublic: truth(child(root, 'public')),
    rows,
    edit: linkEdit(child(root, 'edit'), context),
  };
}

/**
 * If the question of a column has a closed list of answers, every row must have one of them. Each value is reported
 * once.
 */
function checkRows(root: Cursor, context: LinkContext): void {
  const form = context.names.forms.get(text(child(child(root, 'edit'), 'form')) ?? '');
  if (form === undefined) return;
  for (const [name, question] of entries(child(form, 'properties'))) {
    const values = valuesOfQuestion(question, context);
    const odd = items(child(root, 'rows')).flatMap((row) => literalsNotIn(child(row, name), values));
    for (const [value, [first, ...more]] of Map.groupBy(odd, (one) => one.value)) {
      if (first === undefined || values === null) continue;
      report(context, 'lookup/unknown-value', first, { name, value, values, count: more.length + 1 });
    }
  }
}

function checkGroups(root: Cursor, context: LinkContext): void {
  const at = child(root, 'groups');
  if (!isPresent(at)) return;
  if (!context.names.lookups.has(text(at) ?? '')) {
    const choices = [...context.names.lookups.keys()];
    return report(context, 'form/unknown-lookup', at, { name: text(at) ?? '', choices });
  }
  const name = text(at) ?? '';
  countUse(context, 'lookup', at, { name });
  for (const row of items(child(root, 'rows')))
    countUse(context, 'row', child(row, 'group'), {
      name: text(child(row, 'group')) ?? '',
      of: name,
    });
  const values = [...headingsOf(root, context).keys()];
  const odd = items(child(root, 'rows'))
    .map((row) => child(row, 'group'))
    .filter((group) => isPresent(group) && !values.includes(text(group) ?? ''));
  for (const [value, [first, ...more]] of Map.groupBy(odd, (one) => one.value)) {
    if (first !== undefined)
      report(context, 'lookup/unknown-value', first, {
        name: 'group',
        value,
        values,
        count: more.length + 1,
      });
  }
}

/** The form asks for the columns of one row; `label`, which people read, is one of them. */
function linkEdit(at: Cursor, context: LinkContext): Lookup['edit'] {
  if (!isPresent(at)) return null;
  const named = child(at, 'form');
  const form = linkNamedForm(named, context);
  if (form === null) return null;
  const asked = propertiesOf(context.forms[form]?.schema ?? {});
  if (!Object.hasOwn(asked, 'label') || Object.hasOwn(asked, 'value')) {
    report(context, 'lookup/no-label', named, { name: text(named) ?? '' });
  }
  const unit = text(child(at, 'unit'));
  if (unit !== null && !Object.hasOwn(asked, unit)) {
    reportUnknown(context, 'condition/unknown-field', child(at, 'unit'), {
      name: unit,
      choices: Object.keys(asked),
    });
  }
  const by = linkOptional(child(at, 'by'), context, { where: 'guard', type: null, absent: never });
  return { by, form, unit };
}

function linkRow(at: Cursor): LookupRow {
  const value = text(child(at, 'value')) ?? '';
  const columns = isMapping(at.value) ? Object.keys(at.value).filter((one) => one !== 'formerly') : [];
  return {
    ...Object.fromEntries(columns.map((column) => [column, literal(child(at, column))])),
    value,
    label: text(child(at, 'label')) ?? value,
  };
}
