/** Finds what people did in a recorded history. Everything else in it follows from that, and from time. */
import type { Answers } from '../portal/forms/form-conditions.ts';
import { isMapping } from '../portal/values/is-mapping.ts';
import { joinDetail } from '../server/history/ledger.ts';
import { valueOf } from '../server/history/event-chain.ts';
import type { DecidedState } from '../config/link/cases/case.ts';
import type { FamilyHistory, Obstacle, PickableAccounts, ReplayEvent } from './history.ts';

export interface RecordedAct {
  /** Counts the events of the family from 1. */
  readonly number: number;
  readonly at: string;
  readonly record: string;
  /** Both null: a visitor who is not signed in. */
  readonly account: string | null;
  readonly department: string | null;
  /** The account for which a deputy acted; null: they acted for themself. */
  readonly actsFor: string | null;
  readonly act: Act;
}

type Act =
  | { readonly does: 'begin'; readonly data: Answers }
  | { readonly does: 'save'; readonly data: Answers }
  | { readonly does: 'file'; readonly item: string; readonly issuedOn: string | null }
  | { readonly does: 'review'; readonly item: string; readonly state: DecidedState }
  | {
      readonly does: 'take';
      readonly step: string;
      readonly input: Answers;
      /** By the names that the step has for them. */
      readonly picked: PickableAccounts;
    }
  | { readonly does: 'assign'; readonly to: string | null };

/** @returns the acts in order, or why they are not known */
export function actsOf(
  { records, events, isWhole }: FamilyHistory,
  accounts: PickableAccounts,
): readonly RecordedAct[] | Obstacle {
  if (!isWhole) return 'unread';
  const acts: RecordedAct[] = [];
  const roots = rootsOf(records);
  // By family: people may do something in several at the same moment.
  const commands = new Map<string | undefined, ReplayEvent>();
  for (const [index, event] of events.entries()) {
    const { record, at, account, department, what } = event;
    if (byHand.has(what)) return 'changed-by-hand';
    // The names of each act are succeeded when it is tried.
    if (what === 'renamed') continue;
    const root = roots.get(record);
    const known = commands.get(root);
    const command = known?.at === at ? known : null;
    if (isConsequence(event, command)) continue;
    if (command === null) commands.set(root, event);
    const isRoot = record === root;
    if (account === null && department === null && !(what === 'created' && isRoot)) continue;
    const obstacle = obstacleOf(event);
    if (obstacle !== null) return obstacle;
    const picked = pickedIn(event, { records, accounts });
    if (picked === null) return 'choice';
    const act = actOf(event, picked);
    const officer = event.detail['for'];
    const actsFor = typeof officer === 'string' ? officer : null;
    if (act !== null) acts.push({ number: index + 1, at, record, account, department, actsFor, act });
  }
  return acts;
}

/** The root of each record. */
function rootsOf(records: FamilyHistory['records']): ReadonlyMap<string, string> {
  const roots = new Map<string, string>();
  for (const { id, parent } of records) roots.set(id, roots.get(parent ?? '') ?? id);
  return roots;
}

/** Changes of the portal itself, not of a person or of the configuration's rules. */
const byHand: ReadonlySet<string> = new Set(['erased', 'migrated']);

/**
 * One command writes all its events at the same moment, and its own event first.
 * @param command the first event of this moment; null: this is the first
 */
function isConsequence({ what, account, detail }: ReplayEvent, command: ReplayEvent | null): boolean {
  if (what === 'item') return detail['state'] === 'asked-again';
  // Somebody else, or another request of the same person, may have done something at the same moment.
  if (what === 'saved') return false;
  return command !== null && (account === null || account === command.account);
}

function obstacleOf({ what, detail, entries }: ReplayEvent): Obstacle | null {
  const isErased = Object.entries(entries ?? {}).some(
    ([field, entry]) => /^(data|detail\.input)\./.test(field) && valueOf(entry) === undefined,
  );
  if (isErased) return 'erased';
  const { state } = detail;
  const isRemoved = what === 'item' && state !== 'filed' && !decided.some((one) => one === state);
  return isRemoved ? 'removed-paper' : null;
}

/**
 * The accounts that the step chose. A choice by a list depends on all records of that day, but the records that the step
 * created for their owners say who they were.
 * @returns null if that is not known
 */
function pickedIn(
  { record: id, at, detail, entries }: ReplayEvent,
  { records, accounts }: { readonly records: FamilyHistory['records']; readonly accounts: PickableAccounts },
): PickableAccounts | null {
  const { input } = joinDetail(detail, entries ?? {});
  const pick = isMapping(input) ? input['pick'] : undefined;
  if (pick === undefined) return new Map();
  if (isMapping(pick)) {
    const owner = records.find((one) => one.id === id)?.owner;
    const created = records.filter(({ parent, createdAt }) => parent === id && createdAt === at);
    const owners = new Set(created.flatMap((one) => (one.owner === owner ? [] : (one.owner ?? []))));
    const found = Array.from(accounts).filter(([, { account }]) => owners.delete(account));
    return found.length === 0 || owners.size > 0 ? null : new Map(found);
  }
  const chosen = [pick].flat().map((one) => [String(one), accounts.get(String(one))] as const);
  const known = chosen.flatMap(([slug, account]) =>
    account === undefined ? [] : [[slug, account] as const],
  );
  return known.length < chosen.length ? null : new Map(known);
}

/** Null: it changed nothing that an act of a person could change. */
function actOf({ what, detail, entries }: ReplayEvent, picked: PickableAccounts): Act | null {
  const joined = joinDetail(detail, entries ?? {});
  const changed = valuesIn(entries);
  switch (what) {
    case 'created':
      return { does: 'begin', data: answersIn(changed) };
    case 'saved':
      return { does: 'save', data: answersIn(changed) };
    case 'assignee':
      return { does: 'assign', to: typeof detail['to'] === 'string' ? detail['to'] : null };
    case 'item': {
      const item = String(detail['item']);
      const stored = changed.get(`items.${item}`);
      const day = isMapping(stored) ? stored['issuedOn'] : null;
      const state = decided.find((one) => one === detail['state']);
      return state === undefined
        ? { does: 'file', item, issuedOn: typeof day === 'string' ? day : null }
        : { does: 'review', item, state };
    }
    default: {
      const { input } = joined;
      return { does: 'take', step: what, input: isMapping(input) ? input : {}, picked };
    }
  }
}

const decided: readonly DecidedState[] = ['accepted', 'returned', 'waived'];

/** The values that an event has written, by field. */
export function valuesIn(entries: ReplayEvent['entries']): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(entries ?? {}).map(([field, entry]) => [field, valueOf(entry)]));
}

/** The answers among the values that an event has written. */
export function answersIn(changed: ReadonlyMap<string, unknown>): Answers {
  return Object.fromEntries(
    Array.from(changed).flatMap(([field, value]) =>
      field.startsWith('data.') ? [[field.slice('data.'.length), value]] : [],
    ),
  );
}
