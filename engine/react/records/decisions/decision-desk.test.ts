/** A decision waits, can be taken back, and is sent once and in its order. */
// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Problem } from '../../api/problem.ts';
import type { Decision, HeldDecision } from './decision.ts';
import { createDecisionDesk, undoMs } from './decision-desk.ts';
import { createDecisionStore } from './decision-store.ts';

const refused: Problem = { kind: 'refused', code: null, message: 'Not this one.' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

const accept = (item: string): Decision => ({ item, title: item, body: { state: 'accepted' } });

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
  desk.repeat('b');
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
  desk.repeat('a');
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
