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
import { textAround } from '../../text-around.tsx';
import { text } from '../../text.ts';
import { Confirmation } from './confirmation.tsx';
import styles from './form.module.css';

export function Filed({ record }: { readonly record: WireRecord }) {
  const slice = useSlice();
  const page = usePageOf()(record);
  const recordType = slice.recordTypes[record.type];
  const state = recordType?.states[record.state];
  const name = nameOfRecord(slice, record);
  const isSent = state !== undefined && recordType?.initial !== record.state;
  return (
    <Confirmation
      title={isSent ? text('{name} received', { name }) : text('{name} saved', { name })}
      panel={
        <>
          {record.number !== null && (
            <p>
              {textAround(text('Your number is {number}'), {
                number: <strong className={styles.number}>{record.number}</strong>,
              })}
            </p>
          )}
          {state !== undefined && <p>{text('It now stands as “{state}”.', { state: state.title })}</p>}
        </>
      }
      below={<Children record={record} />}
    >
      <p>{sayNext(slice, record)}</p>
      {page !== null && (
        <div>
          <Button component={Link} className={styles.button} to={page}>
            {text('Follow it')}
          </Button>
        </div>
      )}
    </Confirmation>
  );
}

function sayNext(slice: PortalSlice, record: WireRecord): string {
  const next = sayTurn(record);
  if (record.due === null) return next;
  return `${next} ${text('It is due by {date}.', { date: sayDate(record.due, slice.timeZone) })}`;
}

function sayTurn(record: WireRecord): string {
  const waiting = record.waits_for;
  switch (waiting?.who) {
    case undefined:
      return text('Nothing more is needed from you now.');
    case 'parts':
      return text(
        'It is made up of the parts below. Open each one to see what it still needs and who has it.',
      );
    case 'you':
      return text('It waits for you.');
    default:
      return text('{office} has it now. You see here when something changes.', {
        office: waiting?.title ?? text('The office'),
      });
  }
}
