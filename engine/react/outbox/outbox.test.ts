/** What waits is sent once, in its order, by the account whose it is; what is old or refused waits for its person. */
// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anHour } from '../../portal/time/lengths.ts';
import { type CallKey, pathOf, type PlainInput } from '../api/call.ts';
import type { Client, Result } from '../api/client.ts';
import type { Problem } from '../api/problem.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { sendAgain, sendWaiting } from './send-waiting.ts';
import { stagesOf, type WaitingWrite } from './waiting-write.ts';

const ana = { key: 'desk ', title: 'Desk' };
const noon = Date.UTC(2026, 10, 25, 12);

beforeEach(() => void vi.useFakeTimers({ now: noon, toFake: ['Date'] }));
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

/** @param name such as `a/renew`: a record and its step */
function step(name: string, more: Partial<WaitingWrite> = {}): WaitingWrite {
  const [slug = '', transition = ''] = name.split('/');
  return {
    key: `key-${name.replace('/', '-')}`,
    at: Date.now(),
    since: Date.now(),
    call: {
      endpoint: 'POST /records/:type/:slug/:transition',
      input: { params: { type: 'loan', slug, transition }, body: { input: {} }, ifMatch: 3 },
    },
    summary: { title: transition, subject: 'Loan', number: null, path: null, said: null },
    actor: ana,
    isRefused: false,
    problem: null,
    ...more,
  };
}

/** @param answerOf a version, or why not, for each path */
function open(outbox: Outbox, answerOf: (path: string) => number | Problem) {
  const calls: { readonly path: string; readonly key?: string; readonly ifMatch?: number }[] = [];
  const send = async (endpoint: CallKey, input: PlainInput): Promise<Result<unknown>> => {
    const path = pathOf(endpoint, input);
    const { key, ifMatch } = input;
    if (!endpoint.startsWith('GET')) {
      calls.push({ path, ...(key !== undefined && { key }), ...(ifMatch !== undefined && { ifMatch }) });
    }
    const answer = answerOf(path);
    if (typeof answer !== 'number') return { ok: false, problem: answer };
    return {
      ok: true,
      value: { version: answer, actions: [{ name: 'renew' }], data: { term: 1 } },
      etag: null,
    };
  };
  const client = { send } as Partial<Client> as Client;
  return {
    client,
    calls,
    round: (actor: typeof ana | null = ana) => sendWaiting(client, outbox, () => actor),
    again: (write: WaitingWrite) => sendAgain(client, outbox, write),
  };
}

const writesOf = (outbox: Outbox) => outbox.get().writes;
const stageOf = (outbox: Outbox, key: string, actor = ana) =>
  stagesOf(writesOf(outbox), { actor, sending: null, now: Date.now() }).get(key);

test('without a connection all stays; then each is sent once, in order, on the version that came before', async () => {
  const outbox = createOutbox('ana');
  outbox.add(step('a/renew'));
  outbox.add(step('b/renew', { at: noon + 1 }));
  outbox.add(step('a/return', { at: noon + 2 }));
  const away = open(outbox, () => ({ kind: 'offline' }));
  await away.round();
  expect(away.calls.map(({ path }) => path)).toEqual(['records/loan/a/renew']);
  const back = open(createOutbox('ana'), () => 8);
  const both = await Promise.all([back.round(), back.round()]);
  expect(both.map(({ sent }) => sent.length)).toEqual([3, 0]);
  expect(back.calls).toEqual([
    { path: 'records/loan/a/renew', key: 'key-a-renew', ifMatch: 3 },
    { path: 'records/loan/b/renew', key: 'key-b-renew', ifMatch: 3 },
    { path: 'records/loan/a/return', key: 'key-a-return', ifMatch: 8 },
  ]);
  expect(writesOf(createOutbox('ana'))).toEqual([]);
});

test('answers that were typed before a step are saved first, and the step is taken on them', async () => {
  const outbox = createOutbox('ana');
  outbox.add(step('a/renew', { answers: { term: 2 } }));
  const { round, calls } = open(outbox, (path) => (path === 'records/loan/a' ? 7 : 8));
  await round();
  expect(calls.map(({ path, ifMatch }) => `${path} ${ifMatch}`)).toEqual([
    'records/loan/a 3',
    'records/loan/a/renew 7',
  ]);
});

test('answers that the server has already, because its reply was lost, are not saved again', async () => {
  const outbox = createOutbox('ana');
  outbox.add(step('a/renew', { answers: { term: 1 } }));
  const { round, calls } = open(outbox, () => 7);
  await round();
  expect(calls.map(({ path, ifMatch }) => `${path} ${ifMatch}`)).toEqual(['records/loan/a/renew 7']);
});

test('a step whose answers are refused stays with the reason, and is not taken', async () => {
  const outbox = createOutbox('ana');
  outbox.add(step('a/renew', { answers: { term: 2 } }));
  const { round, calls } = open(outbox, (path) =>
    path === 'records/loan/a' && calls.length > 0 ? { kind: 'missing' } : 7,
  );
  expect(await round()).toEqual({ sent: [], hasRefused: true });
  expect(calls.map(({ path }) => path)).toEqual(['records/loan/a']);
});

test('what is older than 20 hours asks, and is then sent with a new key', async () => {
  const outbox = createOutbox('ana');
  outbox.add(step('a/renew'));
  vi.setSystemTime(noon + 20 * anHour + 1);
  const { round, again, calls } = open(outbox, () => 4);
  await round();
  expect(calls).toEqual([]);
  expect(stageOf(outbox, 'key-a-renew')).toBe('asks');
  const [old] = writesOf(outbox);
  if (old !== undefined) await again(old);
  expect(writesOf(outbox)).toMatchObject([{ at: noon, call: { input: { ifMatch: 3 } } }]);
  await round();
  expect(calls).toMatchObject([{ path: 'records/loan/a/renew', ifMatch: 3 }]);
  expect(calls[0]?.key).not.toBe('key-a-renew');
});

test('a conflict stays with its reason and holds back what follows it, until it is sent on the newest version', async () => {
  const outbox = createOutbox('ana');
  outbox.add(step('a/renew'));
  outbox.add(step('a/return', { at: noon + 1 }));
  const current = { type: 'loan' } as never;
  let answer: number | Problem = { kind: 'stale', current, message: 'Changed.' };
  const { round, again, calls } = open(outbox, () => answer);
  expect(await round()).toEqual({ sent: [], hasRefused: true });
  expect(stageOf(outbox, 'key-a-renew')).toBe('refused');
  expect(stageOf(outbox, 'key-a-return')).toBe('behind');
  const [refused] = writesOf(createOutbox('ana'));
  expect(refused?.problem).toEqual({ kind: 'stale', current: null, message: 'Changed.' });
  answer = 9;
  if (refused !== undefined) await again(refused);
  await round();
  expect(calls.map(({ path, ifMatch }) => `${path} ${ifMatch}`)).toEqual([
    'records/loan/a/renew 3',
    'records/loan/a/renew 9',
    'records/loan/a/return 9',
  ]);
  expect(new Set(calls.map(({ key }) => key)).size).toBe(3);
});

test('a step that is not offered any more is not sent again, and is not lost', async () => {
  const outbox = createOutbox('ana');
  const write = step('a/return', { isRefused: true, problem: { kind: 'missing' } });
  outbox.add(write);
  const { round, again, calls } = open(outbox, () => 9);
  await again(write);
  await round();
  expect(calls).toEqual([]);
  expect(writesOf(outbox)).toMatchObject([{ key: write.key, isRefused: true, problem: { kind: 'refused' } }]);
});

test('what the server cannot answer now waits with the same key', async () => {
  const outbox = createOutbox('ana');
  outbox.add(step('a/renew'));
  const broken: Problem = { kind: 'server', status: 503, message: 'Busy.', request: null };
  let answer: number | Problem = broken;
  const { round, calls } = open(outbox, () => answer);
  await round();
  expect(stageOf(outbox, 'key-a-renew')).toBe('waiting');
  answer = 4;
  await round();
  expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
  expect(writesOf(outbox)).toEqual([]);
});

test('an attempt that fails keeps what was changed on the device meanwhile', async () => {
  const outbox = createOutbox('ana');
  outbox.add(step('a/renew'));
  const older = noon - 21 * anHour;
  const away = open(outbox, () => {
    createOutbox('ana').change('key-a-renew', { at: older, since: older });
    return { kind: 'offline' };
  });
  await away.round();
  expect(writesOf(outbox)).toMatchObject([{ since: older, problem: { kind: 'offline' } }]);
  expect(stageOf(outbox, 'key-a-renew')).toBe('asks');
});

test('another account, or the same in another capacity, sees and sends nothing of it', async () => {
  const outbox = createOutbox('ana');
  outbox.add(step('a/renew'));
  expect(writesOf(createOutbox('ben'))).toEqual([]);
  expect(writesOf(createOutbox('an'))).toEqual([]);
  createOutbox('ana.cruz').add(step('b/renew'));
  expect(writesOf(createOutbox('ana')).map(({ key }) => key)).toEqual(['key-a-renew']);
  const { round, calls } = open(outbox, () => 4);
  await round(null);
  await round({ key: 'other ', title: 'Other' });
  expect(calls).toEqual([]);
  expect(stageOf(outbox, 'key-a-renew', { key: 'other ', title: 'Other' })).toBe('elsewhere');
  expect(writesOf(outbox)).toHaveLength(1);
});

test('if somebody else signs in while a write waits for the one before it, it is not sent', async () => {
  const outbox = createOutbox('ana');
  outbox.add(step('a/renew'));
  const { client, calls } = open(outbox, () => 4);
  const actors = [ana, null];
  const round = await sendWaiting(client, outbox, () => actors.shift() ?? null);
  expect(round).toEqual({ sent: [], hasRefused: false });
  expect(calls).toEqual([]);
  expect(writesOf(outbox)).toMatchObject([{ key: 'key-a-renew', isRefused: false }]);
});

test('a refused step gives way to the same step, taken anew', () => {
  const outbox = createOutbox('ana');
  outbox.add(step('a/renew', { isRefused: true, problem: { kind: 'missing' } }));
  outbox.add(step('a/return', { isRefused: true, problem: { kind: 'missing' } }));
  outbox.add(step('a/renew', { key: 'new' }));
  expect(writesOf(outbox).map(({ key }) => key)).toEqual(['key-a-return', 'new']);
});

test('a device that keeps nothing says so', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('Full.');
  });
  expect(createOutbox('ana').add(step('a/renew'))).toBe(false);
  full.mockRestore();
});
