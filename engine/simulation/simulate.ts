/** Simulated people file and process random records on the real server; then the invariants are checked. */
import { countOfNoun } from '../portal/text/noun-count.ts';
import type { Portal } from '../portal/model/portal.ts';
import type { RecordType } from '../portal/model/record-type.ts';
import { createRecordDesk } from '../server/bootstrap/record-desk.ts';
import { wakeDue } from '../server/records/upkeep/wake-due.ts';
import { leftAlone, openRecords, type OpenRecord, whoseTurn } from './people/agenda.ts';
import { Beginnings } from './people/begin-records.ts';
import { Coverage } from './people/coverage.ts';
import { BookingWatch, isSound, sayResult } from './checks/invariant-result.ts';
import { checkInvariants } from './checks/invariants.ts';
import { mailReader } from './town/mail-reader.ts';
import { Refusals, type Play } from './people/play.ts';
import { workOn } from './people/work-on.ts';
import { createRandom } from './town/random.ts';
import { killsBetween } from './town/servers.ts';
import { foundTown, type Town } from './town/town.ts';

export interface SimulationOptions {
  readonly applications: number;
  readonly seed: number;
  /** Servers over one database. */
  readonly processes: number;
  /** Kill servers in the middle of calls. */
  readonly kill: boolean;
}

/** Maximum number of turns for each filed record. */
const patience = 400;
/** Records filed in a round, and open at the same time. */
const filed = { atOnce: 10, open: 60 };
/** People who work at the same time, for each server. */
const atOnce = 8;
/** People of each requesters' department. */
const mostRequesters = 40;
const fewestRequesters = 8;
/** Rounds without a turn after which the run ends. */
const mostIdle = 60;

/** @returns the exit code: 1 if an invariant is violated or had nothing to check, 2 if requesters can create nothing */
export async function simulate(portal: Portal, options: SimulationOptions): Promise<number> {
  const type = busiestType(portal);
  if (type === null) return sayNothingBegins();
  const requesters = Math.min(
    mostRequesters,
    Math.max(fewestRequesters, Math.ceil(options.applications / 5)),
  );
  const town = await foundTown({ portal, requesters, processes: options.processes });
  try {
    const random = createRandom(options.seed);
    const play: Play = { town, random, coverage: new Coverage(portal), refusals: new Refusals() };
    if (options.kill) town.onWrite(killsBetween(town.servers, createRandom(options.seed)));
    const bookings = new BookingWatch(portal);
    const turns = await run(play, type, { ...options, bookings });
    town.onWrite(() => {});
    await town.servers.ready();
    await play.coverage.refresh(town.application.database);
    print(sayWork(town, type, { ...options, turns }));
    if (options.kill)
      print(
        `${countOfNoun(town.servers.kills, 'server was', 'servers were')} killed and started again; ${countOfNoun(town.cuts(), 'call was', 'calls were')} sent again.`,
      );
    print(await sayStates(town));
    print(sayUnreached(play.coverage, portal));
    const results = await checkInvariants(town, type.type, bookings.result());
    for (const result of results) print(sayResult(result));
    return results.every(isSound) ? 0 : 1;
  } finally {
    await town.end();
  }
}

/** @returns the exit code */
export function sayNothingBegins(): number {
  process.stderr.write('No record type of this configuration can be begun by requesters.\n');
  return 2;
}

function print(lines: string): void {
  if (lines !== '') process.stdout.write(`${lines}\n`);
}

/** Of the types that requesters create, the one with the most types below it. */
export function busiestType(portal: Portal): RecordType | null {
  const types = Object.values(portal.recordTypes);
  const below = (type: string): number => types.filter(({ parents }) => parents.includes(type)).length;
  const begun = types.filter(
    ({ type, parents, account, builtIn }) =>
      parents.length === 0 && account === null && builtIn === null && Object.hasOwn(portal.workflows, type),
  );
  return begun.toSorted((a, b) => below(b.type) - below(a.type))[0] ?? null;
}

/** @returns the number of turns in which somebody wrote something */
async function run(
  play: Play,
  type: RecordType,
  { applications, processes, bookings }: SimulationOptions & { readonly bookings: BookingWatch },
): Promise<number> {
  const { town, random, coverage } = play;
  const { database } = town.application;
  const desk = createRecordDesk(town.application);
  const beginnings = new Beginnings(play);
  const readMail = mailReader(town, random);
  let begun = 0;
  let turns = 0;
  for (let idle = 0; idle < mostIdle && turns < applications * patience;) {
    const open = await openRecords(play);
    const left = leftAlone(play, open);
    const { states } = play.town.portal.workflows[type.type] ?? {};
    let isOpen = open.filter(
      (record) =>
        record.type === type.type && states?.[record.state]?.isSettled !== true && !left.has(record.root),
    ).length;
    for (let count = 0; begun < applications && count < filed.atOnce && isOpen < filed.open; count += 1) {
      begun += 1;
      isOpen += 1;
      await beginnings.begin(type);
    }
    await beginnings.beginOthers(type, open);
    const taken = (await workRound(play, open, { left, workers: atOnce * processes })) + (await readMail());
    turns += taken;
    await coverage.refresh(database);
    await bookings.look(database);
    idle = taken === 0 && begun === applications ? idle + 1 : 0;
    if (idle > 0 && !(await waitForWake(play, idle))) break;
    // Where little happens, people wait for the next day.
    if (idle === 0) await town.advance(taken < 5 ? 24 : 1 + random.below(7));
    await wakeDue(desk);
    await coverage.refresh(database);
  }
  return turns;
}

/** Each waiting record has a turn, which may change whose turn it is. */
async function workRound(
  play: Play,
  open: readonly OpenRecord[],
  { left, workers }: { readonly left: ReadonlySet<string>; readonly workers: number },
): Promise<number> {
  const turns = open.flatMap((record) => {
    // Separate randomness for each, so that speed changes nothing.
    const random = createRandom(play.random.below(2 ** 32));
    const turn = left.has(record.root) ? null : whoseTurn(play, record, random);
    if (turn === null) return [];
    return () => workOn({ ...play, random }, turn.person, { ...record, wanted: turn.wanted });
  });
  const waiting = turns.values();
  let taken = 0;
  const work = async (): Promise<void> => {
    for (const turn of waiting) if (await turn()) taken += 1;
  };
  await Promise.all(Array.from({ length: workers }, work));
  return taken;
}

/** The furthest event that the run waits for, in days. */
const horizon = 800;

/**
 * Where nobody can do anything time has to pass: until something happens by itself, while that is new to somebody or
 * something is still open.
 * @returns false where nothing will happen
 */
async function waitForWake(play: Play, idle: number): Promise<boolean> {
  const { town, coverage } = play;
  const now = town.application.now();
  const [next] = await town.application.database.query<{ wake: Date | null }>(
    'SELECT min(wake) AS wake FROM records WHERE wake > $1::timestamptz',
    [now.toISOString()],
  );
  const isDone = coverage.unreached().transitions.length === 0;
  const isOpen = (await openRecords(play)).length > 0;
  if (isDone && !isOpen) return false;
  const hours = next?.wake == null ? 24 * idle : (next.wake.getTime() - now.getTime()) / 3_600_000 + 0.1;
  if (next?.wake == null && !isOpen) return false;
  if (hours > horizon * 24) return false;
  await town.advance(hours);
  return true;
}

function sayWork(
  { people, tally }: Town,
  { title }: RecordType,
  { applications, seed, turns }: { applications: number; seed: number; turns: number },
): string {
  const answers = [...tally].toSorted().map(([status, count]) => `${count} × ${status}`);
  return (
    `${applications} × ${title}, seed ${seed}: ${countOfNoun(turns, 'turn', 'turns')} by ${countOfNoun(people.length, 'person', 'people')}; ` +
    `writes answered ${answers.join(', ')}.`
  );
}

/** How many records of each type ended in which state. */
async function sayStates({ application, portal }: Town): Promise<string> {
  const rows = await application.database.query<{ type: string; state: string; count: number }>(
    'SELECT type, state, count(*)::integer AS count FROM records GROUP BY type, state ORDER BY type, count DESC',
  );
  const types = Map.groupBy(rows, ({ type }) => type);
  return [...types]
    .map(([type, states]) => {
      const titles = portal.workflows[type]?.states ?? {};
      const counts = states.map(({ state, count }) => `${count} ${titles[state]?.title ?? state}`);
      return `  ${portal.recordTypes[type]?.title ?? type}: ${counts.join(', ')}`;
    })
    .join('\n');
}

/** Which transitions and states nobody has reached, by type. */
function sayUnreached(coverage: Coverage, { workflows }: Portal): string {
  const { transitions, states } = coverage.unreached();
  const lines = Object.entries({ transitions, states }).map(([what, never]) => {
    const all = Object.values(workflows).flatMap((one) => Object.keys(one[what as 'transitions' | 'states']));
    const types = Map.groupBy(never, (name) => name.split('/')[0] ?? '');
    const gaps = [...types].map(([type, names]) => {
      const short = names.map((name) => name.slice(type.length + 1));
      return `\n  never, ${type}: ${short.join(', ')}`;
    });
    return `${all.length - never.length} of ${all.length} ${what} were reached.${gaps.join('')}`;
  });
  return lines.join('\n');
}
