/** The line under a record's title: its number, its office, what it is part of. */
import type { WireRecord } from '../../portal/wire.ts';
import { useSlice } from '../portal-context.ts';
import { RecordAncestors } from './record-ancestors.tsx';
import { nameOfOffice, nameOfRecord } from './words.ts';

export function RecordHead({ record }: { readonly record: WireRecord }) {
  const slice = useSlice();
  const office = nameOfOffice(slice, record.office);
  return (
    <>
      <span>{nameOfRecord(slice, record)}</span>
      {record.number !== null && <strong data-figures>{record.number}</strong>}
      {office !== null && <span>{office}</span>}
      <RecordAncestors record={record} />
    </>
  );
}
