/** How the values of a list's column are written: as the form says that asks for them. */
import { isMapping, schemaAt } from './form-levels.ts';
import type { Form } from './form.ts';
import type { Portal } from './portal.ts';
import type { ListColumn } from './record-type.ts';

type Described = Pick<Portal, 'forms' | 'recordTypes'>;

/** The column, with the format that its question has where it is one that a list knows. */
export function withFormat(portal: Described, type: string, column: ListColumn): ListColumn {
  return isMoney(portal, type, column.value.split('.')) ? { ...column, format: 'money' } : column;
}

function isMoney(portal: Described, type: string, [first = '', ...rest]: readonly string[]): boolean {
  const recordType = portal.recordTypes[type];
  if (recordType === undefined) return false;
  const form = portal.forms[recordType.form ?? ''];
  const path = [first, ...rest];
  if (form !== undefined && schemaAt(form.schema, path) !== undefined) return hasMoneyWidget(form, path);
  if (rest.length === 0) return false;
  const above = recordType.parents.find((parent) => parent === first);
  if (above !== undefined) return isMoney(portal, above, rest);
  return recordType.parents.some((parent) => isMoney(portal, parent, [first, ...rest]));
}

/** A compiled form says of an amount only how it is typed and that it is typed as money. */
function hasMoneyWidget({ uiSchema }: Pick<Form, 'uiSchema'>, path: readonly string[]): boolean {
  let found: unknown = uiSchema;
  for (const key of path) found = isMapping(found) ? found[key] : undefined;
  return isMapping(found) && found['ui:widget'] === 'money';
}
