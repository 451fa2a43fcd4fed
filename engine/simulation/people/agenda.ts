/** Reads from the database which records wait for whom, so that simulated people work where there is work. */
import type { Condition } from '../../portal/model/condition.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { blankRecord, contextAlone, type RecordContext } from '../../portal/model/record.ts';
import { signedOut } from '../../portal/model/department.ts';
import type { Transition } from '../../portal/model/workflow.ts';
import { holds } from '../../portal/conditions/evaluate.ts';
import type { EvaluationScope } from '../../portal/conditions/scope.ts';
import { flagsRead } from '../../portal/routing/visitors.ts';
import { happensByTime, idleWeight, soughtWeight } from './coverage.ts';
import type { Person } from '../town/person.ts';
import type { Play } from './play.ts';
import type { Random } from '../town/random.ts';
import type { Town } from '../town/town.ts';

export interface OpenRecord {
  readonly id: string;
  /** Id of the root record of its family. */
  readonly root: string;
  readonly type: string;
  readonly slug: string;
  readonly state: string;
  readonly kind: string | null;
  readonly office: string | null;
  readonly unit: string | null;
  /** User names by role; the owner's under `owner`. */
  readonly parties: Readonly<Record<string, readonly string[]>>;
  /** Something may happen to it automatically. */
  readonly isWaking: boolean;
  /** A record below it was refused for good: what it waits for there never comes. */
  readonly isBlocked: boolean;
}

/** The number of records looked at in a round that have ended well but still allow a step. */
const settledAtOnce = 40;

/**
 * Records in a state that is neither final nor settled, oldest first; and some settled records of each type, if people
 * go on with them.
 */
export async function openRecords({
  town,
  coverage,
}: Pick<Play, 'town' | 'coverage'>): Promise<OpenRecord[]> {
  const { portal } = town;
  const states = Object.values(portal.workflows).flatMap(({ of, states: all }) =>
    Object.values(all).map((state) => ({ ...state, name: `${of}/${state.key}`, type: of })),
  );
  const open = states.filter(({ isFinal, isSettled }) => !isFinal && !isSettled);
  const settled = states.filter(
    ({ isFinal, isSettled, type, key }) =>
      (isSettled && !isFinal && coverage.goesOn(type, key)) ||
      ((isFinal || isSettled) &&
        coverage.newFrom(type, key).some((one) => one.by !== null || happensByTime(one))),
  );
  const refused = states.filter(({ isFinal, tone }) => isFinal && tone === 'bad');
  const names = (some: typeof states): string[] => some.map(({ name }) => name);
  return town.application.database.query<OpenRecord>(
    `SELECT r.id, coalesce(r.ancestors[cardinality(r.ancestors)], r.id) AS root, r.type, r.slug, r.state, r.kind, r.office, r.unit, r.wake IS NOT NULL AS "isWaking",
       EXISTS (SELECT FROM records c WHERE c.parent = r.id AND c.type || '/' || c.state = ANY($4::text[])) AS "isBlocked",
       jsonb_build_object('owner', CASE WHEN o.id IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(o.username) END)
         || coalesce((SELECT jsonb_object_agg(role, names) FROM (
             SELECT p.role, jsonb_agg(a.username) AS names FROM parties p JOIN accounts a ON a.id = p.account
             WHERE p.record = r.id GROUP BY p.role) roles), '{}') AS parties
     FROM (
       SELECT * FROM records WHERE type || '/' || state = ANY($1::text[])
       UNION ALL (SELECT * FROM records WHERE type || '/' || state = ANY($2::text[])
         ORDER BY row_number() OVER (PARTITION BY type ORDER BY updated_at DESC, id), id LIMIT $3)
     ) r LEFT JOIN accounts o ON o.id = r.owner ORDER BY r.created_at, r.id`,
    [names(open), names(settled), settledAtOnce, names(refused)],
  );
}

export interface WhoseTurn {
  readonly person: Person;
  /** Name of the step for which they come. */
  readonly wanted: string;
}

/** Sometimes a person tries without permission, or gives up or refuses instead of waiting for records below. */
const seldom = { anybody: 0.001, notWaiting: 0.002, notWaitingCurious: 0.1 };

/** A person who may take a step from the record's state, and the step; null: the record waits. */
export function whoseTurn(
  { town, coverage }: Pick<Play, 'coverage'> & { readonly town: Pick<Town, 'portal' | 'people'> },
  record: OpenRecord,
  random: Random,
): WhoseTurn | null {
  const { portal, people } = town;
  const workflow = portal.workflows[record.type];
  const steps = Object.values(workflow?.transitions ?? {}).filter(
    ({ by, from }) => by !== null && from.includes(record.state),
  );
  if (workflow === undefined || steps.length === 0) return null;
  const isWaiting = workflow.states[record.state]?.waitsFor === 'children';
  // People who seek nothing close what can no longer succeed, within some days.
  const isOver = isWaiting && record.isBlocked && !coverage.isSeeking;
  const isNew = steps.some((step) => coverage.isNew(record.type, step));
  if (isWaiting && !isOver) {
    if (!random.chance(isNew ? seldom.notWaitingCurious : seldom.notWaiting)) return null;
  }
  const sensible = isOver ? steps.filter(({ to }) => workflow.states[to]?.isFinal) : steps;
  const step = random.weighted([...sensible, null], (one) =>
    one === null ? idleWeight : soughtWeight(portal, coverage, record, one),
  );
  if (step === null) return null;
  if (random.chance(seldom.anybody)) return { person: random.pick(people), wanted: step.name };
  const person = actorOf(town, record, { step, random });
  if (person === null) return null;
  // One person is enough for what nobody has done.
  coverage.claim(record.type, step.name);
  return { person, wanted: step.name };
}

/**
 * How often the documented account of a department takes a step that its colleagues could take, too. A person who signs in
 * with it finds many records.
 */
const shownShare = 0.5;

function actorOf(
  { portal, people }: Pick<Town, 'portal' | 'people'>,
  record: OpenRecord,
  { step, random }: { readonly step: Transition; readonly random: Random },
): Person | null {
  const { by } = step;
  if (by === null) return null;
  const partners = Object.values(record.parties).flat();
  const context = contextOf(record);
  const able = people.filter(({ visitor }) => {
    // Among requesters only its parties, because it does not exist for others.
    const isStranger = portal.departments[visitor.department ?? '']?.kind === 'requester';
    if (isStranger && !partners.includes(visitor.username)) return false;
    return mayHold(by, { portal, visitor, context }, true);
  });
  if (able.length === 0) return null;
  const isForApprovers = flagsRead([by]).length > 0;
  const fitting = able.filter(
    ({ isApprover, username }) => isApprover === isForApprovers || partners.includes(username),
  );
  const some = fitting.length > 0 ? fitting : able;
  return some.find(({ isShown }) => isShown && random.chance(shownShare)) ?? random.pick(some);
}

/** Only the columns of the record are known. Accounts are identified by their user names. */
function contextOf({ type, state, kind, office, unit, parties }: OpenRecord): RecordContext {
  const owner = parties['owner']?.[0] ?? null;
  const known = blankRecord(type, { state, kind, office, unit, owner });
  const roles = Object.entries(parties).flatMap(([role, accounts]) =>
    accounts.map((account) => ({ role, account, department: null })),
  );
  return { ...contextAlone({ record: known, today: '', now: '' }), parties: roles };
}

/** Decides from the person and the record's columns whether the condition can have the wanted result. */
function mayHold(condition: Condition, scope: EvaluationScope, isWanted: boolean): boolean {
  switch (condition.test) {
    case 'all':
    case 'any': {
      const parts = condition.of.map((part) => mayHold(part, scope, isWanted));
      return (condition.test === 'all') === isWanted ? parts.every(Boolean) : parts.some(Boolean);
    }
    case 'not':
      return mayHold(condition.of, scope, !isWanted);
    case 'compare':
      return (
        !['visitor', 'flag', 'record'].includes(condition.subject.from) ||
        holds(condition, scope) === isWanted
      );
    case 'party':
    case 'self':
      return holds(condition, scope) === isWanted;
    default:
      return true;
  }
}

/** Records of one type that are left alone at the same time for the same reason. */
const leftAtOnce = 3;

/** @returns the root records of families that everybody leaves alone, because what is sought there happens by itself */
export function leftAlone({ town, coverage }: Play, open: readonly OpenRecord[]): ReadonlySet<string> {
  const { portal } = town;
  const waiting = open.flatMap((record) => {
    const goal = record.isWaking ? coverage.goalOf(record) : null;
    const step = portal.workflows[record.type]?.transitions[goal?.name ?? ''];
    const isHere = step !== undefined && step.from.includes(record.state) && happensByTime(step);
    return isHere && mayHappen(portal, record, step)
      ? [{ what: `${record.type}/${step.name}`, ...record }]
      : [];
  });
  const reasons = Map.groupBy(waiting, ({ what }) => what).values();
  return new Set(reasons.flatMap((some) => some.slice(0, leftAtOnce)).map(({ root }) => root));
}

/** A condition on more than the record's columns may be true. */
function mayHappen(portal: Portal, record: OpenRecord, { needs }: Transition): boolean {
  const scope = { portal, visitor: signedOut, context: contextOf(record) };
  return needs.every(({ condition }) => mayHold(condition, scope, true));
}
