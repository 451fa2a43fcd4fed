/** The appointments of one day: time, person, status; a row opens its record. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { WireRecord } from '../../../contract/record.ts';
import { useFirstRecords, type RecordQuery } from '../../api/hooks.ts';
import { localDate } from '../../../portal/time/working-days.ts';
import { sayDay, sayTimes } from '../../calendar/month.ts';
import { sayNumber } from '../../page/dates.ts';
import { Notice } from '../../page/notice.tsx';
import { Trouble } from '../../page/trouble.tsx';
import { Waiting } from '../../page/waiting.tsx';
import { useSlice } from '../../portal-context.ts';
import { StateTag } from '../../facts/state-tag.tsx';
import { usePageOf } from '../../records/links/pages.ts';
import { cellText, nameOfRecord, nothing } from '../../facts/words.ts';
import { text } from '../../text.ts';
import type { SliceList } from '../../records/links/list-address.ts';
import styles from './calendar.module.css';
import { calendarMessages } from '../../../locales/calendar.ts';

interface DayListProps {
  readonly list: SliceList;
  readonly query: RecordQuery;
  readonly day: string;
  readonly onDay: (day: string) => void;
}

export function DayList({ list, query, day, onDay }: DayListProps) {
  const { data, error, mutate } = useFirstRecords(query);
  if (error !== undefined && data === undefined) {
    return <Trouble error={error} onRetry={() => void mutate()} />;
  }
  if (data === undefined) return <Waiting shape="rows" />;
  if (data.items.length === 0) {
    return <Empty list={list} query={{ ...query, filters: {} }} day={day} onDay={onDay} />;
  }
  return (
    <>
      <p className={styles.total}>
        {data.total > data.items.length
          ? text(calendarMessages.appointmentsPartlyShown, {
              total: sayNumber(data.total),
              count: data.items.length,
            })
          : text(calendarMessages.appointments, { count: data.total })}
      </p>
      <ol className={styles.rows} aria-label={list.title}>
        {data.items.map((record) => (
          <li key={record.slug}>
            <Row record={record} list={list} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** A link to the next day with an appointment, if there is one. */
function Empty({ list, query, day, onDay }: DayListProps) {
  const { timeZone } = useSlice();
  const { data } = useFirstRecords(query);
  const days = (data?.items ?? []).flatMap(({ booking }) =>
    booking === null ? [] : [localDate(Date.parse(booking.from), timeZone)],
  );
  const next = days.filter((one) => one > day).toSorted()[0];
  const heading = text(calendarMessages.nothingBooked);
  if (next === undefined) {
    return (
      <Notice icon="clock" heading={heading}>
        {days.length === 0 ? list.empty : text(calendarMessages.nothingBookedLater)}
      </Notice>
    );
  }
  const action = (
    <Button variant="default" onClick={() => onDay(next)}>
      {text(calendarMessages.showThatDay)}
    </Button>
  );
  return (
    <Notice icon="clock" heading={heading} action={action}>
      {text(calendarMessages.nextAppointment, { day: sayDay(next) })}
    </Notice>
  );
}

/** Shown elsewhere in the row, or by the page itself. */
const elsewhere = new Set(['booking', 'state', 'due', 'created', 'updated']);

function Row({ record, list }: { readonly record: WireRecord; readonly list: SliceList }) {
  const slice = useSlice();
  const path = usePageOf()(record);
  const texts = list.columns
    .filter(({ value }) => !elsewhere.has(value))
    .map((column) => cellText(slice, record, column))
    .filter((cell) => cell !== nothing);
  const [title = nameOfRecord(slice, record), ...rest] = texts;
  const { booking } = record;
  const parts = (
    <>
      <time className={styles.time} dateTime={booking?.from}>
        {booking !== null && sayTimes(booking.from, booking.to, slice.timeZone)}
      </time>
      <span className={styles.words}>
        <strong>{title}</strong>
        <span className={styles.rest}>{rest.join(' · ')}</span>
      </span>
      <StateTag type={record.type} state={record.state} />
    </>
  );
  return path === null ? (
    <div className={styles.row}>{parts}</div>
  ) : (
    <Link to={path} className={styles.row} data-row-link>
      {parts}
    </Link>
  );
}
