/** Lookups: closed lists of values with their labels, and who keeps which of them up to date. */
import { propertiesOf } from '../../../portal/forms/form-levels.ts';
import type { Lookup, LookupRow } from '../../../portal/model/portal.ts';
import { never, linkOptional } from '../conditions/condition.ts';
import { child, entries, isMapping, isSaid, items, text, truth, type Cursor } from '../reading/cursor.ts';
import { linkNamedForm } from './forms.ts';
import { report, reportUnknown, type LinkContext } from '../reading/link-context.ts';
import { literal } from '../conditions/operand.ts';
import { unlike, valuesOfQuestion } from '../conditions/possible-values.ts';

export function linkLookups(linking: LinkContext): Record<string, Lookup> {
  return Object.fromEntries(
    [...linking.names.lookups].map(([name, root]) => [name, linkLookup(name, root, linking)]),
  );
}

function linkLookup(name: string, root: Cursor, linking: LinkContext): Lookup {
  const seen = new Set<string>();
  checkRows(root, linking);
  const rows = items(child(root, 'rows')).map((at) => {
    const row = linkRow(at);
    if (seen.has(row.value)) report(linking, 'lookup/duplicate-value', at, { name: row.value });
    seen.add(row.value);
    return row;
  });
  return {
    name,
    title: text(child(root, 'title')) ?? name,
    isPublic: truth(child(root, 'public')),
    rows,
    edit: linkEdit(child(root, 'edit'), linking),
  };
}

/** A column whose question has a closed list of answers holds one of them in every row; a value is told of once. */
function checkRows(root: Cursor, linking: LinkContext): void {
  const form = linking.names.forms.get(text(child(child(root, 'edit'), 'form')) ?? '');
  if (form === undefined) return;
  for (const [name, question] of entries(child(form, 'properties'))) {
    const values = valuesOfQuestion(question, linking);
    const odd = items(child(root, 'rows')).flatMap((row) => unlike(child(row, name), values));
    for (const [value, [first, ...more]] of Map.groupBy(odd, (one) => one.value)) {
      if (first === undefined || values === null) continue;
      report(linking, 'lookup/unknown-value', first, { name, value, values, count: more.length + 1 });
    }
  }
}

/** The form asks the columns of one row; what people read, `label`, is one of them. */
function linkEdit(at: Cursor, linking: LinkContext): Lookup['edit'] {
  if (!isSaid(at)) return null;
  const named = child(at, 'form');
  const form = linkNamedForm(named, null, linking);
  if (form === null) return null;
  const asked = propertiesOf(linking.forms[form]?.schema ?? {});
  if (!Object.hasOwn(asked, 'label') || Object.hasOwn(asked, 'value')) {
    report(linking, 'lookup/no-label', named, { name: text(named) ?? '' });
  }
  const unit = text(child(at, 'unit'));
  if (unit !== null && !Object.hasOwn(asked, unit)) {
    reportUnknown(linking, 'condition/unknown-field', child(at, 'unit'), {
      name: unit,
      choices: Object.keys(asked),
    });
  }
  const by = linkOptional(child(at, 'by'), linking, { where: 'guard', type: null, absent: never });
  return { by, form, unit };
}

function linkRow(at: Cursor): LookupRow {
  const value = text(child(at, 'value')) ?? '';
  const columns = isMapping(at.value) ? Object.keys(at.value) : [];
  return {
    ...Object.fromEntries(columns.map((column) => [column, literal(child(at, column))])),
    value,
    label: text(child(at, 'label')) ?? value,
  };
}
