/** Said after filing: it has arrived, under which number, who has it now and by when, and what came of it. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { PortalSlice } from '../../../portal/slice.ts';
import type { WireRecord } from '../../../portal/wire.ts';
import { sayDate } from '../../page/dates.ts';
import { useSlice } from '../../portal-context.ts';
import { Children } from '../../records/children.tsx';
import { usePageOf } from '../../records/use-page-of.ts';
import { nameOfRecord } from '../../records/words.ts';
import { Confirmation } from './confirmation.tsx';
import styles from './form.module.css';

export function Filed({ record }: { readonly record: WireRecord }) {
  const slice = useSlice();
  const page = usePageOf()(record);
  const recordType = slice.recordTypes[record.type];
  const state = recordType?.states[record.state];
  const isSent = state !== undefined && recordType?.initial !== record.state;
  return (
    <Confirmation
      title={`${nameOfRecord(slice, record)} ${isSent ? 'received' : 'saved'}`}
      panel={
        <>
          {record.number !== null && (
            <p>
              Your number is <strong className={styles.number}>{record.number}</strong>
            </p>
          )}
          {state !== undefined && <p>It now stands as “{state.title}”.</p>}
        </>
      }
      below={<Children record={record} />}
    >
      <p>{sayNext(slice, record)}</p>
      {page !== null && (
        <div>
          <Button component={Link} className={styles.button} to={page}>
            Follow it
          </Button>
        </div>
      )}
    </Confirmation>
  );
}

function sayNext(slice: PortalSlice, record: WireRecord): string {
  const due = record.due === null ? '' : ` It is due by ${sayDate(record.due, slice.timeZone)}.`;
  const waiting = record.waits_for;
  switch (waiting?.who) {
    case undefined:
      return `Nothing more is needed from you now.${due}`;
    case 'parts':
      return `It is made up of the parts below. Open each one to see what it still needs and who has it.${due}`;
    case 'you':
      return `It waits for you.${due}`;
    default:
      return `${waiting?.title ?? 'The office'} has it now. You see here when something changes.${due}`;
  }
}
