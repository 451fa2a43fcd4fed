/** Sends what waits, one after the other, and decides what to do with each refusal. */
import { outboxMessages } from '../../locales/outbox.ts';
import type { Client } from '../api/client.ts';
import { randomKey } from '../api/intent.ts';
import type { Problem } from '../api/problem.ts';
import { filesToSend } from '../chosen-files/kept-files.ts';
import { writeInLine } from '../data/write-line.ts';
import { differences } from '../drafts/differences.ts';
import { text } from '../language/text.ts';
import type { Outbox } from './outbox.ts';
import {
  type ActingCapacity,
  type KeptCall,
  lineOf,
  stagesOf,
  stepEndpoint,
  type WaitingWrite,
} from './waiting-write.ts';

export interface SendingRound {
  /** What the server has taken. */
  readonly sent: readonly WaitingWrite[];
  readonly hasRefused: boolean;
}

/** The next attempt may succeed, with the same key: the server may have taken it. */
const passing: ReadonlySet<Problem['kind']> = new Set(['offline', 'signed-out', 'limited', 'server']);

/** @param actor the capacity in which the account acts now; null: it is not signed in any more */
export function sendWaiting(
  client: Client,
  outbox: Outbox,
  actor: () => ActingCapacity | null,
): Promise<SendingRound> {
  return inTurn(async () => {
    const sent: WaitingWrite[] = [];
    let hasRefused = false;
    const tried = new Set<string>();
    const next = () => nextOf(outbox, actor(), tried);
    for (let write = next(); write !== null; write = next()) {
      const { key } = write;
      tried.add(key);
      outbox.markSending(key);
      const problem = await send(client, write, { account: outbox.account, actor });
      outbox.markSending(null);
      if (problem === null) {
        outbox.remove(key);
        sent.push(write);
        continue;
      }
      const isRefused = !passing.has(problem.kind);
      hasRefused ||= isRefused;
      outbox.change(key, { isRefused, problem: storable(problem) });
      if (!isRefused) break;
    }
    return { sent, hasRefused };
  });
}

/** The first that may be sent now; null: none. */
function nextOf(
  outbox: Outbox,
  actor: ActingCapacity | null,
  tried: ReadonlySet<string>,
): WaitingWrite | null {
  if (actor === null) return null;
  const { writes } = outbox.get();
  const stages = stagesOf(writes, { actor, sending: null, now: Date.now() });
  for (const { key } of writes) {
    const write = stages.get(key) === 'waiting' && !tried.has(key) ? outbox.find(key) : null;
    if (write !== null) return write;
  }
  return null;
}

interface ActingAccount {
  readonly account: string;
  /** The capacity in which the account acts now; null: it is not signed in any more. */
  readonly actor: () => ActingCapacity | null;
}

async function send(
  client: Client,
  write: WaitingWrite,
  { account, actor }: ActingAccount,
): Promise<Problem | null> {
  const { call, key } = write;
  const { endpoint, input } = call;
  let problem: Problem | null = null;
  await writeInLine(client, lineOf(call), async (newest) => {
    // Somebody else may have signed in while it waited for the write before it.
    if (actor()?.key !== write.actor.key) {
      problem = { kind: 'signed-out' };
      return null;
    }
    const seen = input.ifMatch === undefined ? null : Math.max(input.ifMatch, newest);
    const saved = await saveAnswersOf(client, write, seen);
    problem = saved.problem;
    if (problem !== null) return null;
    const ready = await sendPapersOf(client, { account, call, seen: saved.seen });
    if (!ready.isReached) {
      problem = { kind: 'offline' };
      return null;
    }
    const version = ready.seen === null ? {} : { ifMatch: ready.seen };
    const result = await client.send(endpoint, { ...input, ...version, key });
    if (!result.ok) problem = result.problem;
    return result.ok && 'version' in result.value ? result.value.version : null;
  });
  return problem;
}

/**
 * What the person typed before the step, while there was no connection.
 * @param seen the version that the person saw, after their own writes
 * @returns it after these answers
 */
async function saveAnswersOf(
  client: Client,
  { call, answers }: WaitingWrite,
  seen: number | null,
): Promise<{ readonly problem: Problem | null; readonly seen: number | null }> {
  if (answers === undefined || Object.keys(answers).length === 0) return { problem: null, seen };
  const reached = await reach(client);
  if (!reached.ok) return { problem: reached.problem, seen };
  const { type = '', slug = '' } = paramsOf(call.input);
  const params = { type, slug };
  const found = await client.send('GET /records/:type/:slug', { params });
  if (!found.ok) return { problem: found.problem, seen };
  const { data, version } = found.value;
  // Saved by an earlier attempt whose answer was lost, or by a form that is still open.
  if (Object.keys(differences(data, { ...data, ...answers })).length === 0)
    return { problem: null, seen: version };
  const result = await client.send('PATCH /records/:type/:slug', {
    params,
    body: { data: answers },
    ifMatch: seen ?? version,
  });
  return result.ok ? { problem: null, seen: result.value.version } : { problem: result.problem, seen };
}

/**
 * A step may need the papers that the person added before it, which still wait on this device.
 * @param seen the version that the person saw, after their own writes
 * @returns it after these papers, if nobody else has changed the record
 */
async function sendPapersOf(
  client: Client,
  { account, call, seen }: { account: string; call: KeptCall; seen: number | null },
): Promise<{ readonly isReached: boolean; readonly seen: number | null }> {
  if (call.endpoint !== stepEndpoint) return { isReached: true, seen };
  const record = lineOf(call);
  const files = await filesToSend(account, record);
  if (files.length === 0) return { isReached: true, seen };
  const { ok: isReached } = await reach(client);
  if (!isReached) return { isReached, seen };
  const before = await versionNow(client, call);
  const { sendKeptFiles } = await import('../files/send-kept-files.ts');
  if (!(await sendKeptFiles(client, record, files))) return { isReached: false, seen };
  const after = await versionNow(client, call);
  return { isReached: after !== null, seen: before === seen ? after : seen };
}

/** Records may also be answered by this device, this never is. */
function reach(client: Client) {
  return client.send('GET /portal/hash', {});
}

/** @returns null if the server cannot be reached */
async function versionNow(client: Client, { input }: KeptCall): Promise<number | null> {
  const { type = '', slug = '' } = paramsOf(input);
  const result = await client.send('GET /records/:type/:slug', { params: { type, slug } });
  return result.ok ? result.value.version : null;
}

/** A person wants to send it although it is old, or although it was refused: this is a new write. */
export async function sendAgain(client: Client, outbox: Outbox, write: WaitingWrite): Promise<void> {
  const anew = { key: randomKey(), since: Date.now(), isRefused: false, problem: null };
  const { call } = write;
  if (!write.isRefused || call.endpoint !== stepEndpoint) return outbox.change(write.key, anew);
  const { type = '', slug = '', transition } = paramsOf(call.input);
  const result = await client.send('GET /records/:type/:slug', { params: { type, slug } });
  if (!result.ok) return outbox.change(write.key, { problem: storable(result.problem) });
  const { actions, version } = result.value;
  if (!actions.some(({ name }) => name === transition)) {
    const problem = { kind: 'refused', code: null, message: text(outboxMessages.noLongerOffered) } as const;
    return outbox.change(write.key, { problem });
  }
  outbox.change(write.key, { ...anew, call: { ...call, input: { ...call.input, ifMatch: version } } });
}

function paramsOf({ params }: KeptCall['input']): Readonly<Partial<Record<string, string>>> {
  return params;
}

/** Without the record, which nobody may read here after signing out. */
function storable(problem: Problem): Problem {
  return problem.kind === 'stale' ? { ...problem, current: null } : problem;
}

let last: Promise<unknown> = Promise.resolve();

/** One round at a time, in all tabs. On an address without HTTPS the idempotency keys alone protect against doubles. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const { locks } = navigator as { readonly locks?: LockManager };
  const next = last.then(() => (locks === undefined ? work() : locks.request('portal.outbox', work)));
  last = next.catch(() => {});
  return next;
}
