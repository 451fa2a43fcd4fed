/** How the values of a list's column are written: as the form says that asks for them. */
import { schemaAt } from './form-levels.ts';
import type { Form } from './form.ts';
import { isMapping } from './is-mapping.ts';
import type { Portal } from './portal.ts';
import type { ListColumn } from './record-type.ts';

type Described = Pick<Portal, 'forms' | 'recordTypes'>;

/** The column, with what its question says of its values: that they are amounts, or what each is called. */
export function withFormat(portal: Described, type: string, column: ListColumn): ListColumn {
  const question = questionOf(portal, type, column.value.split('.'));
  if (question === null) return column;
  const labels = labelsOf(question);
  return {
    ...column,
    ...(question.ui['ui:widget'] === 'money' && { format: 'money' as const }),
    ...(labels !== null && { labels }),
  };
}

interface Asked {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly ui: Readonly<Record<string, unknown>>;
}

/** Of the type's own form, or of the form of a record above; null where none asks it. */
function questionOf(portal: Described, type: string, path: readonly string[]): Asked | null {
  const recordType = portal.recordTypes[type];
  if (recordType === undefined) return null;
  const form = portal.forms[recordType.form ?? ''];
  const schema = form === undefined ? undefined : schemaAt(form.schema, path);
  if (form !== undefined && schema !== undefined)
    return { schema: isMapping(schema) ? schema : {}, ui: uiAt(form, path) };
  const [first = '', ...rest] = path;
  if (rest.length === 0) return null;
  if (recordType.parents.includes(first)) return questionOf(portal, first, rest);
  for (const parent of recordType.parents) {
    const found = questionOf(portal, parent, path);
    if (found !== null) return found;
  }
  return null;
}

/** A compiled form says of an amount only how it is typed and that it is typed as money. */
function uiAt({ uiSchema }: Pick<Form, 'uiSchema'>, path: readonly string[]): Asked['ui'] {
  let found: unknown = uiSchema;
  for (const key of path) found = isMapping(found) ? found[key] : undefined;
  return isMapping(found) ? found : {};
}

/** A list that is longer than this stays with its form: the portal's part for the browser is small. */
const mostLabels = 30;

/** Of the values, or of those in a list that is answered with several. */
function labelsOf({ schema, ui }: Asked): Record<string, string> | null {
  const { items } = schema;
  const values = isMapping(items) ? items['enum'] : schema['enum'];
  const names = ui['ui:enumNames'] ?? (isMapping(ui['items']) ? ui['items']['ui:enumNames'] : undefined);
  if (!Array.isArray(values) || !Array.isArray(names) || values.length > mostLabels) return null;
  return Object.fromEntries(values.map((value, index) => [String(value), String(names[index] ?? value)]));
}
