/** Writes the event of a notice as an iCalendar file. */
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { CalendarFile } from '../../extension/extension.ts';

import type { CalendarEvent } from '../../portal/model/notice.ts';
import type { PortalRecord } from '../../portal/model/record.ts';
import { fillTemplate, type TemplateValues } from '../../portal/text/text-template.ts';

interface EventSource {
  readonly record: PortalRecord;
  /** The values of the notice's texts. */
  readonly values: TemplateValues;
  /** Address of the record's page for the recipient. */
  readonly page: string;
  /** Name of the portal. */
  readonly title: string;
  readonly now: string;
}

/** @returns null if the start is not known */
export function calendarFile(event: CalendarEvent, source: EventSource): CalendarFile | null {
  const { record, values, page, title, now } = source;
  const [starts, ends] = [event.starts, event.ends].map((path) => momentOf(path, values));
  if (starts == null) return null;
  const calendar = ical({
    prodId: { company: 'Munisipyo', product: title },
    method: event.isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    // A calendar knows the event again by it.
    id: `${record.id}@${new URL(page).hostname}`,
    // A calendar ignores an older file that arrives later.
    sequence: record.version,
    stamp: new Date(now),
    start: starts,
    end: ends ?? null,
    summary: fillTemplate(event.title, values),
    location: event.location === null ? null : fillTemplate(event.location, values),
    url: page,
    status: event.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  return { method: event.isCancelled ? 'cancel' : 'publish', content: calendar.toString() };
}

function momentOf(path: string | null, { read }: TemplateValues): Date | null {
  const value = path === null ? null : read(path);
  const moment = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(moment) ? null : new Date(moment);
}
