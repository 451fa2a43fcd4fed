/** Draft saving: what is sent, what waits, and what is kept when the server is down. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Answers } from '../../portal/forms/form-conditions.ts';
import type { WireRecord } from '../../contract/record.ts';
import { type CallKey, methodOf, pathOf, type PlainInput } from '../api/call.ts';
import type { Client, Result } from '../api/client.ts';
import type { Problem } from '../api/problem.ts';
import { createDraftKeeper, type DraftOptions } from './draft-keeper.ts';
import type { LocalCopy } from './local-copy.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface WriteCall extends Pick<PlainInput, 'body' | 'ifMatch'> {
  readonly method: string;
  readonly path: string;
}

type Reply = WireRecord | Problem | 'held';

/** A server that gives these responses in order, and otherwise saves what it receives. */
function setting(options: Partial<DraftOptions> = {}, replies: Reply[] = []) {
  const calls: WriteCall[] = [];
  const copies = new Map<string, Answers>();
  const held: (() => void)[] = [];
  const created: WireRecord[] = [];
  let stored = options.record ?? null;
  const send = async (endpoint: CallKey, input: PlainInput): Promise<Result<unknown>> => {
    const { params: _params, ...call } = input;
    calls.push({ method: methodOf(endpoint), path: pathOf(endpoint, input), ...call });
    const reply = replies.shift();
    if (reply === 'held') await new Promise<void>((resolve) => held.push(resolve));
    else if (reply !== undefined && !('slug' in reply)) {
      // On a conflict, the server has the version that another window saved.
      if (reply.kind === 'stale') stored = reply.current;
      return { ok: false, problem: reply };
    }
    stored = reply === undefined || reply === 'held' ? saved(stored, call) : reply;
    return { ok: true, value: stored, etag: null };
  };
  const keeper = createDraftKeeper({
    client: { send } as Partial<Client> as Client,
    type: 'loan',
    parent: null,
    record: null,
    copyOf: (slug) => copyIn(copies, slug ?? 'new'),
    defaults: {},
    onCreate: (made) => void created.push(made),
    ...options,
  });
  keeper.subscribe(() => {});
  return { keeper, calls, copies, held, created };
}

function saved(before: WireRecord | null, { body }: PlainInput): WireRecord {
  const { data } = body as { readonly data: Answers };
  return before === null
    ? record(data)
    : { ...before, version: before.version + 1, data: { ...before.data, ...data } };
}

function record(data: Answers, changes: Partial<WireRecord> = {}): WireRecord {
  return {
    view: 'read',
    assignment: null,
    type: 'loan',
    slug: 'x1',
    number: null,
    state: 'draft',
    kind: null,
    owner: 'ana',
    owner_name: 'Ana',
    office: null,
    unit: null,
    parent: null,
    ancestors: [],
    version: 1,
    due: null,
    since: '2026-01-01T00:00:00.000Z',
    clocks: [],
    booking: null,
    documents: [],
    data,
    shown: {},
    labels: {},
    form: null,
    created_at: '2026-11-21T08:00:00Z',
    filed_at: null,
    updated_at: '2026-11-21T08:00:00Z',
    actions: [],
    editable: true,
    verified: [],
    items: [],
    review: { accept: false, waive: false },
    waits_for: null,
    next: [],
    parts: [],
    begins: [],
    basis: null,
    code: null,
    blocked: null,
    answered: [],
    ...changes,
  };
}

function copyIn(copies: Map<string, Answers>, key: string): LocalCopy {
  return {
    read: () => copies.get(key) ?? {},
    write: (answers) =>
      void (Object.keys(answers).length === 0 ? copies.delete(key) : copies.set(key, answers)),
  };
}

const soon = () => vi.advanceTimersByTimeAsync(1600);

test('opening a form makes no record', async () => {
  const { calls } = setting({ defaults: { days: 7 } });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toEqual([]);
});

test('a form that reports the same answers again has changed nothing', async () => {
  const { keeper, calls } = setting({ defaults: { days: 7 } });
  keeper.change({ days: 7, title: '', note: undefined });
  await soon();
  expect(calls).toEqual([]);
});

test('an empty row that the form shows is nothing to be saved, and its first answer is', async () => {
  const { keeper, calls } = setting();
  keeper.change({ rows: [{}], receipt: {} });
  await vi.runAllTimersAsync();
  expect(keeper.get()).toMatchObject({ data: { rows: [{}], receipt: {} }, saving: { kind: 'nothing' } });
  expect(calls).toEqual([]);
  keeper.change({ rows: [{ book: 'Atlas' }], receipt: {} });
  await vi.runAllTimersAsync();
  expect(calls.map(({ body }) => body)).toEqual([{ data: {} }, { data: { rows: [{ book: 'Atlas' }] } }]);
});

test('the first answer makes the record, once, and is saved with the defaults', async () => {
  const { keeper, calls, created } = setting({ defaults: { days: 7 }, parent: 'p1' });
  keeper.change({ days: 7, title: 'Dune' });
  await soon();
  expect(calls).toMatchObject([
    { path: 'records/loan', body: { data: {}, parent: 'p1' } },
    { path: 'records/loan/x1', method: 'PATCH', ifMatch: 1, body: { data: { days: 7, title: 'Dune' } } },
  ]);
  expect(created).toHaveLength(1);
  expect(keeper.get().saving).toMatchObject({ kind: 'saved', open: [] });
});

test('a form of optional questions is sent without an answer', async () => {
  const { keeper, calls, created } = setting({ parent: 'p1' }, [{ kind: 'offline' }]);
  expect(await keeper.save()).toBeNull();
  expect(calls).toEqual([]);
  expect(await keeper.saveToSend()).toBeNull();
  expect(keeper.get().saving).toMatchObject({ kind: 'kept', problem: { kind: 'offline' } });
  // Nobody would send what a retry files later.
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toHaveLength(1);
  expect(await keeper.saveToSend()).toMatchObject({ slug: 'x1' });
  expect(calls.map(({ path, body }) => [path, body])).toEqual([
    ['records/loan', { data: {}, parent: 'p1' }],
    ['records/loan', { data: {}, parent: 'p1' }],
  ]);
  expect([created.length, keeper.get().saving.kind]).toEqual([1, 'saved']);
});

test('typing is saved when it pauses, and only what changed is sent', async () => {
  const { keeper, calls } = setting({ record: record({ title: 'D', days: 7 }) });
  for (const title of ['Du', 'Dun', 'Dune']) {
    keeper.change({ title, days: 7 });
    await vi.advanceTimersByTimeAsync(300);
  }
  expect(calls).toEqual([]);
  await soon();
  expect(calls).toMatchObject([{ method: 'PATCH', ifMatch: 1, body: { data: { title: 'Dune' } } }]);
});

test('an answer that was taken away is emptied', async () => {
  const { keeper, calls } = setting({ record: record({ title: 'Dune', days: 7 }) });
  keeper.change({ days: 7 });
  await soon();
  expect(calls[0]).toMatchObject({ body: { data: { title: null } } });
});

test('one call runs at a time, and what is typed meanwhile goes with the next', async () => {
  const { keeper, calls, held } = setting({ record: record({}) }, ['held']);
  keeper.change({ title: 'Dune' });
  await soon();
  keeper.change({ title: 'Dune', days: 7 });
  await soon();
  expect(calls).toHaveLength(1);
  held[0]?.();
  await soon();
  expect(calls.map(({ body, ifMatch }) => [body, ifMatch])).toEqual([
    [{ data: { title: 'Dune' } }, 1],
    [{ data: { days: 7 } }, 2],
  ]);
});

test('a newer version that holds only what was typed here is taken without a message', async () => {
  const current = record({ title: 'Dune', days: 30 }, { version: 4 });
  const { keeper, calls } = setting({ record: record({ title: 'Dune', days: 7 }) }, [
    { kind: 'stale', current, message: '' },
  ]);
  keeper.change({ title: 'Dune', days: 30 });
  await soon();
  expect(keeper.get()).toMatchObject({ isMerged: false, record: current, saving: { kind: 'saved' } });
  expect(calls).toHaveLength(1);
});

test('answers saved in another window are merged under those typed here, with a message', async () => {
  const current = record({ title: 'Emma', days: 9, note: 'mine' }, { version: 4 });
  const { keeper, calls } = setting({ record: record({ title: 'Dune', days: 7 }) }, [
    { kind: 'stale', current, message: '' },
  ]);
  keeper.change({ title: 'Dune', days: 30 });
  await soon();
  expect(keeper.get()).toMatchObject({ isMerged: true, data: { title: 'Emma', days: 30, note: 'mine' } });
  expect(calls.at(-1)).toMatchObject({ ifMatch: 4, body: { data: { days: 30 } } });
});

test('a draft that was sent in another window is not written to again', async () => {
  const current = record({ title: 'Dune' }, { version: 5, state: 'open', editable: false });
  const { keeper, calls, copies } = setting({ record: record({ title: 'Dune' }) }, [
    { kind: 'stale', current, message: '' },
  ]);
  keeper.change({ title: 'Emma' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toHaveLength(1);
  expect(keeper.get().record?.editable).toBe(false);
  expect(copies.size).toBe(0);
});

test('without a connection answers stay on the device, and go out by themselves once it is back', async () => {
  const { keeper, calls, copies } = setting({ record: record({}) }, [
    { kind: 'offline' },
    { kind: 'offline' },
  ]);
  keeper.change({ title: 'Dune' });
  expect(copies.get('x1')).toEqual({ title: 'Dune' });
  await soon();
  expect(keeper.get().saving).toEqual({ kind: 'kept', problem: { kind: 'offline' } });
  keeper.change({ title: 'Dune', days: 7 });
  expect(keeper.get().saving.kind).toBe('kept');
  await vi.advanceTimersByTimeAsync(25_000);
  expect(calls).toHaveLength(3);
  expect(keeper.get().saving.kind).toBe('saved');
  expect(copies.size).toBe(0);
});

test('a connection that is back is used at once', async () => {
  const { keeper, calls } = setting({ record: record({}) }, [{ kind: 'offline' }]);
  keeper.change({ title: 'Dune' });
  await soon();
  keeper.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(calls).toHaveLength(2);
  expect(keeper.get().saving.kind).toBe('saved');
});

test('a first answer that could not be sent waits as a new one', async () => {
  const { keeper, copies } = setting({}, [{ kind: 'offline' }]);
  keeper.change({ title: 'Dune' });
  await soon();
  expect(copies.get('new')).toEqual({ title: 'Dune' });
  await vi.advanceTimersByTimeAsync(12_000);
  expect(keeper.get().record?.slug).toBe('x1');
  expect(copies.size).toBe(0);
});

test('after the session ends the answers are kept, and are there after signing in again', async () => {
  const before = record({ title: 'Dune', days: 7 });
  const { keeper, calls, copies } = setting({ record: before }, [{ kind: 'signed-out' }]);
  keeper.change({ title: 'Emma' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toHaveLength(1);
  const again = setting({ record: before, copyOf: (slug) => copyIn(copies, slug ?? 'new') });
  expect(again.keeper.get().data).toEqual({ title: 'Emma' });
  await soon();
  expect(again.calls).toMatchObject([{ body: { data: { title: 'Emma', days: null } } }]);
});

test('an answer that is half typed waits on the device, and the others are saved', async () => {
  const { keeper, calls, copies } = setting({ record: record({}) });
  keeper.judgeBy(({ code }) => (code === '12' ? { code: ['Four digits.'] } : {}));
  keeper.change({ title: 'Dune', code: '12' });
  await soon();
  expect(calls.map(({ body }) => body)).toEqual([{ data: { title: 'Dune' } }]);
  expect(keeper.get().saving).toMatchObject({ kind: 'saved', open: ['code'] });
  expect(copies.get('x1')).toEqual({ code: '12' });
  expect(await keeper.save()).toBeNull();
  expect(keeper.get().refused).toEqual({ code: ['Four digits.'] });
  keeper.change({ title: 'Dune', code: '1234' });
  expect(keeper.get().refused).toEqual({});
  expect(await keeper.save()).toMatchObject({ data: { title: 'Dune', code: '1234' } });
});

test('what the server refuses is set aside until it is changed', async () => {
  const { keeper, calls } = setting({ record: record({}) }, [
    { kind: 'fields', status: 422, errors: { 'rows.0.count': ['Too many.'] } },
  ]);
  keeper.change({ title: 'Dune', rows: [{ count: 99 }] });
  await soon();
  expect(calls.at(-1)).toMatchObject({ body: { data: { title: 'Dune' } } });
  expect(keeper.get().refused).toEqual({ 'rows.0.count': ['Too many.'] });
});

test('leaving the page saves what was typed last', async () => {
  const { keeper, calls } = setting({ record: record({}) });
  keeper.change({ title: 'Dune' });
  keeper.dispose();
  await vi.advanceTimersByTimeAsync(0);
  expect(calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toHaveLength(1);
});

test('an answer to a question that was renamed meanwhile moves to the new name', async () => {
  const before = record({ book: 'Atlas' }, { form: 'earlier' });
  const moved = record({ volume: 'Atlas' }, { form: 'later', version: 2 });
  const stored = record({ volume: 'Atlas of birds' }, { form: 'later', version: 3 });
  const { keeper, calls } = setting({ record: before }, [
    { kind: 'stale', current: moved, message: '' },
    stored,
  ]);
  keeper.change({ book: 'Atlas of birds' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls.map(({ body }) => body)).toEqual([
    { data: { book: 'Atlas of birds' } },
    { data: { book: 'Atlas of birds' } },
  ]);
  expect(keeper.get()).toMatchObject({ data: { volume: 'Atlas of birds' }, saving: { kind: 'saved' } });
});

test('what was typed into a question that is gone is not sent, and does not hold back the rest', async () => {
  const { keeper, calls } = setting({ record: record({ book: 'Atlas' }) });
  keeper.change({ book: 'Bees', fax: '123' });
  keeper.ask(new Set(['book']), new Map());
  expect(await keeper.save()).not.toBeNull();
  expect(calls.map(({ body }) => body)).toEqual([{ data: { book: 'Bees' } }]);
  expect(keeper.get().data).toEqual({ book: 'Bees', fax: '123' });
});

test('what could not be sent before the form changed is sent under the new name', async () => {
  const { keeper, calls } = setting({ record: record({ volume: 'Atlas', book: 'Atlas' }) });
  keeper.change({ volume: 'Atlas', book: 'Bees' });
  keeper.ask(new Set(['volume']), new Map([['book', 'volume']]));
  expect(keeper.get().data).toEqual({ volume: 'Bees' });
  await keeper.save();
  expect(calls.map(({ body }) => body)).toEqual([{ data: { volume: 'Bees' } }]);
});
