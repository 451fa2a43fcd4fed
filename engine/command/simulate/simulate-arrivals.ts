/** `munisipyo simulate --arrivals`: which office misses which clock, and what one officer more would change. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import type { Arrivals } from '../../portal/model/calendar.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { isDate } from '../../portal/time/working-days.ts';
import { readArrivalTable } from '../../simulation/arrivals/arrival-file.ts';
import { periodOf } from '../../simulation/arrivals/filing.ts';
import { forecast } from '../../simulation/arrivals/forecast.ts';
import { sayForecast } from '../../simulation/arrivals/say-forecast.ts';
import { busiestType } from '../../simulation/simulate.ts';
import { refuse } from '../arguments.ts';
import { readPortal } from '../read-portal.ts';

export interface ArrivalWords {
  /** A file, or the name of one in arrivals/ of the configuration. */
  readonly arrivals: string;
  /** `department=N`, separated by commas. */
  readonly staff: readonly string[];
  readonly seed: number;
  /** The record type of a table; absent: the one with the most types below it. */
  readonly of?: string | undefined;
  readonly until?: string | undefined;
  readonly isFixed: boolean;
  readonly isJson: boolean;
}

/** @returns the exit code: 1 for a configuration or a file with mistakes, 2 for wrong arguments */
export async function simulateArrivals(words: ArrivalWords): Promise<number> {
  const { arrivals: path, seed, isFixed } = words;
  const extension = extname(path);
  const isFile = extension !== '';
  if (isFile && !existsSync(path)) return refuse(`There is no file ${path}.\n`);
  const text = isFile ? readFileSync(path, 'utf8') : '';
  const isTable = extension === '.csv';
  // Files of the configuration are read already.
  const name = `arrivals/${basename(path, extension)}.yaml`;
  const portal = await readPortal(isFile && !isTable ? [{ path, name, text }] : []);
  if (portal === null) return 1;
  const profile = isTable ? tableOf(portal, text, words) : profileOf(portal, basename(path, extension));
  if (typeof profile === 'string') return refuse(`${profile}\n`, isTable ? 1 : 2);
  const staff = readStaff(portal, words.staff);
  if (typeof staff === 'string') return refuse(`${staff}\n`);
  const arrivals = { ...profile, until: words.until ?? profile.until };
  const period = periodOf(arrivals);
  if (period === null) return refuse('Nothing arrives.\n', 1);
  if (!isDate(period.until) || period.until < period.from)
    return refuse(`The last day must be a date from ${period.from} on.\n`);
  const found = forecast(portal, arrivals, { seed, staff, isFixed });
  const { title } = arrivals;
  process.stdout.write(
    words.isJson
      ? `${JSON.stringify({ title, seed, ...found }, null, 2)}\n`
      : sayForecast(portal, found, { title, seed }),
  );
  return 0;
}

/** @returns the profile, or the mistake as a sentence */
function tableOf(portal: Portal, text: string, { of, arrivals: path }: ArrivalWords): Arrivals | string {
  const type = of ?? busiestType(portal)?.type ?? '';
  if (!Object.hasOwn(portal.workflows, type)) return `There is no record type "${type}" with a workflow.`;
  const rows = readArrivalTable(text);
  if (typeof rows === 'string') return rows;
  const name = basename(path);
  return {
    name,
    title: name,
    of: type,
    answers: {},
    until: null,
    hours: [],
    rows,
    place: { file: path, line: 1, column: 1 },
  };
}

function profileOf({ arrivals }: Portal, name: string): Arrivals | string {
  const found = Object.hasOwn(arrivals, name) ? arrivals[name] : undefined;
  const names = Object.keys(arrivals).join(', ');
  return (
    found ??
    `There are no arrivals "${name}". Name a file (.csv or .yaml)${names === '' ? '' : ` or one of: ${names}`}.`
  );
}

/** @returns officers by department, or the mistake as a sentence */
function readStaff(
  { departments, aliases }: Portal,
  said: readonly string[],
): Record<string, number> | string {
  const staff: Record<string, number> = {};
  for (const one of said.flatMap((words) => words.split(',')).filter((word) => word !== '')) {
    const [name = '', count = ''] = one.split('=');
    const key = aliases[name] ?? name;
    const isOffice = Object.hasOwn(departments, key) && departments[key]?.kind !== 'requester';
    if (!isOffice) return `There is no office "${name}".`;
    if (!/^[1-9]\d{0,2}$/.test(count)) return `Write the number of officers: ${name}=2.`;
    staff[key] = Number(count);
  }
  return staff;
}
