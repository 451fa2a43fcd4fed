/** The appointments of a day in order, with links to the days before and after. The URL contains the day. */
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { dayAfter, isDate, isWorkingDay, localDate } from '../../../portal/time/working-days.ts';
import { sayDay } from '../../calendar/month.ts';
import { Notice } from '../../page/notice.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { useSlice } from '../../portal-context.ts';
import { text } from '../../text.ts';
import type { ScreenProps } from '../../router/screen.ts';
import styles from './calendar.module.css';
import { DayList } from './day-list.tsx';
import { calendarMessages } from '../../../locales/calendar.ts';

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
        <Notice icon="clock" heading={text(calendarMessages.nothingToShow)}>
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
      <h2 className={styles.day} aria-live="polite">
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
          parent: route.below === null ? null : (params[route.below] ?? null),
          sort: 'booking',
          limit: 100,
          filters: { booked: day },
        }}
      />
    </>
  );
}
