/** Fills an empty demonstration with records: invented people work through the last months in under a minute. */
import type { Portal } from '../../portal/model/portal.ts';
import type { RecordType } from '../../portal/model/record-type.ts';
import { aDay, anHour } from '../../portal/time/lengths.ts';
import { openDemonstration, openPeople } from '../../server/accounts/demonstration.ts';
import { claimKey } from '../../server/audit/anchors.ts';
import { createRecordDesk } from '../../server/bootstrap/record-desk.ts';
import type { Database } from '../../server/database/database.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { openAuditKey } from '../../server/history/audit-key.ts';
import { createApplication } from '../../server/kernel/create-application.ts';
import type { Settings } from '../../server/kernel/settings.ts';
import { wakeDue } from '../../server/records/upkeep/wake-due.ts';
import { type OpenRecord, openRecords, whoseTurn } from '../people/agenda.ts';
import { Beginnings } from '../people/begin-records.ts';
import { Coverage } from '../people/coverage.ts';
import { type Play, Refusals } from '../people/play.ts';
import { workOn } from '../people/work-on.ts';
import { mailReader } from '../town/mail-reader.ts';
import { createRandom } from '../town/random.ts';
import { Servers } from '../town/servers.ts';
import { type Town, townOf } from '../town/town.ts';
import { paperMaker } from './sample-paper.ts';

export interface DemonstrationOptions {
  readonly portal: Portal;
  readonly settings: Settings;
  /** The type of which most records are filed. */
  readonly busiest: RecordType;
  /** About how many records there are at the end. */
  readonly records: number;
  readonly seed: number;
  /** Receives lines for the operator. */
  readonly say: (line: string) => void;
}

/** How many days ago the first record is filed. */
const period = 150;
/** The share of the open records for which somebody has time in half a working day. */
const worked = 0.8;
/** The same for records that are settled: for example, something that was lent comes back after weeks. */
const workedSettled = 0.03;
/** People who work at the same time. */
const atOnce = 6;
/** Records of the busiest type that people begin for each one of another type. */
const busiestForOne = 1.2;
/** Fewer records begin at first than in the last weeks, so that much is in work: the share begun is time ** this. */
const steepness = 4;
/** Days until a record has most of what comes below it. */
const grownAfter = 21;
/** In the last days, the only record in a state stays there, so that each state has one that can be seen. */
const lastDays = 10;
/** Records that begin in one half day. */
const mostAtOnce = 3;
/** Five working days of a week. */
const daysOfHalfDay = 7 / 10;
/** Half days between two looks at what could be begun below existing records. */
const lookBelow = 40;

/** Planning a statement for its values again costs more than it saves while the tables are small. */
const hurried = { synchronous_commit: 'off', plan_cache_mode: 'force_generic_plan' };

/** Counts of what is there now. */
export interface FilledDemonstration {
  readonly records: number;
  readonly accounts: number;
}

/** @returns null if the database has records already, or accounts that are not of a demonstration */
export async function fillDemonstration(options: DemonstrationOptions): Promise<FilledDemonstration | null> {
  const { settings, say } = options;
  const database = await openDatabase(settings, say, hurried);
  try {
    if ((await countRecords(database)) > 0) return null;
    const town = await openTown(options, database);
    if (town === null) return null;
    try {
      await liveThrough(town, options);
      return { records: await countRecords(database), accounts: town.people.length };
    } finally {
      await town.end();
    }
  } finally {
    await database.end();
  }
}

async function openTown(
  { portal, settings, say }: DemonstrationOptions,
  database: Database,
): Promise<Town | null> {
  const auditKey = await openAuditKey(settings, database);
  await claimKey(database, auditKey);
  const { dataDirectory, databaseUrl } = settings;
  const environment = {
    DATA_DIR: dataDirectory,
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
  };
  const parts = { settings, database, portal, auditKey };
  const today = await createApplication({ ...parts, now: () => new Date() });
  const password = await openDemonstration(today, say);
  const people = password === null ? null : await openPeople(today, approval);
  if (people === null || password === null) return null;
  const servers = new Servers({ portal, environment, count: 1, ahead: -period * aDay });
  const application = await createApplication({ ...parts, now: () => servers.now() });
  await servers.ready();
  const accounts = people.map(({ isPreparing, ...account }) => {
    const isApprover = portal.departments[account.department]?.kind !== 'requester' && !isPreparing;
    const isShown = account.username === `${account.department}@${portal.demonstration.domain}`;
    return { ...account, isShown, flags: flagsOf(portal, account.department, isPreparing), isApprover };
  });
  const end = (): Promise<void> => servers.end();
  return townOf({ application, servers, accounts, password, paperFor: paperMaker(), end });
}

/** The flag that signing requires, as accounts name it in the API. */
const approval = 'approve';

function flagsOf({ departments }: Portal, department: string, isPreparing: boolean): Record<string, boolean> {
  const flags = Object.entries(departments[department]?.flags ?? {}).flatMap(([name, flag]) =>
    typeof flag.default === 'boolean' ? [[name, flag.default] as const] : [],
  );
  return { ...Object.fromEntries(flags), ...(isPreparing && { [approval]: false }) };
}

/** Half a working day after the other, until today. */
async function liveThrough(
  town: Town,
  { portal, busiest, records, seed, say }: DemonstrationOptions,
): Promise<void> {
  const random = createRandom(seed);
  const coverage = new Coverage(portal, { isSeeking: false });
  const play: Play = { town, random, coverage, refusals: new Refusals() };
  const beginnings = new Beginnings(play);
  const desk = createRecordDesk(town.application);
  const readMail = mailReader(town, createRandom(seed));
  const others = Object.values(portal.recordTypes).filter(
    ({ type, parents, builtIn }) =>
      parents.length === 0 &&
      builtIn === null &&
      type !== busiest.type &&
      Object.hasOwn(portal.workflows, type),
  );
  const below = Object.values(portal.recordTypes).filter(
    ({ type, parents, builtIn }) =>
      parents.length > 0 && builtIn === null && Object.hasOwn(portal.workflows, type),
  );
  // From a deck, so that every type comes before any other than the busiest comes again.
  let deck: RecordType[] = [];
  const deal = (): RecordType => {
    if (deck.length === 0)
      deck = [...others, ...Array.from({ length: Math.round(others.length * busiestForOne) }, () => busiest)];
    return deck.splice(random.below(deck.length), 1)[0] ?? busiest;
  };
  const { database } = town.application;
  for (let round = 1; ; round += 1) {
    const left = Date.now() - town.servers.now().getTime();
    if (left < anHour) return;
    const due = await beginningsDue(town, { records, left });
    for (let count = Math.floor(due) + (random.chance(due % 1) ? 1 : 0); count > 0; count -= 1)
      await beginnings.begin(deal());
    if (round % lookBelow === 0) for (const type of below) await beginnings.beginBelow(type);
    await workHalfDay(play, left);
    await wakeDue(desk);
    await readMail();
    if (round % 60 === 0)
      say(`${await countRecords(database)} records on ${town.servers.now().toISOString().slice(0, 10)} …`);
    await town.advance(Math.min(left, nextHalfDay(town.servers.now(), portal.timeZone)) / anHour);
  }
}

/** @param left milliseconds until today */
async function workHalfDay(play: Play, left: number): Promise<void> {
  const { town, coverage } = play;
  const { workflows } = town.portal;
  await coverage.count(town.application.database);
  const isSettled = ({ type, state }: OpenRecord) => workflows[type]?.states[state]?.isSettled === true;
  const open = await openRecords(play);
  const turns = open.flatMap((record) => {
    const random = createRandom(play.random.below(2 ** 32));
    const share = isSettled(record) ? workedSettled : worked;
    const stays = left < lastDays * aDay && coverage.standingIn(record.type, record.state) === 1;
    const turn = !stays && random.chance(share) ? whoseTurn(play, record, random) : null;
    return turn === null
      ? []
      : [() => workOn({ ...play, random }, turn.person, { ...record, wanted: turn.wanted })];
  });
  const waiting = turns.values();
  const longestPause = Math.min(left, halfDay) / anHour / Math.max(1, turns.length);
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const turn of waiting) {
        await town.advance(longestPause * play.random.next());
        await turn();
      }
    }),
  );
}

/** Hours at which people work, in the portal's time zone. */
const morning = 9;
const afternoon = 14;
/** Their turns are spread over at most this time. */
const halfDay = 2.5 * anHour;

/** @returns the milliseconds until the next morning or afternoon from Monday to Friday */
function nextHalfDay(now: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    weekday: 'short',
    hour: 'numeric',
    hourCycle: 'h23',
  });
  for (let hours = 1; hours < 24 * 7; hours += 1) {
    const parts = format.formatToParts(now.getTime() + hours * anHour);
    const valueOf = (wanted: string): string => parts.find(({ type }) => type === wanted)?.value ?? '';
    const isWorkday = !['Sat', 'Sun'].includes(valueOf('weekday'));
    if (isWorkday && [morning, afternoon].includes(Number(valueOf('hour')))) return hours * anHour;
  }
  return aDay;
}

interface TopRecord {
  readonly type: string;
  /** The record at the top and all below it. */
  readonly size: number;
  readonly begunAt: Date;
}

/**
 * How many records at the top begin in this half day, so that about as many as wanted are there at the end.
 *
 * @param left milliseconds until today
 */
async function beginningsDue(
  { application: { database }, servers }: Town,
  { records, left }: { readonly records: number; readonly left: number },
): Promise<number> {
  const families = await database.query<TopRecord>(
    `SELECT r.type, r.created_at AS "begunAt", 1 + (
       SELECT count(*) FROM records below WHERE r.id = below.ancestors[cardinality(below.ancestors)])::integer AS size
     FROM records r WHERE r.parent IS NULL`,
  );
  const now = servers.now().getTime();
  const isGrown = ({ begunAt }: TopRecord): boolean => now - begunAt.getTime() > grownAfter * aDay;
  const grown = Map.groupBy(families.filter(isGrown), ({ type }) => type);
  const usual = new Map([...grown].map(([type, some]) => [type, meanSize(some)]));
  const sizeAtEnd = ({ type, size, begunAt }: TopRecord): number => {
    const age = now + left - begunAt.getTime();
    return Math.max(size, 1 + ((usual.get(type) ?? 1) - 1) * Math.min(1, age / (grownAfter * aDay)));
  };
  const expected = families.reduce((sum, one) => sum + sizeAtEnd(one), 0);
  const nextSize = 1 + (meanSize(families) - 1) * Math.min(1, left / (grownAfter * aDay));
  const elapsed = 1 - left / (period * aDay);
  const thisHalfDay = daysOfHalfDay / period;
  const share = (steepness * elapsed ** (steepness - 1) * thisHalfDay) / (1 - elapsed ** steepness);
  return Math.min(mostAtOnce, (Math.max(0, records - expected) / nextSize) * share);
}

function meanSize(families: readonly TopRecord[]): number {
  return families.length === 0 ? 1 : families.reduce((sum, { size }) => sum + size, 0) / families.length;
}

async function countRecords(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>('SELECT count(*)::integer AS count FROM records');
  return row?.count ?? 0;
}
