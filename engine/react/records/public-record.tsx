/** What somebody sees of a record who may not read it whole: that it exists, how it stands, and the facts that are open to him. */
import { useState } from 'react';
import type { WireRecord } from '../../portal/wire.ts';
import { sayDate } from '../page/dates.ts';
import { PageHead } from '../page/page-head.tsx';
import { useSlice } from '../portal-context.ts';
import { text } from '../text.ts';
import styles from './public-record.module.css';
import { RecordFacts } from './record-facts.tsx';
import { StateTag } from './state-tag.tsx';
import { nameOfRecord } from './words.ts';

interface PublicRecordProps {
  readonly title: string;
  readonly record: WireRecord;
}

export function PublicRecord({ title, record }: PublicRecordProps) {
  const slice = useSlice();
  const [today] = useState(() => new Date().toISOString());
  const name = nameOfRecord(slice, record);
  return (
    <>
      <PageHead title={title} />
      <section className={styles.card} aria-label={name}>
        <p className={styles.head}>
          <StateTag type={record.type} state={record.state} />
          {record.number !== null && (
            <strong className={styles.number} data-figures>
              {record.number}
            </strong>
          )}
        </p>
        {record.due !== null && <p>{text('Until {date}', { date: sayDate(record.due, slice.timeZone) })}</p>}
        <RecordFacts record={record} />
        {record.documents.map((document) => (
          <p key={document.code}>
            {document.title}
            {document.number !== null && ` ${document.number}`}
            {document.valid_until !== null &&
              `, ${text('valid until {date}', { date: sayDate(document.valid_until, slice.timeZone) })}`}
          </p>
        ))}
        <p className={styles.note}>
          {text('This is what {portal} shows to everybody about it, as it stands today, {date}.', {
            portal: slice.title,
            date: sayDate(today, slice.timeZone),
          })}
        </p>
      </section>
    </>
  );
}
