/** A write that could not be sent for want of a connection, and what has to happen with it. */
import { anHour } from '../../portal/time/lengths.ts';
import type { Answers } from '../../portal/forms/form-conditions.ts';
import { isMapping } from '../../portal/values/is-mapping.ts';
import { type CallInput, pathOf } from '../api/call.ts';
import type { Problem } from '../api/problem.ts';
import { membershipTitle } from '../session/membership-title.ts';
import { chosenOf, type UserSession } from '../session/user.ts';
import type { StoredEntry } from './entry-store.ts';

export const stepEndpoint = 'POST /records/:type/:slug/:transition';
export const messageEndpoint = 'POST /threads/:slug/messages';
/** None of them holds a password. */
const endpoints = [stepEndpoint, messageEndpoint] as const;

type KeptEndpoint = (typeof endpoints)[number];

export interface KeptCall {
  readonly endpoint: KeptEndpoint;
  readonly input: CallInput<KeptEndpoint>;
}

/** What a person reads about a write. */
export interface WriteSummary {
  /** Of the step. */
  readonly title: string;
  /** The record or the conversation. */
  readonly subject: string;
  readonly number: string | null;
  /** Of the page on which it can be done again; null: none. */
  readonly path: string | null;
  /** What the person wrote; null: the page shows it. */
  readonly said: string | null;
}

export interface WaitingWrite extends StoredEntry {
  readonly call: KeptCall;
  /** Answers of its record that are saved before it; absent: the server had them all. */
  readonly answers?: Answers;
  readonly summary: WriteSummary;
  /** The capacity in which the person acted. */
  readonly actor: ActingCapacity;
  /** When the key was made, in milliseconds. */
  readonly since: number;
  /** The server did not take it, and a person has to decide. */
  readonly isRefused: boolean;
  /** Why the last attempt failed; null: there was none. */
  readonly problem: Problem | null;
}

export interface ActingCapacity {
  readonly key: string;
  /** The membership, or the officer for whom the person acts. */
  readonly title: string;
}

export function actorOf(session: UserSession): ActingCapacity {
  const { memberships, actsFor, deputyOf, department } = session;
  const chosen = memberships.find((one) => one.chosen);
  const officer = deputyOf.find(({ id }) => id === actsFor)?.name;
  return {
    key: `${chosenOf(session) ?? ''} ${actsFor ?? ''}`,
    title: officer ?? (chosen === undefined ? department : membershipTitle(chosen)),
  };
}

/** Milliseconds: the server remembers a key for 24 hours. An older write might be taken twice. */
const longestWait = 20 * anHour;

/** `asks`, `refused`: a person has to decide. `behind`: one before it, about the same, has to be sent first. */
export type WriteStage = 'waiting' | 'sending' | 'behind' | 'elsewhere' | 'asks' | 'refused';

interface Circumstances {
  readonly actor: ActingCapacity;
  /** The key of the one that is being sent. */
  readonly sending: string | null;
  readonly now: number;
}

/** @param writes in their order */
export function stagesOf(
  writes: readonly WaitingWrite[],
  circumstances: Circumstances,
): ReadonlyMap<string, WriteStage> {
  const stuck = new Set<string>();
  const stages = new Map<string, WriteStage>();
  for (const write of writes) {
    const line = lineOf(write.call);
    const own = stageOf(write, circumstances);
    const stage = own === 'waiting' && stuck.has(line) ? 'behind' : own;
    if (stage !== 'waiting' && stage !== 'sending') stuck.add(line);
    stages.set(write.key, stage);
  }
  return stages;
}

function stageOf(write: WaitingWrite, { actor, sending, now }: Circumstances): WriteStage {
  if (write.key === sending) return 'sending';
  if (write.isRefused) return 'refused';
  if (write.actor.key !== actor.key) return 'elsewhere';
  return now - write.since > longestWait ? 'asks' : 'waiting';
}

/** Writes in the same line are sent in their order: `type/slug` of a record, `threads/slug` of a conversation. */
export function lineOf({ endpoint, input }: KeptCall): string {
  const parts = pathOf(endpoint, input).split('/').slice(0, -1);
  return parts.slice(endpoint === stepEndpoint ? 1 : 0).join('/');
}

/** Both are the same step on the same record. Messages are never the same. */
export function isSameStep(one: KeptCall, other: KeptCall): boolean {
  return (
    one.endpoint === stepEndpoint && pathOf(one.endpoint, one.input) === pathOf(other.endpoint, other.input)
  );
}

export function isWaitingWrite(value: Record<string, unknown>): boolean {
  const { call, summary, actor, since } = value;
  return (
    isMapping(call) &&
    endpoints.some((one) => one === call['endpoint']) &&
    isMapping(call['input']) &&
    isMapping(call['input']['params']) &&
    isMapping(summary) &&
    isMapping(actor) &&
    typeof since === 'number'
  );
}
