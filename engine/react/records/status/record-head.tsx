/** The line under a record's title: its number, its office, its parent. */
import type { WireRecord } from '../../../contract/record.ts';
import { useSlice } from '../../portal-context.ts';
import { BasisHint } from '../../facts/basis-hint.tsx';
import { RecordAncestors } from '../links/record-ancestors.tsx';
import { nameOfOffice, nameOfRecord, nameOfSubject } from '../../facts/words.ts';

interface RecordHeadProps {
  readonly record: WireRecord;
  /** The title of the page, to avoid repeating it. */
  readonly title?: string;
}

export function RecordHead({ record, title }: RecordHeadProps) {
  const slice = useSlice();
  const name = nameOfRecord(slice, record);
  const subject = nameOfSubject(slice, record);
  const office = nameOfOffice(slice, record.office);
  return (
    <>
      {name !== title && <span>{name}</span>}
      {record.number !== null && <strong data-figures>{record.number}</strong>}
      {subject !== null && <span>{subject}</span>}
      {office !== null && <span>{office}</span>}
      <RecordAncestors record={record} />
      <BasisHint of={record.basis} />
    </>
  );
}
