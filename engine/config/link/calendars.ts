/** Links the files of calendar/: the working days with the days that have a name, and the calendars in which people book. */
import { usualDays, type Calendar, type Days } from '../../portal/calendar.ts';
import type { Linking } from './linking.ts';

export function linkDays(_linking: Linking): Days {
  return usualDays;
}

export function linkCalendars(_linking: Linking): Record<string, Calendar> {
  return {};
}
