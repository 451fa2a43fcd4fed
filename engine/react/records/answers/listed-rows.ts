/** What a list of the visitor shows of a record, as titles and values: also values derived from answers. */
import type { WireRecord } from '../../../contract/record.ts';
import type { PortalSlice } from '../../../portal/wire/slice.ts';
import { cellText, nothing } from '../../facts/words.ts';

interface ListedFact {
  /** Of the column. */
  readonly value: string;
  readonly title: string;
  readonly said: string;
}

/** Without the columns that the head of a record shows. */
export function listedRows(slice: PortalSlice, record: WireRecord): readonly ListedFact[] {
  const subjects = slice.routes.filter(({ screen }) => screen === 'list').flatMap(({ of }) => of);
  const list = subjects.find(({ type, list: name }) => type === record.type && name !== null)?.list ?? '';
  const columns = slice.recordTypes[record.type]?.lists[list]?.columns ?? [];
  return columns
    .filter(({ value }) => !atTheHead.includes(value))
    .map((column) => ({ value: column.value, title: column.title, said: cellText(slice, record, column) }))
    .filter(({ said }) => said !== nothing);
}

const atTheHead = ['number', 'state', 'due'];
