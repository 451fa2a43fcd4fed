/** People who work on several servers until they are told to stop, and what they find of the records. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { WireAction, WireRecord } from '../../../engine/contract/record.ts';
import type { Database } from '../../../engine/server/database/database.ts';
import { type Browser, openBrowser } from '../portal-server.ts';

export interface Work {
  /** What members have filed. */
  readonly filed: { readonly slug: string; readonly answers: Readonly<Record<string, unknown>> }[];
  /** Answers that nobody may get. */
  readonly failures: unknown[];
  /** How many calls each server has answered. */
  answered(): readonly number[];
  /** Milliseconds of calls, and how many there were. */
  figures(): Readonly<Record<string, unknown>>;
  stop(): Promise<void>;
}

interface Person extends Pick<Work, 'filed' | 'failures'> {
  readonly browser: Browser;
  /** Milliseconds of each call, until its answer that is not to be repeated. */
  readonly times: number[];
  /** Loans that wait for the desk. */
  readonly waiting: string[];
}

/** Milliseconds between two steps of a person. */
const PAUSE = 150;

/** Of so many visits of a member one files a loan. */
const EACH = 8;

/** On each server two members and somebody at the desk. */
export async function startWork(origins: readonly string[]): Promise<Work> {
  const [filed, failures, waiting]: [Work['filed'], Work['failures'], string[]] = [[], [], []];
  const times = origins.map((): number[] => []);
  let isOver = false;
  const working: Promise<void>[] = [];
  for (const [at, origin] of origins.entries()) {
    const person = async (department: string): Promise<Person> => ({
      browser: await signedIn(origin, department),
      filed,
      failures,
      waiting,
      times: times[at] ?? [],
    });
    const members = [await person('member'), await person('member')];
    const desk = await person('desk');
    working.push(
      ...members.map((member, index) =>
        repeat(
          () => isOver,
          (turn) => visit(member, { book: `book ${at}-${index}-${turn / EACH}`, turn }),
        ),
      ),
      repeat(
        () => isOver,
        () => lend(desk),
      ),
    );
  }
  return {
    filed,
    failures,
    answered: () => times.map(({ length }) => length),
    figures() {
      const all = times.flat().toSorted((a, b) => a - b);
      const share = (part: number): number => Math.round(all[Math.floor(all.length * part)] ?? 0);
      return {
        calls: all.length,
        filed: filed.length,
        p50: share(0.5),
        p95: share(0.95),
        p99: share(0.99),
        longest: Math.round(all.at(-1) ?? 0),
        failed: failures.length,
      };
    },
    async stop() {
      isOver = true;
      await Promise.all(working);
    },
  };
}

async function repeat(isOver: () => boolean, turn: (at: number) => Promise<void>): Promise<void> {
  for (let at = 0; !isOver(); at += 1) {
    await turn(at);
    await sleep(PAUSE);
  }
}

async function signedIn(origin: string, department: string): Promise<Browser> {
  const browser = openBrowser(origin);
  const answer = await browser.signIn(`${department}@library.example`);
  if (!answer.ok) throw new Error(await answer.text());
  return browser;
}

/** Most visits only look: a migration takes its time for each loan. */
async function visit(
  member: Person,
  { book, turn }: { readonly book: string; readonly turn: number },
): Promise<void> {
  const known = member.filed.at(-1);
  if (turn % EACH === 0 || known === undefined) await borrow(member, book);
  else await send(member, 'GET', `records/loan/${known.slug}`);
}

async function borrow(person: Person, book: string): Promise<void> {
  const data = { book, copies: 1, branch: book.endsWith('1') ? 'hill' : 'harbour' };
  const school = book.endsWith('0') ? { is_student: true, school: 'Hill School' } : {};
  let answers: Readonly<Record<string, unknown>> = { ...data, ...school };
  let made = await send(person, 'POST', 'records/loan', { data: answers });
  // The question has gone meanwhile: the person fills in the form as it is now.
  if (made.status === 422 && Object.keys(made.record.errors ?? {}).join() === 'school') {
    answers = { ...data, is_student: true };
    made = await send(person, 'POST', 'records/loan', { data: answers });
  }
  if (made.status !== 201) return void person.failures.push(made);
  const { slug } = made.record;
  person.filed.push({ slug, answers });
  if (await takeStep(person, slug, ({ name }) => name === 'ask')) person.waiting.push(slug);
}

/** Lends most loans that wait, takes some back, and loses others while the library has a word for it. */
async function lend(person: Person): Promise<void> {
  const slug = person.waiting.shift();
  if (slug === undefined || slug.charCodeAt(0) % 3 === 0) return;
  await takeStep(person, slug, ({ name }) => name === 'lend');
  const end = slug.charCodeAt(0) % 3 === 1 ? 'returned' : slug.charCodeAt(1) % 2 === 0 ? 'lost' : null;
  if (end !== null) await takeStep(person, slug, ({ to }) => to === end);
}

/** @returns false: nobody may take it, or it cannot be taken now */
async function takeStep(
  person: Person,
  slug: string,
  isWanted: (action: WireAction) => boolean,
): Promise<boolean> {
  for (;;) {
    const { record } = await send(person, 'GET', `records/loan/${slug}`);
    const action = record.actions?.find(isWanted);
    if (action === undefined) return false;
    const path = `records/loan/${slug}/${action.name}`;
    const taken = await send(person, 'POST', path, { input: {} }, record.version);
    if (taken.status === 200) return true;
    // The record, or the name of the step, has changed since it was read: the person looks again.
    if (taken.status === 409) continue;
    person.failures.push(taken);
    return false;
  }
}

interface Answer {
  readonly status: number;
  readonly record: WireRecord & { readonly errors?: object };
}

/** Like a browser: what is to be tried again is tried again. */
async function send(
  { browser, times, failures }: Person,
  method: string,
  path: string,
  body?: unknown,
  version?: number,
): Promise<Answer> {
  const started = performance.now();
  const headers = {
    'idempotency-key': method === 'POST' ? crypto.randomUUID() : null,
    'if-match': version === undefined ? null : `"${version}"`,
  };
  for (;;) {
    const answer = await browser.send(method, path, { body, headers });
    if (answer.status === 503) {
      await answer.body?.cancel();
      await sleep(50);
      continue;
    }
    times.push(performance.now() - started);
    const record = (await answer.json()) as Answer['record'];
    if (method === 'GET' && answer.status !== 200) failures.push({ path, status: answer.status, record });
    return { status: answer.status, record };
  }
}

const ended: ReadonlySet<string> = new Set(['refused', 'returned', 'lost', 'accepted']);

/** Somebody of each side, who looks at the records on one server. */
export function openInspectors(origin: string): Promise<readonly Browser[]> {
  return Promise.all(['member', 'desk'].map((department) => signedIn(origin, department)));
}

/** @returns records that are neither ended nor anybody's turn: of each state the oldest, the newest and two others */
export async function recordsWithoutTurn(
  database: Database,
  inspectors: readonly Browser[],
): Promise<readonly unknown[]> {
  const some = await database.query<RecordAddress>(
    `SELECT s.type, r.slug FROM (SELECT DISTINCT type, state FROM records) s CROSS JOIN LATERAL (
       (SELECT slug FROM records WHERE type = s.type AND state = s.state ORDER BY id LIMIT 1)
       UNION (SELECT slug FROM records WHERE type = s.type AND state = s.state ORDER BY id DESC LIMIT 1)
       UNION (SELECT slug FROM records WHERE type = s.type AND state = s.state ORDER BY random() LIMIT 2)) r`,
  );
  const found: unknown[] = [];
  for (const one of some) {
    // Its owner may have sent it between the two looks: the desk did not see the draft. Nobody helps a stuck one.
    const first = await viewsWithoutTurn(one, inspectors);
    const views = first === null ? null : await viewsWithoutTurn(one, inspectors);
    if (views !== null) found.push(views);
  }
  return found;
}

/** @returns what each of them sees; null: somebody can go on, or it is at an end */
async function viewsWithoutTurn(
  one: RecordAddress,
  inspectors: readonly Browser[],
): Promise<readonly unknown[] | null> {
  const views = await viewsOf(one, inspectors);
  const isBlocked = views.some(({ blocked }) => blocked !== null);
  const hasTurn = views.some(({ actions, state }) => actions?.length > 0 || ended.has(state));
  return isBlocked || !hasTurn
    ? views.map(({ slug, state, blocked, actions }) => ({ slug, state, blocked, actions }))
    : null;
}

interface RecordAddress {
  readonly type: string;
  readonly slug: string;
}

/** The same version of it, as each of them sees it who may: people work on meanwhile. A draft is its owner's alone. */
async function viewsOf({ type, slug }: RecordAddress, inspectors: readonly Browser[]): Promise<WireRecord[]> {
  for (;;) {
    const answers = await Promise.all(
      inspectors.map((browser) => browser.send('GET', `records/${type}/${slug}`)),
    );
    const views = (await Promise.all(answers.map((answer) => answer.json()))) as WireRecord[];
    const isKnown = answers.every(({ status }) => status === 200 || status === 404);
    const seen = views.filter((_, index) => answers[index]?.status === 200);
    if (isKnown && new Set(seen.map(({ version }) => version)).size === 1) return seen;
    await sleep(50);
  }
}
