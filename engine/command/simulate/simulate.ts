/**
 * `munisipyo simulate`: simulated people file and process random records on the real server, and then the invariants
 * are checked. With arrivals, the queues of the offices are simulated instead.
 */
import type { SimulationOptions } from '../../simulation/simulate.ts';
import { type HourOptions, simulateHour } from '../../simulation/hour/simulate-hour.ts';
import { busiestType, sayNothingBegins, simulate as run } from '../../simulation/simulate.ts';
import { readArguments, refuse } from '../arguments.ts';
import { readPortal } from '../read-portal.ts';
import { simulateArrivals, type ArrivalWords } from './simulate-arrivals.ts';

export const usage = `Usage: munisipyo simulate [--applications N] [--seed S] [--processes P [--kill]]
       Files N records (100) and works through them with random steps that the portal allows, on P servers (1) with
       a separate database. Prints the steps, the transitions and states that nobody reached, and the results of the
       checks with their counts. With --kill, servers are killed (SIGKILL) in the middle of calls and started again;
       people repeat unanswered calls. Exit code 1 if anything is stuck, lost or impossible, or if a check found
       nothing to check.
       munisipyo simulate --office-hour [--people N] [--minutes M] [--seed S] [--processes P]
       N people (50) with open pages work for M minutes (60) of a moved clock, over P servers (2) with a separate
       database: they take steps, write messages, claim and release records. Then every unread count, list and claim
       is compared with the database. Exit code 1 if one differs.
       munisipyo simulate --arrivals FILE|NAME [--staff DEPARTMENT=N,…] [--seed S] [--of TYPE] [--until DATE]
                          [--fixed] [--format text|json]
       Computes the queues of the offices for these arrivals, without a server: a table (.csv with date,hour,count),
       a file (.yaml), or a name of arrivals/ in the configuration. Prints for each office its steps, waits and
       missed clocks, and the same with one officer more. --of names the record type of a table. With --fixed, each
       step takes exactly its usual time. Exit code 1 for mistakes in the configuration or the file.
`;

/** More than a town needs. */
const mostProcesses = 4;

export async function simulate(args: readonly string[]): Promise<number> {
  const words = args.some((word) => word.startsWith('--arrivals')) ? parseArrivals(args) : null;
  if (words !== null) return simulateArrivals(words);
  if (args.includes('--office-hour')) return officeHour(args);
  const options = parseOptions(args);
  if (options === null) return refuse(usage);
  const portal = await readPortal();
  return portal === null ? 1 : run(portal, options);
}

async function officeHour(args: readonly string[]): Promise<number> {
  const options = parseHour(args);
  if (options === null) return refuse(usage);
  const portal = await readPortal();
  if (portal === null) return 1;
  const type = busiestType(portal);
  return type === null ? sayNothingBegins() : simulateHour(portal, type, options);
}

function parseHour(args: readonly string[]): HourOptions | null {
  const words = readArguments(args, {
    'office-hour': { type: 'boolean' },
    people: { type: 'string', default: '50' },
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    processes: { type: 'string', default: '2' },
  });
  if (words === null || words.positionals.length > 0) return null;
  const people = Number(words.values.people);
  const minutes = Number(words.values.minutes);
  const seed = Number(words.values.seed);
  const processes = Number(words.values.processes);
  const isSound = [people, minutes, seed, processes].every(Number.isInteger);
  if (!isSound || people < 2 || minutes < 1 || processes < 1 || processes > mostProcesses) return null;
  return { people, minutes, seed, processes };
}

function parseArrivals(args: readonly string[]): ArrivalWords | null {
  const words = readArguments(args, {
    arrivals: { type: 'string' },
    staff: { type: 'string', multiple: true },
    seed: { type: 'string', default: '1' },
    of: { type: 'string' },
    until: { type: 'string' },
    fixed: { type: 'boolean', default: false },
    format: { type: 'string', default: 'text' },
  });
  if (words === null || words.positionals.length > 0) return null;
  const { arrivals = '', staff = [], of, until, fixed, format } = words.values;
  const seed = Number(words.values.seed);
  if (arrivals === '' || !Number.isInteger(seed) || !['text', 'json'].includes(format)) return null;
  return { arrivals, staff, seed, of, until, isFixed: fixed, isJson: format === 'json' };
}

function parseOptions(args: readonly string[]): SimulationOptions | null {
  const words = readArguments(args, {
    applications: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    processes: { type: 'string', default: '1' },
    kill: { type: 'boolean', default: false },
  });
  if (words === null || words.positionals.length > 0) return null;
  const applications = Number(words.values.applications);
  const seed = Number(words.values.seed);
  const processes = Number(words.values.processes);
  const isSound = [applications, seed, processes].every(Number.isInteger);
  if (!isSound || applications < 1 || processes < 1 || processes > mostProcesses) return null;
  return { applications, seed, processes, kill: words.values.kill };
}
