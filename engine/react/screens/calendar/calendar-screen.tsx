/** The calendar screen: a month of bookings, and the records of the chosen day. */
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { WireRow } from '../../../contract/record.ts';
import { calendarMessages } from '../../../locales/calendar.ts';
import { dayAfter, isDate, isWorkingDay, localDate } from '../../../portal/time/working-days.ts';
import { aroundRecord, type RecordQuery, useFirstRecords } from '../../data/hooks.ts';
import { sayDay, sayTimes } from '../../calendar/month.ts';
import { StateTag } from '../../facts/state-tag.tsx';
import { cellText, nameOfRecord, nothing, sayTotal } from '../../facts/words.ts';
import { Fallback, Notice } from '../../page/feedback.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { useSlice } from '../../session/portal-context.ts';
import type { SliceList } from '../../records/links/list-address.ts';
import { recordAbove, usePageOf } from '../../records/links/pages.ts';
import type { ScreenProps } from '../../router/screen.ts';
import { text } from '../../language/text.ts';
import styles from '../../calendar/calendar.module.css';

/** The longest search for a day on which an office is open. */
const longest = 30;

export function CalendarScreen({ route, params }: ScreenProps) {
  const { recordTypes, timeZone, days } = useSlice();
  const [search, setSearch] = useSearchParams();
  const [today] = useState(() => localDate(Date.now(), timeZone));
  const [subject] = route.of;
  const type = subject === undefined ? undefined : recordTypes[subject.type];
  const list = type?.lists[subject?.list ?? ''];
  if (subject === undefined || list === undefined) {
    return (
      <>
        <PageHead title={route.title} />
        <Notice icon={IconClock} heading={text(calendarMessages.nothingToShow)}>
          {text(calendarMessages.notDescribed)}
        </Notice>
      </>
    );
  }
  const said = search.get('day');
  const day = isDate(said) ? said : today;
  const workingDay = (step: 1 | -1): string => {
    const around = Array.from({ length: longest }, (_, index) => dayAfter(day, step * (index + 1)));
    return around.find((date) => isWorkingDay(date, days)) ?? dayAfter(day, step);
  };
  const show = (date: string) => setSearch(date === today ? {} : { day: date });
  const holiday = days.holidays.find((one) => one.day === day || one.day === day.slice(5));
  return (
    <>
      <PageHead title={route.title} />
      <nav className={styles.navigation} aria-label={text(calendarMessages.dayNavigation)}>
        <Button variant="default" onClick={() => show(workingDay(-1))}>
          {text(calendarMessages.previousDay)}
        </Button>
        <Button variant="default" disabled={day === today} onClick={() => show(today)}>
          {text(calendarMessages.today)}
        </Button>
        <Button variant="default" onClick={() => show(workingDay(1))}>
          {text(calendarMessages.nextDay)}
        </Button>
        <TextInput
          type="date"
          aria-label={text(calendarMessages.goToDay)}
          value={day}
          onChange={(event) => isDate(event.currentTarget.value) && show(event.currentTarget.value)}
        />
      </nav>
      <h2 className={styles.calendarDay} aria-live="polite">
        {sayDay(day)} {day.slice(0, 4)}
        {day === today && text(calendarMessages.dayIsToday)}
        {holiday !== undefined && `: ${holiday.title}`}
      </h2>
      <DayList
        list={list}
        day={day}
        onDay={show}
        query={{
          type: subject.type,
          list: list.name,
          ...aroundRecord(type, recordAbove(route, params)),
          sort: 'booking',
          limit: 100,
          filters: { booked: day },
        }}
      />
    </>
  );
}

interface DayListProps {
  readonly list: SliceList;
  readonly query: RecordQuery;
  readonly day: string;
  readonly onDay: (day: string) => void;
}

function DayList({ list, query, day, onDay }: DayListProps) {
  const { data, error, mutate } = useFirstRecords(query);
  if (data === undefined) return <Fallback error={error} retry={mutate} shape="rows" />;
  if (data.items.length === 0) {
    return <Empty list={list} query={{ ...query, filters: {} }} day={day} onDay={onDay} />;
  }
  return (
    <>
      <p className={styles.total}>
        {data.total > data.items.length
          ? text(calendarMessages.appointmentsPartlyShown, {
              total: sayTotal(data),
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
      <Notice icon={IconClock} heading={heading}>
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
    <Notice icon={IconClock} heading={heading} action={action}>
      {text(calendarMessages.nextAppointment, { day: sayDay(next) })}
    </Notice>
  );
}

/** Shown elsewhere in the row, or by the page itself. */
const elsewhere = new Set(['booking', 'state', 'due', 'created', 'updated']);

function Row({ record, list }: { readonly record: WireRow; readonly list: SliceList }) {
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
      <time className={styles.calendarTime} dateTime={booking?.from}>
        {booking !== null && sayTimes(booking.from, booking.to, slice.timeZone)}
      </time>
      <span className={styles.words}>
        <strong>{title}</strong>
        <span data-quiet>{rest.join(' · ')}</span>
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
