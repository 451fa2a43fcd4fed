/** Links the files of calendar/: the working days, the named days, and the calendars that people book in. */
import {
  usualDays,
  weekdays,
  type Calendar,
  type Days,
  type NamedDay,
  type Weekday,
} from '../../../portal/model/calendar.ts';
import { addDuration } from '../../../portal/time/days.ts';
import type { Duration } from '../../../portal/model/condition.ts';
import {
  child,
  entries,
  isMapping,
  isPresent,
  items,
  oneOrMore,
  placeOf,
  text,
  texts,
  truth,
  type Cursor,
} from '../input/cursor.ts';
import { linkDay, linkNamed } from '../names/day-names.ts';
import { linkDuration } from '../input/durations.ts';
import { linkFieldPath } from '../conditions/field-path.ts';
import { report, type LinkContext, isKnown } from '../input/link-context.ts';

/** The file of the working days; without it the defaults of usual offices apply. */
export function linkDays(context: LinkContext): Days {
  const root = context.names.days;
  if (root === null) return usualDays;
  const hours = child(root, 'officeHours');
  const holidays = items(child(root, 'holidays')).flatMap((one) =>
    oneOrMore(child(one, 'day')).map((day) => ({
      title: text(child(one, 'title')) ?? '',
      day: linkDay(day, context),
    })),
  );
  const named = entries(child(root, 'named')).map(([name, said]) => [name, linkNamed(name, said, context)]);
  return {
    working: weekdaysOf(child(root, 'working')),
    officeHours: isPresent(hours) ? linkTimes(hours, context) : usualDays.officeHours,
    holidays,
    named: Object.fromEntries(named) as Record<string, NamedDay>,
  };
}

/** Every other file of the folder is a calendar with the name of the file. */
export function linkCalendars(context: LinkContext): Record<string, Calendar> {
  return Object.fromEntries(
    [...context.names.calendars].map(([name, root]) => [name, linkCalendar(name, root, context)]),
  );
}

function linkCalendar(name: string, root: Cursor, context: LinkContext): Calendar {
  const notice = child(root, 'notice');
  const ahead = child(root, 'ahead');
  checkOpen(child(root, 'days'), context);
  checkAhead(root, context);
  return {
    name,
    title: text(child(root, 'title')) ?? name,
    isPerOffice: truth(child(root, 'perOffice')),
    days: weekdaysOf(child(root, 'days')),
    times: linkHours(child(root, 'times'), context),
    capacity: linkCapacity(name, child(root, 'capacity'), context),
    notice: isPresent(notice) ? linkDuration(notice, context) : null,
    ahead: isPresent(ahead) ? linkDuration(ahead, context) : usualAhead,
    place: placeOf(root),
  };
}

/** The default limit: a later appointment is probably a mistake. */
const usualAhead: Duration = { amount: 1, unit: 'year' };

/** Compares the latest and the earliest slot, counted from one day. */
function checkAhead(root: Cursor, context: LinkContext): void {
  const [notice, ahead] = [child(root, 'notice'), child(root, 'ahead')];
  if (!isPresent(ahead)) return;
  const { days, zone, from } = { days: usualDays, zone: 'UTC', from: '2026-01-05T00:00:00.000Z' };
  const soonest = isPresent(notice) ? addDuration(days, zone, from, linkDuration(notice, context)) : from;
  const latest = addDuration(days, zone, from, linkDuration(ahead, context));
  if (latest <= soonest)
    report(context, 'calendar/never-ahead', ahead, { notice: text(notice) ?? '', ahead: text(ahead) ?? '' });
}

/** Slots on days on which offices do not work are never offered. */
function checkOpen(at: Cursor, context: LinkContext): void {
  const { days } = context.names;
  const working = days === null ? usualDays.working : weekdaysOf(child(days, 'working'));
  const closed = items(at).filter(({ value }) => !working.some((day) => day === value));
  const [first] = closed;
  if (first === undefined) return;
  const code = closed.length === items(at).length ? 'calendar/never-open' : 'calendar/closed-day';
  report(context, code, first, { closed: closed.map(({ value }) => String(value)), working });
}

/** Each opening must start after the one above it has ended. */
function linkHours(at: Cursor, context: LinkContext): Calendar['times'] {
  const hours = items(at).map((one) => ({
    ...linkTimes(one, context),
    each: linkDuration(child(one, 'each'), context),
  }));
  for (const [index, { from }] of hours.entries()) {
    const before = hours
      .slice(0, index)
      .find(({ from: begins, to }) => from < to && begins < (hours[index]?.to ?? ''));
    if (before !== undefined)
      report(context, 'calendar/overlapping', child(child(at, index), 'from'), { from, before: before.to });
    checkSlots(child(at, index), hours[index], context);
  }
  return hours;
}

/** At least one slot must fit, and some of the hours must be within the office hours. */
function checkSlots(at: Cursor, times: Calendar['times'][number] | undefined, context: LinkContext): void {
  if (times === undefined || times.to <= times.from) return;
  const { from, to, each } = times;
  const minutes = each.amount * (each.unit === 'hour' ? 60 : 1);
  if (minutesOf(from) + minutes > minutesOf(to))
    report(context, 'calendar/no-slot', child(at, 'each'), { from, to });
  const { days } = context.names;
  const office = days === null ? null : child(days, 'officeHours');
  const [opens, closes] = ['from', 'to'].map((key) => (office === null ? null : text(child(office, key))));
  if (typeof opens !== 'string' || typeof closes !== 'string' || (from < closes && to > opens)) return;
  report(context, 'calendar/outside-hours', child(at, 'from'), { from, to, opens, closes });
}

/** The schema already reports an invalid value. */
function isTime(said: string): boolean {
  return /^\d\d:\d\d$/.test(said);
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function linkTimes(at: Cursor, context: LinkContext): { readonly from: string; readonly to: string } {
  const from = text(child(at, 'from')) ?? '00:00';
  const to = text(child(at, 'to')) ?? '23:59';
  if (isTime(from) && isTime(to) && to <= from)
    report(context, 'calendar/ends-before', child(at, 'to'), { from, to });
  return { from, to };
}

function linkCapacity(name: string, at: Cursor, context: LinkContext): Calendar['capacity'] {
  if (!isMapping(at.value)) return typeof at.value === 'number' ? at.value : 1;
  const office = child(at, 'office');
  return isPresent(office)
    ? linkOfficeCapacity(office, context)
    : linkFieldCapacity(name, child(at, 'field'), context);
}

function linkOfficeCapacity(at: Cursor, context: LinkContext): Calendar['capacity'] {
  const name = text(at) ?? '';
  const { officeConstants, departments } = context.names;
  isKnown(context, 'condition/unknown-constant', at, { name, choices: officeConstants });
  for (const department of departments.values()) {
    const said = child(child(department, 'constants'), name);
    if (isPresent(said) && !isCount(said.value)) report(context, 'calendar/no-count', said, { name });
  }
  return { officeConstant: name };
}

/** The field must exist in every record type that books in this calendar. */
function linkFieldCapacity(name: string, at: Cursor, context: LinkContext): Calendar['capacity'] {
  const booking = [...context.names.workflows].filter(([, root]) => books(root, name));
  const paths = booking.map(([type]) => linkFieldPath(at, context, { type }));
  return { field: paths[0] ?? { ancestor: null, keys: (text(at) ?? '').split('.'), lookup: null } };
}

function books(workflow: Cursor, calendar: string): boolean {
  return entries(child(workflow, 'transitions')).some(([, one]) => text(child(one, 'books')) === calendar);
}

function weekdaysOf(at: Cursor): Weekday[] {
  const said = texts(at);
  return weekdays.filter((day) => said.includes(day));
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
