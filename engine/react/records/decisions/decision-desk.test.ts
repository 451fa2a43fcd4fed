/** A decision waits, can be taken back, and is sent once and in its order. */
// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Problem } from '../../api/problem.ts';
import type { WireRecord } from '../../../contract/record.ts';
import type { PlainInput } from '../../api/call.ts';
import type { Client, Result } from '../../api/client.ts';
import type { Decision, HeldDecision, SeenItem } from './decision.ts';
import { createDecisionDesk, undoMs } from './decision-desk.ts';
import { createDecisionSender } from './decision-sender.ts';
import { createDecisionStore } from './decision-store.ts';

const refused: Problem = { kind: 'refused', code: null, message: 'Not this one.' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

const seen: SeenItem = { states: ['submitted'], files: ['f1'] };
const accept = (item: string): Decision => ({ item, title: item, body: { state: 'accepted' }, seen });
const giveBack = (item: string): Decision => ({
  ...accept(item),
  body: { state: 'returned', remark: 'Page 2 is missing.' },
});

/** @param answerOf the problem of an item; left out: the server takes it */
function open(answerOf: (item: string) => Promise<Problem | null> = async () => null) {
  const sent: HeldDecision[] = [];
  const now: string[] = [];
  const sender = {
    send: (one: HeldDecision) => {
      sent.push(one);
      return answerOf(one.item);
    },
    sendNow: (one: HeldDecision, ahead: number) => void now.push(`${one.item} after ${ahead}`),
  };
  const desk = createDecisionDesk(sender, createDecisionStore('ana.order.1'));
  desk.resume();
  return { desk, sent, now, items: () => sent.map(({ item }) => item) };
}

const stages = (all: readonly HeldDecision[]) => all.map(({ item, stage }) => `${item} ${stage}`);

test('a decision is sent after five seconds, and until then it can be undone', async () => {
  const { desk, items } = open();
  desk.decide(accept('a'));
  desk.undo();
  await vi.advanceTimersByTimeAsync(undoMs * 2);
  expect(items()).toEqual([]);
  desk.decide(accept('b'));
  await vi.advanceTimersByTimeAsync(undoMs - 1);
  expect(items()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(items()).toEqual(['b']);
  expect(desk.read()).toEqual([]);
  expect(createDecisionStore('ana.order.1').read()).toEqual([]);
});

test('the next decision sends the one before, once', async () => {
  const { desk, items } = open();
  for (const item of ['a', 'b', 'c']) desk.decide(accept(item));
  expect(items()).toEqual(['a', 'b']);
  await vi.advanceTimersByTimeAsync(undoMs * 2);
  expect(items()).toEqual(['a', 'b', 'c']);
});

test('a page that goes sends what is held at once, after what is still on its way', () => {
  const { desk, now } = open(() => new Promise(() => {}));
  desk.decide(accept('a'));
  desk.decide(accept('b'));
  desk.leave();
  expect(now).toEqual(['a after 0', 'b after 1']);
  expect(stages(desk.read())).toEqual(['a sending', 'b sending']);
});

test('what the server has not answered is sent again after a reload, under the same key', async () => {
  const before = open(() => new Promise(() => {}));
  before.desk.decide(accept('a'));
  before.desk.leave();
  const after = open();
  expect(after.sent.map(({ key }) => key)).toEqual(before.sent.map(({ key }) => key));
  expect(after.items()).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(0);
  expect(open().items()).toEqual([]);
});

test('another tab does not send what is held here, unless this tab is gone', async () => {
  const here = open();
  here.desk.decide(accept('a'));
  const there = open();
  here.desk.undo();
  await vi.advanceTimersByTimeAsync(undoMs * 2);
  expect([...here.items(), ...there.items()]).toEqual([]);
});

test('a refused decision stays with its reason until it is repeated or given up', async () => {
  let answer: Problem | null = refused;
  const { desk, sent } = open(async () => answer);
  desk.decide(accept('a'));
  desk.decide(accept('b'));
  await vi.advanceTimersByTimeAsync(0);
  expect(desk.read()).toMatchObject([
    { item: 'a', stage: 'failed', problem: refused },
    { item: 'b', stage: 'held' },
  ]);
  desk.discard('a');
  await vi.advanceTimersByTimeAsync(undoMs);
  answer = null;
  desk.repeat('b', seen);
  await vi.advanceTimersByTimeAsync(0);
  expect(desk.read()).toEqual([]);
  // The server keeps the refusal under the first key.
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3);
});

test('a call without an answer is repeated under its key: the server may have taken it', async () => {
  let answer: Problem | null = { kind: 'offline' };
  const { desk, sent } = open(async () => answer);
  desk.decide(accept('a'));
  await vi.advanceTimersByTimeAsync(undoMs);
  answer = null;
  desk.repeat('a', seen);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

test('decisions without a connection are sent in their order when it is back, and a refused one is not', async () => {
  let isAway = true;
  const { desk, items, sent } = open(async (item) =>
    isAway ? (item === 'b' ? refused : { kind: 'offline' }) : null,
  );
  for (const item of ['a', 'b', 'c']) desk.decide(accept(item));
  await vi.advanceTimersByTimeAsync(undoMs);
  isAway = false;
  desk.reconnect();
  await vi.advanceTimersByTimeAsync(0);
  expect(items()).toEqual(['a', 'b', 'c', 'a', 'c']);
  expect(sent[3]?.key).toBe(sent[0]?.key);
  expect(stages(desk.read())).toEqual(['b failed']);
});

test('the newer decision about an item is the one that counts, however late the older one fails', async () => {
  const answers: ((problem: Problem | null) => void)[] = [];
  const { desk, sent } = open(() => new Promise((resolve) => answers.push(resolve)));
  desk.decide(accept('a'));
  desk.release();
  await vi.advanceTimersByTimeAsync(1);
  desk.decide(giveBack('a'));
  desk.release();
  answers[0]?.({ kind: 'offline' });
  await vi.advanceTimersByTimeAsync(0);
  expect(desk.read()).toMatchObject([{ stage: 'sending', body: { state: 'returned' } }]);
  answers[1]?.(null);
  await vi.advanceTimersByTimeAsync(0);
  desk.reconnect();
  expect(sent.map(({ body }) => body.state)).toEqual(['accepted', 'returned']);
  expect(createDecisionStore('ana.order.1').read()).toEqual([]);
});

test('an older decision that fails is kept while the newer one can still be undone', async () => {
  const answers: ((problem: Problem | null) => void)[] = [];
  const { desk, sent } = open(() => new Promise((resolve) => answers.push(resolve)));
  desk.decide(accept('a'));
  desk.release();
  await vi.advanceTimersByTimeAsync(1);
  desk.decide(giveBack('a'));
  answers[0]?.({ kind: 'offline' });
  await vi.advanceTimersByTimeAsync(0);
  expect(stages(desk.read())).toEqual(['a failed', 'a held']);
  desk.undo();
  desk.reconnect();
  expect(sent.map(({ body }) => body.state)).toEqual(['accepted', 'accepted']);
});

test('what a closed tab has left does not overwrite a newer decision about the item', async () => {
  const at = Date.now();
  const left = { ...accept('a'), key: 'left', stage: 'held', at, until: at + undoMs, problem: null } as const;
  createDecisionStore('ana.order.1').keep(left);
  const { desk, sent } = open();
  await vi.advanceTimersByTimeAsync(1);
  desk.decide(giveBack('a'));
  desk.release();
  await vi.advanceTimersByTimeAsync(undoMs * 2);
  expect(sent.map(({ body }) => body.state)).toEqual(['returned']);
});

/** A record with one paper of the item `a`. */
const recordWith = (version: number, file: string, state = 'submitted') =>
  ({
    type: 'order',
    slug: '1',
    version,
    items: [{ id: 'a', state, remark: null, files: [{ id: file }] }],
  }) as unknown as WireRecord;

/** The desk on a page of the record; the server answers with what `answer` returns. */
function openPage(record: WireRecord, answer: () => Result<WireRecord>) {
  const versions: unknown[] = [];
  const client = {
    send: async (_endpoint: unknown, { ifMatch }: PlainInput) => {
      versions.push(ifMatch);
      return answer();
    },
  } as Partial<Client> as Client;
  const { sender, follow } = createDecisionSender(client, { record, onChange: () => {} });
  const desk = createDecisionDesk(sender, createDecisionStore('ana.order.1'));
  desk.resume();
  return { desk, versions, show: (newer: WireRecord) => follow({ record: newer, onChange: () => {} }) };
}

const staleWith = (current: WireRecord): Problem => ({ kind: 'stale', current, message: 'Changed.' });
const away = (): Result<WireRecord> => ({ ok: false, problem: { kind: 'offline' } });
const took = (version: number, file: string) => (): Result<WireRecord> => ({
  ok: true,
  value: recordWith(version, file, 'accepted'),
  etag: null,
});

test('a decision is not sent about a paper that came after it, until the officer repeats it', async () => {
  let answer: () => Result<WireRecord> = away;
  const { desk, versions, show } = openPage(recordWith(1, 'f1'), () => answer());
  desk.decide(accept('a'));
  await vi.advanceTimersByTimeAsync(undoMs);
  show(recordWith(2, 'f2'));
  answer = took(3, 'f2');
  desk.reconnect();
  await vi.advanceTimersByTimeAsync(0);
  expect(versions).toEqual([1]);
  expect(desk.read()).toMatchObject([{ stage: 'failed', problem: { kind: 'stale' } }]);
  desk.repeat('a', { ...seen, files: ['f2'] });
  await vi.advanceTimersByTimeAsync(0);
  expect(versions).toEqual([1, 2]);
  expect(desk.read()).toEqual([]);
});

test('a decision is not sent about a paper that came while it could be undone, also when the page goes', async () => {
  const { desk, versions, show } = openPage(recordWith(1, 'f1'), took(3, 'f2'));
  desk.decide(accept('a'));
  show(recordWith(2, 'f2'));
  desk.leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(versions).toEqual([]);
  expect(desk.read()).toMatchObject([{ stage: 'failed', problem: { kind: 'stale' } }]);
});

test('after a reload, a decision is sent about the paper that it was made about, and about no other', async () => {
  const before = openPage(recordWith(1, 'f1'), away);
  before.desk.decide(accept('a'));
  await vi.advanceTimersByTimeAsync(undoMs);
  const replaced = openPage(recordWith(2, 'f2'), took(3, 'f2'));
  await vi.advanceTimersByTimeAsync(0);
  expect(replaced.versions).toEqual([]);
  const same = openPage(recordWith(2, 'f1'), took(3, 'f1'));
  await vi.advanceTimersByTimeAsync(0);
  expect(same.versions).toEqual([2]);
});

const refuseOnce = (current: WireRecord, then: () => Result<WireRecord>) => {
  const answers = [(): Result<WireRecord> => ({ ok: false, problem: staleWith(current) }), then];
  return () => (answers.shift() ?? then)();
};

test('a decision is sent again after a change of something else, and not after a change of its paper', async () => {
  const other = openPage(recordWith(1, 'f1'), refuseOnce(recordWith(5, 'f1'), took(6, 'f1')));
  other.desk.decide(accept('a'));
  await vi.advanceTimersByTimeAsync(undoMs);
  expect(other.versions).toEqual([1, 5]);
  expect(other.desk.read()).toEqual([]);
  const paper = openPage(recordWith(1, 'f1'), refuseOnce(recordWith(5, 'f2'), took(6, 'f2')));
  paper.desk.decide(accept('a'));
  await vi.advanceTimersByTimeAsync(undoMs);
  expect(paper.versions).toEqual([1]);
  expect(paper.desk.read()).toMatchObject([{ stage: 'failed', problem: { kind: 'stale' } }]);
});

test('a newer decision follows the older one about the item, whether the server had taken that or not', async () => {
  let answer: () => Result<WireRecord> = away;
  const { desk, versions, show } = openPage(recordWith(1, 'f1'), () => answer());
  desk.decide(accept('a'));
  await vi.advanceTimersByTimeAsync(undoMs);
  desk.decide(giveBack('a'));
  show(recordWith(2, 'f1', 'accepted'));
  answer = took(3, 'f1');
  await vi.advanceTimersByTimeAsync(undoMs);
  expect(versions).toEqual([1, 2]);
  expect(desk.read()).toEqual([]);
});
