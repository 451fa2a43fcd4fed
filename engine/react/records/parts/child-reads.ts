/** What a page reads of the records below its own, and of those whose answers name it. */
import type { WireRecord } from '../../../contract/record.ts';
import { isRequester } from '../../../portal/model/department.ts';
import type { PortalSlice } from '../../../portal/wire/slice.ts';
import type { ReadRequest } from '../../api/call.ts';
import { aroundRecord, listInput, type RecordQuery, toDoInput } from '../../data/hooks.ts';
import type { ComingPage } from '../../router/screen.ts';

/** One page holds as many children of a type as a record usually has; the list has the rest. */
const shown = 50;

export function childReads(
  { slice, session }: Pick<ComingPage, 'slice' | 'session'>,
  record: Pick<WireRecord, 'type' | 'slug'>,
): readonly ReadRequest[] {
  const types = typesAround(slice, record.type);
  if (types.length === 0) return [];
  const toDo: readonly ReadRequest[] = isRequester(slice.departments, session.department)
    ? [['GET /to-do', toDoInput(record)]]
    : [];
  return [
    ...toDo,
    ...types.map((type): ReadRequest => ['GET /records/:type', listInput(partsOf(slice, type, record))]),
  ];
}

/** The types of which records are below one of this type, or name one. */
export function typesAround({ recordTypes }: PortalSlice, around: string): readonly string[] {
  return Object.entries(recordTypes).flatMap(([type, { parents, names = {} }]) =>
    [...parents, ...Object.values(names)].includes(around) ? [type] : [],
  );
}

export function partsOf(
  { recordTypes }: PortalSlice,
  type: string,
  record: Pick<WireRecord, 'type' | 'slug'>,
): RecordQuery {
  return { type, ...aroundRecord(recordTypes[type], record), limit: shown, rows: 'parts' };
}
