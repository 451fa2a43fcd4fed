/** The line under a record's title: its state, number, current holder and due date. */
import type { WireRecord } from '../../../contract/record.ts';
import { sayDate, sayRelative } from '../../page/dates.ts';
import { useSlice } from '../../portal-context.ts';
import { text } from '../../text.ts';
import { DueText } from './due-text.tsx';
import { RecordAncestors } from '../links/record-ancestors.tsx';
import { StateTag } from '../../facts/state-tag.tsx';
import { holderOf } from './record-holder.ts';
import { nameOfOffice } from '../../facts/words.ts';
import { recordMessages } from '../../../locales/records.ts';

export function RecordMeta({ record }: { readonly record: WireRecord }) {
  const slice = useSlice();
  const waiting = holderOf(record);
  const office = nameOfOffice(slice, record.office);
  return (
    <>
      <StateTag type={record.type} state={record.state} />
      {record.number !== null && <span data-figures>{record.number}</span>}
      {waiting !== null && (
        <span>
          {record.waits_for?.who === 'you'
            ? text(recordMessages.waitsWithYou)
            : text(recordMessages.waitsWith, { who: waiting })}
        </span>
      )}
      {office !== null && office !== waiting && <span>{office}</span>}
      {record.due !== null && <DueText due={record.due} />}
      <RecordAncestors record={record} />
      <span>
        {text(recordMessages.changedAgo, {
          date: sayDate(record.updated_at, slice.timeZone),
          ago: sayRelative(record.updated_at),
        })}
      </span>
    </>
  );
}
