/** Said after filing: it has arrived, under which number, who has it now and by when, and what came of it. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { PortalSlice } from '../../../portal/wire/slice.ts';
import type { WireRecord } from '../../../portal/wire/wire.ts';
import { sayDueDate } from '../../page/due.ts';
import { useSession, useSlice } from '../../portal-context.ts';
import { Children } from '../../records/parts/children.tsx';
import { usePageOf } from '../../records/links/use-page-of.ts';
import { nameOfRecord } from '../../facts/words.ts';
import { textAround } from '../../text-around.tsx';
import { text } from '../../text.ts';
import { Confirmation } from './confirmation.tsx';
import styles from './form.module.css';
import { clockMessages } from '../../../locales/clock.ts';
import { formMessages } from '../../../locales/forms.ts';
import { recordMessages } from '../../../locales/records.ts';

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
      title={isSent ? text(formMessages.filingReceived, { name }) : text(formMessages.filingSaved, { name })}
      panel={
        <>
          {record.number !== null && (
            <p>
              {textAround(formMessages.yourNumber, {
                number: <strong className={styles.number}>{record.number}</strong>,
              })}
            </p>
          )}
          {state !== undefined && <p>{text(formMessages.filingState, { state: state.title })}</p>}
        </>
      }
      below={isKnown && <Children record={record} />}
    >
      {next !== false && <p>{next}</p>}
      <p>{sayNext(slice, record, isKnown)}</p>
      {!isKnown && record.number !== null && <p>{text(formMessages.keepYourNumber)}</p>}
      {page !== null && (
        <div>
          <Button component={Link} className={styles.button} to={page}>
            {text(formMessages.followFiling)}
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
  return `${next} ${text(clockMessages.dueByDate, { date: sayDueDate(record.due, slice.timeZone) })}`;
}

function sayTurn(record: WireRecord, isKnown: boolean): string {
  const waiting = record.waits_for;
  switch (waiting?.who) {
    case undefined:
      return text(recordMessages.nothingMoreNeeded);
    case 'parts':
      return text(recordMessages.madeOfPartsBelow);
    case 'you':
      return text(recordMessages.waitsForYou);
    default: {
      const office = waiting?.title ?? text(recordMessages.office);
      return isKnown
        ? text(recordMessages.withOfficeChangesShown, { office })
        : text(recordMessages.withOfficeNow, { office });
    }
  }
}
