/** Said after filing: it has arrived, under which number, who has it now and by when, and what came of it. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { PortalSlice } from '../../../portal/slice.ts';
import type { WireRecord } from '../../../portal/wire.ts';
import { sayDueDate } from '../../page/due.ts';
import { useSession, useSlice } from '../../portal-context.ts';
import { Children } from '../../records/children.tsx';
import { usePageOf } from '../../records/use-page-of.ts';
import { nameOfRecord } from '../../records/words.ts';
import { textAround } from '../../text-around.tsx';
import { text } from '../../text.ts';
import { Confirmation } from './confirmation.tsx';
import styles from './form.module.css';

interface FiledProps {
  readonly record: WireRecord;
  /** What is to be done first, where something is. */
  readonly next?: ReactNode;
}

export function Filed({ record, next = false }: FiledProps) {
  const slice = useSlice();
  const isKnown = useSession().token !== null;
  const page = usePageOf()(record);
  const recordType = slice.recordTypes[record.type];
  const state = recordType?.states[record.state];
  const name = nameOfRecord(slice, record);
  // Only what waits for its owner in its first state is still to be sent.
  const isSent = state !== undefined && (recordType?.initial !== record.state || state.waitsFor !== 'owner');
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
      below={isKnown && <Children record={record} />}
    >
      {next !== false && <p>{next}</p>}
      <p>{sayNext(slice, record, isKnown)}</p>
      {!isKnown && record.number !== null && (
        <p>{text('Keep your number: you need it when you ask about this.')}</p>
      )}
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

/** @param isKnown somebody who has signed in, and can come back to look */
function sayNext(slice: PortalSlice, record: WireRecord, isKnown: boolean): string {
  const next = sayTurn(record, isKnown);
  if (record.due === null) return next;
  return `${next} ${text('It is due by {date}.', { date: sayDueDate(record.due, slice.timeZone) })}`;
}

function sayTurn(record: WireRecord, isKnown: boolean): string {
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
    default: {
      const office = waiting?.title ?? text('The office');
      return isKnown
        ? text('{office} has it now. You see here when something changes.', { office })
        : text('{office} has it now.', { office });
    }
  }
}
