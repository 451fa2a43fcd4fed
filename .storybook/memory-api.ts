/** The server's API over a store in memory: the same pure functions decide, and nothing leaves the browser. */
import type { BatchPart } from '../engine/contract/batch.ts';
import type { ApiBody } from '../engine/contract/contract.ts';
import type { Scope } from '../engine/portal/conditions/scope.ts';
import { decide, toWireDecision } from '../engine/portal/routing/decide.ts';
import { holds } from '../engine/portal/conditions/evaluate.ts';
import { availableItems } from '../engine/portal/checklist/checklist.ts';
import { slugsNamedBy } from '../engine/portal/forms/references.ts';
import type { Portal } from '../engine/portal/model/portal.ts';
import type { ItemRecord, PortalRecord } from '../engine/portal/model/record.ts';
import { remarkOf } from '../engine/portal/text/remark.ts';
import { slicePortal } from '../engine/portal/wire/slice-portal.ts';
import { type Command, decideCommand } from '../engine/portal/life/decide-command.ts';
import type { Refusal } from '../engine/portal/workflow/transition.ts';
import { localDate } from '../engine/portal/time/working-days.ts';
import type { HttpProblem } from '../engine/server/http/errors.ts';
import { problemBody } from '../engine/server/http/problem-body.ts';
import { viewsOf } from '../engine/server/records/rows/context-rows.ts';
import { columnsOf } from '../engine/server/records/lists/row-needs.ts';
import { toRow, toWire } from '../engine/server/records/read/wire-record.ts';
import type { StoredRecord } from '../engine/server/records/rows/read-record.ts';
import { isToDo } from '../engine/portal/checklist/to-do.ts';
import { choicesOf, chosenAccounts, slotsOf } from './memory-choices.ts';
import { editingAnswer, type Fullness, seenAccountsOf } from './memory-editing.ts';
import { fileContent, fileLink } from './memory-files.ts';
import { type MemoryStore, owner } from './memory-store.ts';
import { startAnswer } from './memory-start-pages.ts';
import { userOf } from './memory-user.ts';
import { workbenchAnswer } from './memory-workbench.ts';
import type { StandIn } from './story.ts';

interface Desk extends Scope {
  readonly store: MemoryStore;
  readonly standIn?: StandIn | undefined;
  readonly fullness?: Fullness | undefined;
}

/** A `fetch` that answers like the server. */
export function createMemoryApi(desk: Desk): typeof fetch {
  return async (input, init) => {
    const url = new URL(String(input instanceof Request ? input.url : input), 'http://story');
    const path = url.pathname.replace(/^\/api\/v1\//, '');
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
    if (path === 'batch') return batchOf(desk, url.searchParams.getAll('paths'));
    if (init?.method === undefined || init.method === 'GET') return answerOf(desk, path, url.searchParams);
    return write(desk, path, body) ?? refuse(404);
  };
}

async function batchOf(desk: Desk, paths: readonly string[]): Promise<Response> {
  const parts = paths.map(async (one): Promise<BatchPart> => {
    const { pathname, searchParams } = new URL(one, 'http://story');
    const answer = await answerOf(desk, pathname.slice(1), searchParams);
    return { status: answer.status, headers: {}, body: await answer.json() };
  });
  return Response.json(await Promise.all(parts));
}

/** What the workbench asks besides the configuration may never come, or fail. */
async function answerOf(desk: Desk, path: string, query: URLSearchParams): Promise<Response> {
  const isHeld = /^(?:workbench\/(?:draft|versions)|seen-accounts)/.test(path);
  if (isHeld && desk.fullness === 'busy') return new Promise(() => {});
  if (isHeld && desk.fullness === 'broken') return refuse(500);
  return read(desk, path, query) ?? refuse(404);
}

function read(desk: Desk, path: string, query: URLSearchParams): Response | null {
  const { portal, visitor, store } = desk;
  const [first = '', second = '', third = '', fourth = '', fifth] = path.split('/');
  switch (first) {
    case 'portal':
      return Response.json(second === 'hash' ? { hash: portal.hash } : slicePortal({ portal, visitor }));
    case 'user':
      return visitor.signedIn ? Response.json(userOf({ portal, visitor }, desk.standIn)) : refuse(401);
    case 'decision':
      return Response.json(toWireDecision(decide({ portal, visitor }, query.get('path') ?? '/')));
    case 'delegations': {
      const today = new Date().toISOString().slice(0, 10);
      const people = [{ value: 'ben', label: 'Ben Cruz' }];
      return Response.json({ longest: 60, today, people, steps: [], given: [], received: [] });
    }
    case 'second-step':
      return Response.json({ is_on: false, is_required: false, recovery_codes: 0 });
    case 'exports':
      return Response.json([]);
    case 'passkeys':
      return Response.json({ items: [] });
    case 'views':
      return Response.json({ items: [], default: null, for_office: false });
    case 'notifications':
      return Response.json({ items: [], next: null, unread: 0 });
    // Nobody else changes a story.
    case 'live':
      return new Response(new ReadableStream({}));
    case 'threads':
      return threadAnswer(second);
    case 'to-do':
      return Response.json(toDoOf(desk, query.get('record')));
    case 'profile':
      return Response.json({ name: visitor.name, username: 'ana@example.com', may_rename: true });
    case 'photo':
      return Response.json({ photo: null });
    case 'navigation':
      return Response.json({});
    case 'files':
      if (third === 'content') return fileContent(second);
      return second === 'offered' ? Response.json({ items: {} }) : null;
    case 'links':
      return Response.json({ state: 'open', title: 'Confirm my e-mail address', about: portal.title });
    case 'lookups':
      return lookupOf(portal, second);
    case 'forms':
      return Object.hasOwn(portal.forms, second) ? Response.json(portal.forms[second]) : null;
    case 'start-pages':
      return startAnswer(portal, second, third === 'needs' ? (query.get('answers') ?? '') : null);
    case 'workbench':
      return workbenchAnswer(desk, second, third);
    case 'seen-accounts':
      return desk.fullness === undefined
        ? null
        : Response.json(seenAccountsOf(portal, desk.fullness, query.get('q') ?? ''));
    case 'records': {
      if (second === '') return Response.json({ items: [] });
      if (third === '') return Response.json(list(desk, second, query));
      const record = store.find(third);
      if (record?.type !== second) return null;
      if (fourth === 'assignees') return Response.json([]);
      if (fourth === 'events') return Response.json(store.eventsOf(record));
      if (fifth === 'slots') return Response.json(slotsOf(portal, store.contextOf(record), fourth));
      if (fifth === 'choices') return Response.json(choicesOf(query.get('q') ?? ''));
      return Response.json(wire(desk, record));
    }
    default:
      return Object.hasOwn(portal.lookups, first) ? Response.json(portal.lookups[first]?.rows) : null;
  }
}

/** Stories have no messages yet. */
function threadAnswer(of: string): Response | null {
  if (of === 'unread') return Response.json({ unread: 0 });
  if (of === 'addresses') return Response.json({ items: [] });
  return of === '' ? Response.json({ writable: false, items: [], next: null }) : null;
}

/** As in its file: stories have no edited rows. */
function lookupOf({ lookups }: Portal, name: string): Response | null {
  const lookup = Object.hasOwn(lookups, name) ? lookups[name] : undefined;
  if (lookup === undefined) return null;
  const rows = lookup.rows.map(({ value, retired, ...row }) => {
    const kept = { version: 0, changed_at: null, changed_by: null };
    return { value, row, retired: retired === true, ...kept };
  });
  return Response.json({ name, title: lookup.title, form: lookup.edit?.form ?? '', rows });
}

function write(desk: Desk, path: string, body: unknown): Response | null {
  const { portal, store } = desk;
  const [first, second = '', slug = '', name = '', item = ''] = path.split('/');
  if (first === 'files' && slug === 'link') return fileLink(second);
  if (path === 'workbench/draft/look' && desk.fullness !== undefined)
    return Response.json(editingAnswer(portal, desk.fullness, 'draft/look'));
  if (first === 'presences') return Response.json({ viewers: [] });
  if (first === 'acts-for') {
    const isActing = isFields(body) && body['delegation'] !== null;
    return Response.json(userOf(desk, isActing ? 'acting' : 'offered'));
  }
  const record = first === 'records' ? store.find(slug) : null;
  if (record === null) return null;
  const fields = isFields(body) ? body : {};
  if (name === '') {
    const saved = { ...record, data: { ...record.data, ...fieldsOf(fields['data']) } };
    return execute(desk, { type: 'put', record: saved, what: 'saved', detail: {} });
  }
  if (name === 'assignee') {
    const { account, name: title, department } = desk.visitor;
    const to = fields['assignee'] === null ? null : { id: account ?? '', slug: 'me', name: title };
    return execute(desk, { type: 'assign', id: record.id, to, by: { account, department } });
  }
  if (name === 'items') return review(desk, record, item, fields);
  const input = fieldsOf(fields['input']);
  const picked = chosenAccounts(portal, input);
  const step = { name, input, formErrors: {}, inputErrors: {}, picked };
  return execute(desk, { type: 'take', id: record.id, step });
}

/** Applies the server's writes to the records in memory. */
function execute(desk: Desk, command: Extract<Command, { type: 'take' | 'put' | 'assign' }>): Response {
  const { portal, visitor, store } = desk;
  const outcome = decideCommand({ portal, visitor, tools: store.tools }, store.family(), command);
  if (outcome.refused !== undefined) return refusalOf(portal, outcome);
  store.apply(outcome);
  const id = command.type === 'put' ? command.record.id : command.id;
  const changed = store.all().find((record) => record.id === id);
  return Response.json(changed === undefined ? null : wire(desk, changed));
}

function refusalOf(portal: Portal, refusal: Refusal): Response {
  switch (refusal.refused) {
    case 'invalid':
      return refuseWith(portal, { status: 422, code: 'invalid', errors: refusal.errors });
    case 'conflict':
      return refuseWith(portal, { status: 409, code: 'not-in-this-state', message: refusal.message });
    case 'forbidden':
      return refuse(403);
    case 'not-found':
      return refuse(404);
  }
}

function refuseWith(portal: Portal, problem: HttpProblem): Response {
  return Response.json(problemBody(portal, problem, { instance: '' }), { status: problem.status });
}

function review(desk: Desk, record: PortalRecord, id: string, fields: Fields): Response | null {
  const item = availableItems({
    portal: desk.portal,
    visitor: desk.visitor,
    context: desk.store.contextOf(record),
  }).find((one) => one.id === id);
  const state = fields['state'];
  if (item === undefined || (state !== 'accepted' && state !== 'returned' && state !== 'waived')) return null;
  const { remark: said = null } = fields as Partial<ApiBody<'POST /records/:type/:slug/items/:item'>>;
  const remark = remarkOf(state, said);
  const reviewed: ItemRecord = { state, remark, files: item.files };
  const items = { ...record.items, [id]: reviewed };
  const detail = { item: id, state, ...(remark !== null && { remark }) };
  return execute(desk, { type: 'put', record: { ...record, items }, what: 'item', detail });
}

function list({ portal, visitor, store }: Desk, type: string, query: URLSearchParams) {
  const parent = query.get('parent');
  const naming = query.get('naming');
  const recordType = portal.recordTypes[type];
  const asked = recordType?.lists[query.get('list') ?? ''] ?? null;
  const where = asked?.where;
  const isPart = query.get('rows') === 'parts';
  const columns = recordType === undefined ? [] : columnsOf(recordType, isPart ? null : asked);
  const items = store
    .all()
    .filter((record) => record.type === type)
    .map((record) => ({ record, context: store.contextOf(record) }))
    .filter(({ record }) => parent === null || record.parent === store.find(parent)?.id)
    .filter(({ record }) => naming === null || slugsNamedBy(portal, [record]).includes(naming))
    .filter(({ record }) => isDue(record, query.get('due')))
    .filter(({ record }) => isBooked(record, query.get('booked'), portal.timeZone))
    .filter(({ context }) => where === undefined || holds(where, { portal, visitor, context }))
    .flatMap(({ record }) => {
      const stored = storedOf({ portal, visitor, store }, record);
      return toRow({ portal, visitor }, stored, { columns, isPart }) ?? [];
    });
  return { items, next: null, total: items.length };
}

function toDoOf({ portal, visitor, store }: Desk, record: string | null) {
  const root = record === null ? null : store.find(record.split('/')[1] ?? '');
  const items = store
    .all()
    .filter((one) => {
      const context = store.contextOf(one);
      const isBelow = root === null || [one, ...context.ancestors].some(({ id }) => id === root.id);
      return isBelow && isToDo({ portal, visitor, context });
    })
    .flatMap((one) => {
      const recordType = portal.recordTypes[one.type];
      const columns = recordType === undefined ? [] : columnsOf(recordType, null);
      const stored = storedOf({ portal, visitor, store }, one);
      return toRow({ portal, visitor }, stored, { columns, isPart: true }) ?? [];
    });
  return { items, total: items.length };
}

function isBooked({ booking }: PortalRecord, date: string | null, timeZone: string): boolean {
  return date === null || (booking !== null && localDate(Date.parse(booking.from), timeZone) === date);
}

function isDue({ due }: PortalRecord, asked: string | null): boolean {
  if (asked === null) return true;
  const left = due === null ? Infinity : Date.parse(due) - Date.now();
  const days = { late: 0, today: 1, soon: 3, week: 7 }[asked] ?? 0;
  return asked === 'late' ? left < 0 : left >= 0 && left < days * 86_400_000;
}

function wire(desk: Desk, record: PortalRecord) {
  const { portal, visitor } = desk;
  return toWire({ portal, visitor }, storedOf(desk, record));
}

function storedOf({ portal, visitor, store }: Desk, record: PortalRecord): StoredRecord {
  const context = store.contextOf(record);
  const above = viewsOf({ portal, visitor }, context.ancestors.map(store.contextOf));
  return { context, owner: { slug: owner, name: 'Ana Reyes' }, assignee: null, head: null, above };
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

function refuse(status: number): Response {
  return Response.json({ message: 'There is nothing here.' }, { status });
}
