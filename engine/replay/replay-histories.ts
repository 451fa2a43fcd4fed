/** Replays recorded histories on two configurations, and folds what differs. */
import { compareRuns, nameOfAct, type RunDifference } from './compare-runs.ts';
import type { FamilyHistory, Obstacle, PickableAccounts, ReplaySide } from './history.ts';
import { actsOf } from './recorded-acts.ts';
import { type ReplayTrace, runHistory } from './run-history.ts';
import { succeedRecord } from '../portal/succession/succeed-record.ts';

export interface ReplayQuestion {
  readonly histories: readonly FamilyHistory[];
  readonly before: ReplaySide;
  readonly after: ReplaySide;
  readonly accounts: PickableAccounts;
  /** The newest moment that the histories know of (ISO date-time). */
  readonly until: string;
}

export interface ReplayFindings {
  /** Histories that were run twice and compared. */
  readonly replayed: number;
  readonly obstacles: readonly CountedObstacle[];
  readonly differences: readonly FoldedDifference[];
}

export interface CountedObstacle {
  readonly reason: Obstacle;
  readonly count: number;
  /** What happens to the example; empty: the reason says it. */
  readonly detail: string;
  /** The number of one record, or its type and slug. */
  readonly example: string;
}

export interface FoldedDifference extends Pick<RunDifference, 'kind' | 'text' | 'detail' | 'event'> {
  /** Records with this difference. */
  readonly count: number;
  /** The number of the record with this detail and event. */
  readonly example: string;
}

export function replayHistories({ histories, ...question }: ReplayQuestion): ReplayFindings {
  const obstacles = new Map<Obstacle, CountedObstacle>();
  const found = new Map<string, FoldedDifference>();
  let replayed = 0;
  for (const history of histories) {
    const differences = replayOne(history, question);
    if ('reason' in differences) {
      const { reason } = differences;
      const known = obstacles.get(reason) ?? { ...differences, count: 0, example: nameOf(history) };
      obstacles.set(reason, { ...known, count: known.count + 1 });
      continue;
    }
    replayed += 1;
    for (const { record, ...one } of differences) {
      const key = `${one.kind} ${one.text}`;
      const known = found.get(key) ?? { ...one, count: 0, example: nameOf(history, record) };
      found.set(key, { ...known, count: known.count + 1 });
    }
  }
  return {
    replayed,
    obstacles: [...obstacles.values()].toSorted(byCount),
    differences: [...found.values()].toSorted(byCount),
  };
}

function byCount(one: { readonly count: number }, other: { readonly count: number }): number {
  return other.count - one.count;
}

function replayOne(
  history: FamilyHistory,
  { before, after, accounts, until }: Omit<ReplayQuestion, 'histories'>,
): readonly RunDifference[] | Pick<CountedObstacle, 'reason' | 'detail'> {
  const acts = actsOf(history, accounts);
  if (typeof acts === 'string') return { reason: acts, detail: '' };
  const run = { history, acts, until };
  const first = runHistory(before, run);
  const departure = departureOf(before, history, first);
  if (departure !== null)
    return { reason: first.hasEffects ? 'effect' : 'not-reproduced', detail: departure };
  return compareRuns(first, runHistory(after, run), after.portal);
}

/** Where the run departs from what was recorded; null: every act is possible, and every record ends as it did. */
function departureOf(
  { portal }: ReplaySide,
  { records }: FamilyHistory,
  { observations }: ReplayTrace,
): string | null {
  const refused = observations.find((one) => one.refused !== null);
  if (refused !== undefined) {
    const rules =
      refused.refused === 'absent' ? 'for want of its record' : `by ${refused.refused?.join(', ')}`;
    return `event ${refused.number}, ${nameOfAct(refused)}, is refused ${rules}`;
  }
  const end = observations.at(-1)?.records ?? new Map();
  for (const one of records) {
    const reached = end.get(one.id)?.record.state ?? 'missing';
    const { type, state } = succeedRecord(portal, one);
    if (reached !== state) return `${type} is ${reached}, not ${state}`;
  }
  return end.size === records.length ? null : 'records are created that were not';
}

/** The record as people know it: its number, or that of a record above it; else type and slug. */
function nameOf({ records }: FamilyHistory, id = records[0]?.id): string {
  const named = records.find((one) => one.id === id);
  let record = named;
  while (record !== undefined && record.number === null)
    record = records.find((one) => one.id === record?.parent);
  return record?.number ?? (named === undefined ? '' : `${named.type}/${named.slug}`);
}
