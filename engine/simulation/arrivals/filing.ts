/** The moments at which records arrive, from the rows of a profile. */
import type { Arrivals, Days } from '../../portal/model/calendar.ts';
import { anHour } from '../../portal/time/lengths.ts';
import { dayAfter } from '../../portal/time/working-days.ts';
import type { Random } from '../town/random.ts';
import type { OfficeTime } from './office-time.ts';

/** In order of time. Within its hour, or the office hours, each moment is equally likely. */
export function momentsOf(
  { rows, hours }: Pick<Arrivals, 'rows' | 'hours'>,
  { officeHours }: Days,
  { time, random }: { readonly time: OfficeTime; readonly random: Random },
): number[] {
  const moments: number[] = [];
  const momentOn = (date: string, hour: number | null): number => {
    const chosen = hour ?? (hours.length === 0 ? null : random.weighted(hours, ({ share }) => share).hour);
    if (chosen !== null)
      return time.at(date, `${String(chosen).padStart(2, '0')}:00`) + random.next() * anHour;
    const [opens, closes] = [time.at(date, officeHours.from), time.at(date, officeHours.to)];
    return opens + random.next() * (closes - opens);
  };
  for (const { from, to, hour, count } of rows) {
    for (let date = from; date <= (to ?? from); date = dayAfter(date, 1)) {
      if (to !== null && !time.isOpen(date)) continue;
      for (let index = 0; index < count; index += 1) moments.push(Math.round(momentOn(date, hour)));
    }
  }
  return moments.toSorted((a, b) => a - b);
}

/** The first day of arrivals and the last one of the simulation (ISO dates); null if nothing arrives. */
export function periodOf({
  rows,
  until,
}: Arrivals): { readonly from: string; readonly until: string } | null {
  const from = rows.map((row) => row.from).toSorted()[0];
  const last = rows
    .map((row) => row.to ?? row.from)
    .toSorted()
    .at(-1);
  return from === undefined || last === undefined ? null : { from, until: until ?? last };
}
