/** The value of a list column: a column of the row, a field, or the same of an ancestor after its type's name. */
import { columnOf, type Cell } from '../../portal/conditions/derived-values.ts';
import { recordOf } from '../../portal/conditions/field-value.ts';
import type { RecordContext } from '../../portal/model/record.ts';

/** A record with its ancestors, nearest first. */
export type RecordWithAncestors = Pick<RecordContext, 'record' | 'ancestors'>;

/** The value at `number`, `business_name` or `type.business_name`; null if there is none. */
export function columnValue(context: RecordWithAncestors, path: string): Cell {
  const { ancestor, name } = splitPath(context, path);
  const record = recordOf(ancestor, context);
  return record === undefined ? null : columnOf(record, name);
}

/** The record type before the dot, if it is the type of an ancestor, and the name after it. */
export function splitPath(
  context: RecordWithAncestors,
  path: string,
): { readonly ancestor: string | null; readonly name: string } {
  const dot = path.indexOf('.');
  if (dot === -1) return { ancestor: null, name: path };
  const head = path.slice(0, dot);
  const isAbove = context.ancestors.some(({ type }) => type === head);
  return isAbove ? { ancestor: head, name: path.slice(dot + 1) } : { ancestor: null, name: path };
}
