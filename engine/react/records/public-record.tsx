/** The public view of a record: that it exists, its status, and its public facts. */
import { useState } from 'react';
import type { WireRecord } from '../../contract/record.ts';
import { sayDate, sayDueDate } from '../page/dates.ts';
import { PageHead } from '../page/page-head.tsx';
import { useSlice } from '../portal-context.ts';
import { text } from '../text.ts';
import { BeginBelow } from './links/begin-below.tsx';
import styles from './public-record.module.css';
import { RecordFacts } from './answers/record-facts.tsx';
import { StateTag } from '../facts/state-tag.tsx';
import facts from './answers/record-facts.module.css';
import { cellText, nameOfRecord, nothing } from '../facts/words.ts';
import { clockMessages } from '../../locales/clock.ts';
import { documentMessages } from '../../locales/documents.ts';
import { recordMessages } from '../../locales/records.ts';

interface PublicRecordProps {
  readonly title: string;
  readonly record: WireRecord;
}

export function PublicRecord({ title, record }: PublicRecordProps) {
  const slice = useSlice();
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
        {record.due !== null && (
          <p>{text(clockMessages.publicDueDay, { date: sayDueDate(record.due, slice.timeZone) })}</p>
        )}
        {record.view === 'summary' ? <ListedFacts record={record} /> : <RecordFacts record={record} />}
        {record.documents.map((document) => (
          <p key={document.code}>
            {document.title}
            {document.number !== null && ` ${document.number}`}
            {document.valid_until !== null &&
              `, ${text(documentMessages.validUntilDate, { date: sayDate(document.valid_until, slice.timeZone) })}`}
          </p>
        ))}
        <BeginBelow record={record} />
        <p className={styles.note}>
          <ShownTo record={record} />
        </p>
      </section>
    </>
  );
}

/** The audience of this view. */
function ShownTo({ record }: Pick<PublicRecordProps, 'record'>) {
  const { title, timeZone } = useSlice();
  const [today] = useState(() => new Date().toISOString());
  if (record.view === 'summary') {
    return text(recordMessages.shownInSummary);
  }
  return text(recordMessages.shownToEverybody, {
    portal: title,
    date: sayDate(today, timeZone),
  });
}

/** The values from the list that links here, including values derived from answers. */
function ListedFacts({ record }: Pick<PublicRecordProps, 'record'>) {
  const slice = useSlice();
  const subjects = slice.routes.filter(({ screen }) => screen === 'list').flatMap(({ of }) => of);
  const list = subjects.find(({ type, list: name }) => type === record.type && name !== null)?.list ?? '';
  const columns = slice.recordTypes[record.type]?.lists[list]?.columns ?? [];
  const rows = columns
    .filter(({ value }) => !atTheHead.includes(value))
    .map((column) => ({ title: column.title, said: cellText(slice, record, column) }))
    .filter(({ said }) => said !== nothing);
  if (rows.length === 0) return <RecordFacts record={record} />;
  return (
    <dl>
      {rows.map(({ title, said }) => (
        <div key={title} className={facts.fact}>
          <dt>{title}</dt>
          <dd>{said}</dd>
        </div>
      ))}
    </dl>
  );
}

const atTheHead = ['number', 'state', 'due'];
