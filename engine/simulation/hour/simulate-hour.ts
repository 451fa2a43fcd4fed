/** An hour of office work: people with open pages over several servers; then every page is compared with the database. */
import { setTimeout as sleep } from 'node:timers/promises';
import { countOfNoun } from '../../portal/text/noun-count.ts';
import type { Visitor } from '../../portal/model/department.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { RecordType } from '../../portal/model/record-type.ts';
import { visitorOfAccount } from '../../server/accounts/account-flags.ts';
import { type Account, accountColumns } from '../../server/accounts/accounts.ts';
import { createRecordDesk } from '../../server/bootstrap/record-desk.ts';
import { wakeDue } from '../../server/records/upkeep/wake-due.ts';
import { type InvariantResult, isSound, sayResult } from '../checks/invariant-result.ts';
import { openRecords, whoseTurn } from '../people/agenda.ts';
import { Beginnings } from '../people/begin-records.ts';
import { Coverage } from '../people/coverage.ts';
import { type Play, Refusals } from '../people/play.ts';
import { workOn } from '../people/work-on.ts';
import type { Person } from '../town/person.ts';
import { createRandom } from '../town/random.ts';
import { foundTown, type Town } from '../town/town.ts';
import { expectedView, type ExpectedView } from './expected.ts';
import { type Actions, claimOne, useClaims, useMessages } from './office-work.ts';
import { type ListName, OpenPage, readRows, readUnread, type ShownRows } from './open-page.ts';

export interface HourOptions {
  readonly people: number;
  /** Minutes of the town's clock. */
  readonly minutes: number;
  readonly seed: number;
  /** Servers over one database. */
  readonly processes: number;
}

/** Records that are there before the hour begins, and how long people work on them. */
const before = { records: 12, rounds: 6 };
/** Steps of records in each minute, for each ten people. */
const stepsEach = 1;
/** How long open pages may take to show the last change, in milliseconds. */
const patience = 20_000;

/** @returns the exit code: 1 if a page or an answer differs from the database */
export async function simulateHour(portal: Portal, type: RecordType, options: HourOptions): Promise<number> {
  const { seed, processes, minutes } = options;
  const town = await foundTown({ portal, requesters: Math.ceil(options.people / 2), processes });
  const pages: OpenPage[] = [];
  try {
    const random = createRandom(seed);
    const people = chosenPeople(town, options.people);
    const play: Play = {
      town: { ...town, people },
      random,
      coverage: new Coverage(portal),
      refusals: new Refusals(),
    };
    const beginnings = new Beginnings(play);
    for (let count = 0; count < before.records; count += 1) await beginnings.begin(type);
    for (let round = 0; round < before.rounds; round += 1) await takeSteps(play, before.records);
    for (const person of people) {
      const lists = await listsOf(town, person);
      pages.push(new OpenPage(person, lists.length === 0 ? null : random.pick(lists)));
    }
    await inTurns(pages, async (page) => page.open());
    const actions: Actions = new Map();
    for (let minute = 0; minute < minutes; minute += 1) {
      await town.advance(1 / 60);
      await beginnings.begin(type);
      await workMinute(play, pages, actions);
      await wakeDue(createRecordDesk(town.application));
    }
    // Everybody has something in hand when the hour is over.
    await inTurns(pages, async ({ person }) => {
      await claimOne({ random: createRandom(seed), actions }, person, claimableLists(town));
    });
    const { tally } = town;
    print(
      `${countOfNoun(minutes, 'minute', 'minutes')}, ${countOfNoun(pages.length, 'person', 'people')} signed in over ${countOfNoun(processes, 'server', 'servers')}, seed ${seed}: ` +
        `${[...actions]
          .toSorted()
          .map(([kind, count]) => `${count} × ${kind}`)
          .join(', ')}; ` +
        `${pages.reduce((sum, { heard }) => sum + heard, 0)} events heard; ` +
        `writes answered ${[...tally]
          .toSorted()
          .map(([status, count]) => `${count} × ${status}`)
          .join(', ')}.`,
    );
    const results = await compare(town, pages);
    for (const result of results) print(sayResult(result));
    return results.every(isSound) ? 0 : 1;
  } finally {
    for (const page of pages) page.close();
    await town.end();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Of each office the first unit, and as many requesters as are left. */
function chosenPeople({ people, portal }: Town, count: number): Person[] {
  const isRequester = ({ department }: Person) => portal.departments[department]?.kind === 'requester';
  const requesters = people.filter(isRequester);
  const offices = Map.groupBy(
    people.filter((one) => !isRequester(one)),
    ({ department }) => department,
  );
  // One of each office in each turn: the first prepares, the others approve.
  const officers = [0, 1, 2].flatMap((index) => [...offices.values()].flatMap((some) => some[index] ?? []));
  const ofOffices = officers.slice(0, Math.max(Math.ceil(count * 0.6), count - requesters.length));
  const departments = [...Map.groupBy(requesters, ({ department }) => department).values()];
  const inTurn = requesters.map((_, index) => departments.flatMap((some) => some[index] ?? [])).flat();
  return [...ofOffices, ...inTurn].slice(0, count);
}

/** The lists that the person may open. */
async function listsOf({ portal }: Town, person: Person): Promise<ListName[]> {
  const all = Object.values(portal.recordTypes).flatMap(({ type, builtIn, lists }) =>
    builtIn === null ? Object.keys(lists).map((list) => ({ type, list })) : [],
  );
  const found: ListName[] = [];
  for (const one of all) if ((await readRows(person, one)).size > 0) found.push(one);
  return found.length > 0 ? found : all.slice(0, 1);
}

function claimableLists({ portal }: Pick<Town, 'portal'>): ListName[] {
  return Object.values(portal.recordTypes)
    .filter(({ claim }) => claim !== null)
    .flatMap(({ type, lists }) => Object.keys(lists).map((list) => ({ type, list })));
}

async function workMinute(play: Play, pages: readonly OpenPage[], actions: Actions): Promise<void> {
  const { random, town } = play;
  const claimable = claimableLists(town);
  const busy = pages.filter(() => random.chance(0.5));
  const work = inTurns(busy, async ({ person, list }) => {
    // Separate randomness for each, so that speed changes nothing.
    const own = { random: createRandom(random.below(2 ** 32)), actions };
    const isRequester = town.portal.departments[person.department]?.kind === 'requester';
    if (own.random.chance(isRequester ? 0.8 : 0.4)) await useMessages(own, person, list);
    else await useClaims(own, person, claimable);
  });
  await Promise.all([work, takeSteps(play, Math.ceil((pages.length / 10) * stepsEach))]);
}

async function takeSteps(play: Play, count: number): Promise<void> {
  const open = await openRecords(play);
  const some = Array.from({ length: open.length === 0 ? 0 : count }, () => play.random.pick(open));
  await inTurns([...new Set(some)], async (record) => {
    const random = createRandom(play.random.below(2 ** 32));
    const turn = whoseTurn(play, record, random);
    if (turn !== null) await workOn({ ...play, random }, turn.person, { ...record, wanted: turn.wanted });
  });
}

const atOnce = 12;

async function inTurns<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const waiting = all.values();
  const take = async (): Promise<void> => {
    for (const one of waiting) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, take));
}

/** Everybody with an account, as a visitor. */
async function visitorsOf({ application }: Pick<Town, 'application'>): Promise<Visitor[]> {
  const accounts = await application.database.query<Account>(
    `SELECT ${accountColumns} FROM accounts a ORDER BY a.department, a.username`,
  );
  const visitors = await Promise.all(accounts.map((account) => visitorOfAccount(application, account)));
  return visitors.filter((visitor) => visitor !== null);
}

async function compare(town: Town, pages: readonly OpenPage[]): Promise<InvariantResult[]> {
  const visitors = new Map((await visitorsOf(town)).map((visitor) => [visitor.username, visitor]));
  const views = new Map<OpenPage, ExpectedView>();
  await inTurns(pages, async (page) => {
    const visitor: Visitor | undefined = visitors.get(page.person.username);
    if (visitor !== undefined) views.set(page, await expectedView(town, visitor));
  });
  const shown = [...views];
  await untilShown(shown);
  const results = [
    resultOf('every open page shows the right number of unread threads', shown, differentUnread),
    resultOf('every open page shows the right rows and claims', shown, differentRows),
  ];
  return [...results, ...(await compareAnswers(town, shown)), failures(town)];
}

type PageView = readonly [page: OpenPage, view: ExpectedView];

/** Events arrive a moment after the change. */
async function untilShown(shown: readonly PageView[]): Promise<void> {
  const deadline = Date.now() + patience;
  while (Date.now() < deadline) {
    for (const [page] of shown) await page.settled();
    if (shown.every((one) => [...differentUnread(one), ...differentRows(one)].length === 0)) return;
    await sleep(100);
  }
}

function resultOf(
  name: string,
  shown: readonly PageView[],
  differing: (one: PageView) => readonly string[],
): InvariantResult {
  return { name, checked: shown.length, isExpected: true, broken: shown.flatMap(differing) };
}

function differentUnread([{ person, unread }, view]: PageView): string[] {
  return unread === view.unread ? [] : [`${person.username}: ${unread}, expected ${view.unread}`];
}

function differentRows([{ person, list, rows }, view]: PageView): string[] {
  return list === null
    ? []
    : differences(`${person.username} ${list.type}/${list.list}`, rows, view.rowsOf(list));
}

function differences(where: string, found: ShownRows, expected: ShownRows): string[] {
  const slugs = new Set([...found.keys(), ...expected.keys()]);
  return [...slugs].flatMap((slug) => {
    if (found.has(slug) !== expected.has(slug))
      return `${where}: ${slug} is ${expected.has(slug) ? 'missing' : 'too many'}`;
    const [shown, stored] = [found.get(slug), expected.get(slug)];
    return shown === undefined || shown === stored
      ? []
      : `${where}: ${slug} is claimed by ${shown}, expected ${stored}`;
  });
}

/** Each server answers each question. */
async function compareAnswers({ portal }: Town, shown: readonly PageView[]): Promise<InvariantResult[]> {
  const unread: string[] = [];
  const lists: string[] = [];
  const claims: string[] = [];
  const checked = { unread: 0, lists: 0, claims: 0 };
  const names = Object.values(portal.recordTypes).flatMap(({ type, builtIn, lists: some }) =>
    builtIn === null ? Object.keys(some).map((list) => ({ type, list })) : [],
  );
  await inTurns(shown, async ([{ person }, view]) => {
    const found = await readUnread(person);
    checked.unread += 1;
    if (found !== view.unread) unread.push(`${person.username}: ${found}, expected ${view.unread}`);
    for (const name of names) {
      const where = `${person.username} ${name.type}/${name.list}`;
      const expected = view.rowsOf(name);
      lists.push(...differences(where, await readRows(person, name), expected));
      checked.lists += expected.size;
      if (portal.recordTypes[name.type]?.claim === null) continue;
      const own = [...(await readRows(person, name, '&assigned=me')).keys()].toSorted().join(' ');
      const claimed = view.claimed(name).toSorted();
      checked.claims += claimed.length;
      if (own !== claimed.join(' ')) claims.push(`${where}: ${own}, expected ${claimed.join(' ')}`);
    }
  });
  const hasClaims = Object.values(portal.recordTypes).some(({ claim }) => claim !== null);
  return [
    { name: 'every unread count is right', checked: checked.unread, isExpected: true, broken: unread },
    { name: 'every list has the right rows', checked: checked.lists, isExpected: true, broken: lists },
    {
      name: 'everybody finds what they work on',
      checked: checked.claims,
      isExpected: hasClaims,
      broken: claims,
    },
  ];
}

function failures({ tally, servers }: Town): InvariantResult {
  const failed = [...tally]
    .filter(([status]) => status.startsWith('5'))
    .map(([status, count]) => `${count} × ${status}`);
  const checked = [...tally.values()].reduce((sum, count) => sum + count, 0);
  return {
    name: 'no call failed on the server’s side',
    checked,
    isExpected: true,
    broken: [...failed, ...servers.faults],
  };
}
