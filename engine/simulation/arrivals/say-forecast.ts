/** Writes a forecast as text: one line for each office, and what one officer more would change. */
import type { Portal } from '../../portal/model/portal.ts';
import { countOfNoun } from '../../portal/text/noun-count.ts';
import type { Forecast, MissedClock, OfficeForecast, OfficeLoad } from './forecast.ts';

/** @param title of the arrivals */
export function sayForecast(
  portal: Portal,
  found: Forecast,
  { title, seed }: { readonly title: string; readonly seed: number },
): string {
  const { of, from, until, filed, finished, offices, outside } = found;
  const head = `${title}: ${filed} × ${portal.recordTypes[of]?.title ?? of}, ${from} to ${until}, seed ${seed}. ${finished} finished, ${filed - finished} under way.`;
  const rows = offices.flatMap((office) => rowsOf(portal, office));
  return [
    head,
    '',
    ...aligned([columns, ...rows]),
    ...sayMisses(portal, found),
    ...sayOutside(portal, outside),
    ...(filed === finished
      ? []
      : [`${filed - finished} are still under way on ${until}. A later --until goes on with them.`]),
    '',
  ].join('\n');
}

const columns = [
  'office',
  'officers',
  'steps',
  'done',
  'waiting',
  'mean wait',
  'longest wait',
  'missed clocks',
];

function rowsOf({ departments }: Portal, office: OfficeForecast): string[][] {
  const title = departments[office.office]?.title ?? office.office;
  const { officers, units, oneMore } = office;
  const each = units > 1 ? ` in ${units} units` : '';
  const row = [title, `${officers}${each}`, ...cellsOf(office)];
  return oneMore === null ? [row] : [row, ['  one more', `${officers + 1}${each}`, ...cellsOf(oneMore)]];
}

function cellsOf({ arrived, done, waiting, meanWait, longestWait, missed }: OfficeLoad): string[] {
  const count = missed.reduce((sum, one) => sum + one.count, 0);
  return [String(arrived), String(done), String(waiting), hours(meanWait), hours(longestWait), String(count)];
}

/** Of working time. */
function hours(count: number): string {
  return `${count.toFixed(1)} h`;
}

/** Names to the left, numbers to the right. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join('  '),
  );
}

function sayMisses(portal: Portal, { offices, until }: Forecast): string[] {
  const lines = offices.flatMap(({ office, missed, oneMore }) => {
    const title = portal.departments[office]?.title ?? office;
    return missed.map((one) => {
      const left = oneMore?.missed.find(({ type, clock }) => type === one.type && clock === one.clock);
      const more = left === undefined ? 'none' : `${left.count}, first on ${left.first}`;
      return `${title} misses ${sayClock(portal, one)}; with one officer more: ${more}.`;
    });
  });
  return ['', ...(lines.length === 0 ? [`No office misses a clock until ${until}.`] : lines)];
}

function sayOutside(portal: Portal, missed: readonly MissedClock[]): string[] {
  return missed.map((one) => `While people outside the offices had to act: ${sayClock(portal, one)}.`);
}

function sayClock({ workflows, recordTypes }: Portal, { type, clock, count, first }: MissedClock): string {
  const title = workflows[type]?.clocks[clock]?.title ?? clock;
  const record = recordTypes[type]?.title ?? type;
  return `"${title}" (${record}) ${countOfNoun(count, 'time', 'times')}, first on ${first}`;
}
