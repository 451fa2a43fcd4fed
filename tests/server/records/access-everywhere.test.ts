/** Every way of reading a record returns exactly what the access functions allow. */
import { stringify } from 'csv-stringify/sync';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exactSum } from '../../../engine/portal/conditions/derive.ts';
import { holds } from '../../../engine/portal/conditions/evaluate.ts';
import { readField } from '../../../engine/portal/conditions/field-value.ts';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import type { RecordContext } from '../../../engine/portal/model/record.ts';
import { isShown, visibleData } from '../../../engine/portal/access/visible-data.ts';
import type { Visitor } from '../../../engine/portal/model/department.ts';
import type { WireRecord, WireRow } from '../../../engine/contract/record.ts';
import type { WireReport } from '../../../engine/contract/reports.ts';
import { readRecordById } from '../../../engine/server/records/rows/read-record.ts';
import { searchWords } from '../../../engine/server/sql/search-sql.ts';
import { registerReports } from '../../../engine/server/reports/register-reports.ts';
import { insert, record, types, visitor } from './generated-access.ts';
import { columns, portalWith, rules, type Type } from './generated-portal.ts';
import { csvOf } from '../exported.ts';
import { openOffice, type Caller, type Office } from './office.ts';
import { portal as plain } from './portal.ts';
import { isListed, isRead, isWhole, seenOf, shownOf, textOf, wordsOf, type Seen } from './seen.ts';

let office: Office;
let inForce: Portal = plain;
const visitors = fc
  .sample(visitor, { numRuns: 10, seed: 11 })
  .map((one, index): Visitor => ({ ...one, name: `visitor-${index}` }));

beforeAll(async () => {
  office = await openOffice(plain, undefined, {
    portal: () => inForce,
    register: (server, { application }) => registerReports(server, application),
  });
  for (const row of fc.sample(record, { numRuns: 18, seed: 5 })) await insert(office.database, row);
  for (const type of types) await writeWords(type);
});
afterAll(() => office.end());

/** The search texts, as a portal with a rule on the field `secret` writes them. */
async function writeWords(type: Type): Promise<void> {
  const [some] = fc.sample(rules, { numRuns: 1, seed: 1 });
  const [anybody] = visitors;
  if (some === undefined || anybody === undefined) throw new Error('Nothing was generated.');
  const ruled = portalWith({ type, ...some });
  for (const context of await contextsFor(anybody, type)) {
    const values = [context.record.id, searchWords(ruled, context)];
    await office.database.query('UPDATE records SET search = array_to_tsvector($2) WHERE id = $1', values);
  }
}

const known = new Map<string, Promise<RecordContext[]>>();

/** Every record of the type as the functions see it for this visitor. */
function contextsFor(who: Visitor, type: Type): Promise<RecordContext[]> {
  const key = `${who.name} ${type}`;
  const found = known.get(key) ?? readContexts(who, type);
  known.set(key, found);
  return found;
}

async function readContexts(who: Visitor, type: Type): Promise<RecordContext[]> {
  const ids = await office.database.query<{ id: string }>('SELECT id FROM records WHERE type = $1', [type]);
  const scope = { portal: plain, visitor: who };
  const stored = await Promise.all(ids.map(({ id }) => readRecordById(office.database, scope, id)));
  return stored.flatMap((one) => one?.context ?? []);
}

/** A visitor requests records of a type. */
interface Asking {
  readonly who: Caller;
  readonly type: Type;
  readonly seen: readonly Seen[];
}

const eyes = ({ visitor: who }: Caller) => ({ portal: inForce, visitor: who });
const slugs = (of: readonly Seen[]): string[] => of.map(({ context }) => context.record.slug).sort();

function expectWire(who: Caller, wire: WireRecord, seen: Seen | undefined): void {
  if (seen === undefined) throw new Error(`${wire.slug} is not to be seen.`);
  const data: unknown = JSON.parse(JSON.stringify(visibleData(seen.view, seen.context.record.data)));
  expect([wire.view, wire.data, wire.shown]).toEqual([seen.view.level, data, shownOf(eyes(who), seen)]);
}

/** A row of a list has the answers of the list's columns; of a record that is seen in part, all that are seen. */
function expectRow({ who, type }: Asking, row: WireRow, seen: Seen | undefined): void {
  if (seen === undefined) throw new Error(`${row.slug} is not to be seen.`);
  const { view, context } = seen;
  const named = columns(type).map(({ value }) => value);
  const answers = Object.entries(visibleData(view, context.record.data));
  const listed = answers.filter(([name]) => !isRead(seen) || named.includes(name));
  const data: unknown = JSON.parse(JSON.stringify(Object.fromEntries(listed)));
  expect([row.view, row.data, row.shown]).toEqual([view.level, data, shownOf(eyes(who), seen)]);
}

async function walk(who: Caller, path: string): Promise<{ items: WireRow[]; total: number }> {
  const items: WireRow[] = [];
  let total = 0;
  for (let next: string | null = ''; next !== null;) {
    const answer = await who.get(`${path}&limit=20${next === '' ? '' : `&cursor=${next}`}`);
    const page = answer.json<{ items: WireRow[]; next: string | null; total: number }>();
    items.push(...page.items);
    ({ next, total } = page);
  }
  return { items, total };
}

async function expectFound(asking: Asking, path: string, seen: readonly Seen[]): Promise<WireRow[]> {
  const { items, total } = await walk(asking.who, path);
  expect([items.map(({ slug }) => slug).sort(), total]).toEqual([slugs(seen), seen.length]);
  for (const item of items) {
    expectRow(
      asking,
      item,
      seen.find(({ context }) => context.record.slug === item.slug),
    );
  }
  return items;
}

/** The list, each of its pages, and its export. */
async function expectList(asking: Asking, sort: string): Promise<void> {
  const { who, type, seen } = asking;
  const where = inForce.reports['by-title']?.where ?? { test: 'always' };
  const listed = seen.filter((one) => isListed(one) && holds(where, { ...eyes(who), context: one.context }));
  const items = await expectFound(asking, `${type}?list=some&sort=${sort}`, listed);
  const rows = items.map((item) => columns(type).map(({ value }) => cellOf(item, value)));
  const options = { escape_formulas: true, record_delimiter: 'windows' } as const;
  const file = stringify([columns(type).map(({ title }) => title), ...rows], options);
  const told = await csvOf(office.desk, who.visitor, { type, list: 'some' });
  expect(told.split('\r\n').sort()).toEqual(file.split('\r\n').sort());
}

function cellOf({ number, shown, data, state, type }: WireRow, column: string): string {
  if (column === 'state') return plain.workflows[type]?.states[state]?.title ?? state;
  return textOf(column === 'number' ? number : (shown[column] ?? data[column])) ?? '';
}

async function expectSearch(asking: Asking, word: string): Promise<void> {
  const { type, seen } = asking;
  const found = seen.filter((one) => isRead(one) && wordsOf(one).some((text) => text.startsWith(word)));
  await expectFound(asking, `${type}?q=${word}`, found);
}

/** A reader of a part of a record cannot filter by the rest. */
async function expectFilter(asking: Asking, [name, value]: readonly string[]): Promise<void> {
  const { type, seen } = asking;
  const [field = '', ancestor] = (name ?? '').split('.').toReversed();
  if (ancestor !== undefined && type === 'order') return;
  const found = seen.filter((one) => {
    const [view, context] = ancestor === undefined ? [one.view, one.context] : [one.above, one.order];
    const there = field === 'state' ? context?.record.state : context?.record.data[field];
    return isListed(one) && isWhole(view, field) && textOf(there) === value;
  });
  await expectFound(asking, `${type}?${name}=${value}`, found);
}

/** Only a child that shows the visitor all these values counts: not one that hides some, nor several together. */
async function expectChildFilter(
  asking: Asking,
  filter: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const { who, type, seen } = asking;
  if (type !== 'order') return;
  const children = seenOf(eyes(who), await contextsFor(who.visitor, 'clearance'), []);
  const matches = ({ view, context: { record: child } }: Seen) =>
    Object.entries(filter).every(([field, values]) => {
      const there = field === 'state' ? child.state : child.data[field];
      return isWhole(view, field) && values.includes(textOf(there) ?? '');
    });
  const parents = new Set(children.filter(matches).map(({ context }) => context.record.parent));
  const found = seen.filter((one) => isListed(one) && parents.has(one.context.record.id));
  childrenFound += found.length;
  const query = Object.entries(filter).map(([field, values]) => `clearance.${field}=${values.join(',')}`);
  await expectFound(asking, `order?${query.join('&')}`, found);
}
let childrenFound = 0;

const path = (ancestor: string | null, ...keys: string[]) => ({ ancestor, keys, lookup: null });

async function expectReports({ who, type, seen }: Asking): Promise<void> {
  const where = inForce.reports['by-title']?.where ?? { test: 'always' };
  const read = seen.filter((one) => isRead(one) && holds(where, { ...eyes(who), context: one.context }));
  const byField = (name: string) => read.filter(({ view }) => isShown(view, name));
  const of = read.filter(({ above }) => isWhole(above, 'title'));
  await Promise.all([
    expectReport(who, 'by-title', { of: byField('title'), by: path(null, 'title') }),
    expectReport(who, 'by-secret', { of: byField('secret'), by: path(null, 'secret') }),
    type !== 'order' && expectReport(who, 'by-order', { of, by: path('order', 'title') }),
  ]);
}

interface Counted {
  readonly of: readonly Seen[];
  readonly by: ReturnType<typeof path>;
}

async function expectReport(who: Caller, name: string, { of, by }: Counted): Promise<void> {
  const read = (one: Seen, at: Counted['by']) => readField(at, { ...eyes(who), context: one.context });
  const groups = Map.groupBy(of, (one) => textOf(read(one, by)));
  const { rows, total } = (await who.get(`../reports/${name}`)).json<WireReport>();
  const told = rows.map(({ groups: [group], values: [n] }) => [said(group?.value ?? null), n] as const);
  expect(new Map(told)).toEqual(new Map(Array.from(groups, ([value, all]) => [value, all.length])));
  const gross = of.flatMap((one) => [read(one, path(null, 'lines', 'gross'))].flat());
  expect(total?.[0] ?? 0).toBe(of.length);
  expect(Number(total?.[1] ?? 0)).toBeCloseTo(Number(exactSum(gross)), 4);
}

/** The database writes spaces that JSON omits. */
function said(value: string | null): string | null {
  return value !== null && /^[[{]/.test(value) ? JSON.stringify(JSON.parse(value)) : value;
}

/** One record by its URL, and its history. */
async function expectOne({ who, type, seen }: Asking, { slug }: RecordContext['record']): Promise<void> {
  const one = seen.find(({ context }) => context.record.slug === slug);
  const isSignedIn = who.visitor.signedIn;
  const answer = await who.get(`${type}/${slug}`);
  expect(answer.statusCode).toBe(one !== undefined ? 200 : isSignedIn ? 404 : 401);
  if (one !== undefined) expectWire(who, answer.json(), one);
  const events = await who.get(`${type}/${slug}/events`);
  const told = one === undefined ? 404 : isRead(one) ? 200 : 403;
  expect(events.statusCode).toBe(isSignedIn ? told : 401);
}

async function expectClosed({ who, type }: Asking): Promise<void> {
  const paths = [`${type}?q=x`, '../reports/by-title'];
  const answers = await Promise.all(paths.map((one) => who.get(one)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401]);
}

const filters = [
  ['state', 'sent'],
  ['title', 'hotel'],
  ['secret', 'x'],
  ['order.title', 'hotel'],
  ['order.secret', 'x'],
];
const words = ['hotel', 'orchard', 'x', '12', '12.50', 'true', 'false'];
const childFilters = [
  { state: ['draft', 'sent', 'issued'] },
  { state: ['sent', 'withdrawn'], title: words },
  { secret: words },
];

test('reads, lists, counts, search, filters, reports and exports show what the rules admit', async () => {
  expect.hasAssertions();
  const asked = fc.record({
    rules,
    visitor: fc.constantFrom(...visitors),
    type: fc.constantFrom(...types),
    sort: fc.constantFrom('-created', 'title', '-year', 'state'),
    word: fc.constantFrom('hotel', 'orch', 'x', '12', '2030'),
    filter: fc.constantFrom(...filters),
    at: fc.nat(200),
  });
  const answersAsSeen = fc.asyncProperty(asked, async ({ type, sort, word, filter, at, ...one }) => {
    inForce = portalWith({ type, ...one.rules });
    const who = office.as(one.visitor);
    const all = await contextsFor(one.visitor, type);
    const orders = type === 'order' ? [] : await contextsFor(one.visitor, 'order');
    const asking = { who, type, seen: seenOf(eyes(who), all, orders) };
    const some = all[at % all.length];
    if (some !== undefined) await expectOne(asking, some.record);
    if (!one.visitor.signedIn) return expectClosed(asking);
    await Promise.all([
      expectList(asking, sort),
      expectSearch(asking, word),
      expectFilter(asking, filter),
      ...childFilters.map((below) => expectChildFilter(asking, below)),
      expectReports(asking),
    ]);
  });
  await fc.assert(answersAsSeen, {
    numRuns: Number(process.env['PARITY_RUNS'] ?? 120),
    seed: Number(process.env['PARITY_SEED'] ?? 2026),
  });
  expect(childrenFound).toBeGreaterThan(0);
}, 120_000);
