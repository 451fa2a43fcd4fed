/** Asks the records what a plan would do to them, without changing anything. */
import type { KeyObject } from 'node:crypto';
import type { ConfigurationChange, TouchedCounts } from '../../plan/change.ts';
import { required } from '../../plan/compare-portals.ts';
import { type Plan, type RecordFindings, withRecords } from '../../plan/plan.ts';
import { namesBetween } from '../../plan/subjects/paired-names.ts';
import { subjectKindOf } from '../../plan/subjects/renamed-subjects.ts';
import { subjectsOf } from '../../plan/subjects/subjects.ts';
import { countOfNoun, nounForm } from '../../portal/text/noun-count.ts';
import { type NamedKind, namedKinds } from '../../portal/model/place.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { answerScopesOf, partsOfName } from '../../portal/succession/names-in.ts';
import { withWayBack } from '../../portal/succession/way-back.ts';
import type { Database, Queryable } from '../../server/database/database.ts';
import { sayObstacles } from '../../server/records/succession/adopt-portal.ts';
import { rehearse } from '../../server/records/succession/rehearse.ts';
import {
  countAccounts,
  countAsked,
  countErased,
  countFlagged,
  countOpen,
  countUnanswered,
  countUse,
  findRecomputed,
} from '../../server/records/succession/touched-records.ts';
import { sayMigration, withMigrations } from './plan-migrations.ts';
import type { ComparedSides } from './write-comparison.ts';

export interface AskedRecords {
  readonly database: Database;
  /** Seals histories. */
  readonly key: KeyObject;
  /** The earlier version that is put in force again; null: the configuration is new. */
  readonly again: number | null;
}

/** @returns the plan with counts, what migrations do, and obstacles */
export async function askRecords(
  { database: client, key, again }: AskedRecords,
  bare: Plan,
  sides: ComparedSides,
): Promise<Plan> {
  const before = sides.before.portal;
  const after = sides.after.portal;
  const rehearsal = await rehearse(client, { portal: after, before, again, key });
  const obstacles = sayObstacles(rehearsal.obstacles);
  const plan = withMigrations(bare, rehearsal.migrations);
  const touched: (TouchedCounts | null)[] = [];
  const effects: RecordFindings['effects'][number][] = [];
  const earlierName = earlierNameOf({ before, after });
  for (const change of plan.changes) {
    touched.push(await countTouched(client, { change, earlier: earlierName(change) }, { before, after }));
    effects.push([
      ...(await sayAsked(client, change, { before, after })),
      ...(await sayRecomputed(client, change, { before, after })),
      ...(await sayUnanswered(client, change, { before, after })),
      ...sayMigration(change, rehearsal.migrations, { before }),
    ]);
  }
  const accounts = await countAccounts(client, withWayBack(before, after));
  const losses = await sayErased(client, plan.changes, after);
  return withRecords(plan, { obstacles, losses, accounts, touched, effects });
}

/** A question that is asked again, and the records whose answers to it were erased meanwhile. */
async function sayErased(
  client: Queryable,
  changes: readonly ConfigurationChange[],
  portal: Portal,
): Promise<readonly string[]> {
  const again = changes.filter(
    ({ subject, actions }) => subject.kind === 'question' && actions.includes('add'),
  );
  const said: string[] = [];
  for (const { subject, effects } of again) {
    const { owner, part } = partsOfName(subject.name);
    const { records, drafts } = await countErased(client, portal, {
      scopes: scopesWith(portal, owner),
      path: part,
    });
    if (records === 0) continue;
    const counted = countOfNoun(records, 'record', 'records');
    const sent = records - drafts;
    const stay = `${sent} ${nounForm(sent, 'was sent and stays', 'were sent and stay')} without it`;
    const ask = `${drafts} ${nounForm(drafts, 'was not sent yet and is', 'were not sent yet and are')} asked again`;
    const must = effects.includes(required) ? ', because an answer is required' : '';
    const then = [...(sent === 0 ? [] : [stay]), ...(drafts === 0 ? [] : [`${ask}${must}`])].join(', ');
    said.push(
      `The answers to "${subject.title ?? subject.name}" (${subject.name}) were erased from ${counted} and do not come back: ${then}.`,
    );
  }
  return said;
}

interface ComparedPortals {
  readonly before: Portal;
  readonly after: Portal;
}

const namedKindOf = new Map(namedKinds.map((kind) => [subjectKindOf[kind], kind]));

/** The name in the earlier configuration: also what it belongs to may have been renamed. */
function earlierNameOf({ before, after }: ComparedPortals): (change: ConfigurationChange) => string {
  const earlierSubjects = Map.groupBy(subjectsOf(before), ({ kind }) => kind);
  const names = namesBetween(before, withWayBack(before, after));
  return ({ subject: { kind, name }, from }) => {
    const earlier = earlierSubjects.get(kind)?.map((one) => one.name) ?? [];
    const [pair] = names.pair(kind, (_, at) => (at === 'before' ? earlier : [name]));
    return from ?? pair?.before ?? name;
  };
}

async function countTouched(
  client: Queryable,
  { change, earlier }: { readonly change: ConfigurationChange; readonly earlier: string },
  { before, after }: ComparedPortals,
): Promise<TouchedCounts | null> {
  const { kind, name } = change.subject;
  if (change.actions.includes('add')) return null;
  // What is stored has the names of the earlier configuration.
  const portal = change.actions.includes('change') && earlier === name ? after : before;
  const { owner, part } = partsOfName(earlier);
  switch (kind) {
    case 'question':
      return countAnswers(client, before, { owner, path: part });
    case 'set':
      return countEach(client, before, { kind: 'kind', names: before.sets[earlier]?.kinds ?? [] });
    case 'state':
      return countOpen(client, portal, { type: owner, states: [part] });
    case 'step': {
      const from = before.workflows[owner]?.transitions[part]?.from ?? [];
      return countOpen(client, before, { type: owner, states: from });
    }
    case 'flag':
      return countFlagged(client, { department: owner, flag: part });
    case 'access':
    case 'workflow':
      return countOpen(client, before, { type: earlier });
    case 'field':
    case 'fact':
    case 'list':
    case 'reminder':
      return countOpen(client, before, { type: owner });
    case 'fees':
      return countOpen(client, before, { type: before.fees[earlier]?.of ?? '' });
    default: {
      const named = namedKindOf.get(kind);
      return named === undefined ? null : countUse(client, before, { kind: named, name: earlier });
    }
  }
}

/** A question of a form is stored for each kind or type that has the form. */
async function countAnswers(
  client: Queryable,
  portal: Portal,
  { owner, path }: { readonly owner: string; readonly path: string },
): Promise<TouchedCounts | null> {
  return countEach(client, portal, {
    kind: 'question',
    names: scopesWith(portal, owner).map((name) => `${name}: ${path}`),
  });
}

/** The kinds and types that have the form of this name. */
function scopesWith(portal: Portal, owner: string): string[] {
  const hash = portal.namedForms[owner];
  return answerScopesOf(portal).flatMap(({ name }) => {
    const form = portal.kinds[name]?.form ?? portal.recordTypes[name]?.form;
    return name === owner || (hash !== undefined && form === hash) ? [name] : [];
  });
}

/** @returns their sum; null: none of them is stored */
async function countEach(
  client: Queryable,
  portal: Portal,
  { kind, names }: { readonly kind: NamedKind; readonly names: readonly string[] },
): Promise<TouchedCounts | null> {
  const uses: TouchedCounts[] = [];
  for (const name of names) {
    const use = await countUse(client, portal, { kind, name });
    if (use !== null) uses.push(use);
  }
  const sum = (key: keyof TouchedCounts): number => uses.reduce((all, use) => all + use[key], 0);
  return uses.length === 0
    ? null
    : { records: sum('records'), drafts: sum('drafts'), accounts: sum('accounts') };
}

/** A figure that is computed in another way, and the drafts in which it is another one. */
async function sayRecomputed(
  client: Queryable,
  change: ConfigurationChange,
  { after }: ComparedPortals,
): Promise<readonly string[]> {
  const isComputed = change.keys.some(({ key, after: later }) => key === 'compute' && later !== null);
  if (change.subject.kind !== 'question' || !isComputed) return [];
  const { owner, part } = partsOfName(change.subject.name);
  const scopes = scopesWith(after, owner);
  const { changed, all } = await findRecomputed(client, after, { scopes, path: part });
  if (changed.length === 0) return [];
  const named = `${changed.slice(0, mostNamed).join(', ')}${changed.length > mostNamed ? ', …' : ''}`;
  const drafts = countOfNoun(all, 'record that was not sent', 'records that were not sent');
  return [`another figure in ${changed.length} of ${drafts}: ${named}`];
}

const mostNamed = 3;

/** A question that becomes required, and the drafts without an answer. */
async function sayUnanswered(
  client: Queryable,
  change: ConfigurationChange,
  { after }: ComparedPortals,
): Promise<readonly string[]> {
  const becomes = change.keys.some(({ key, after: later }) => key === 'isRequired' && later === true);
  const isNew = change.actions.includes('add') && change.effects.includes(required);
  if (change.subject.kind !== 'question' || !(becomes || isNew)) return [];
  const { owner, part } = partsOfName(change.subject.name);
  const { unanswered, all } = await countUnanswered(client, after, {
    scopes: scopesWith(after, owner),
    path: part,
  });
  if (all === 0) return [];
  const drafts = countOfNoun(all, 'record that was not sent', 'records that were not sent');
  return [`without an answer in ${unanswered} of ${drafts}; those that were sent keep their form`];
}

/** An item that becomes required, and for which share of the open records. */
async function sayAsked(
  client: Queryable,
  change: ConfigurationChange,
  { before, after }: ComparedPortals,
): Promise<readonly string[]> {
  if (change.subject.kind !== 'item' || change.actions.includes('lose')) return [];
  const { owner, part } = partsOfName(change.subject.name);
  const item = itemOf(after, owner, part);
  if (item === undefined || item.isOptional) return [];
  const earlier = itemOf(before, owner, part);
  const isNew = earlier === undefined && change.from === null;
  if (!isNew && !change.keys.some(({ key }) => key === 'isOptional' || key === 'when')) return [];
  const { asked, all } = await countAsked(client, after, { owner, item });
  return all === 0 ? [] : [`asked of ${asked} of ${countOfNoun(all, 'open record', 'open records')}`];
}

function itemOf({ kinds, recordTypes }: Portal, owner: string, id: string) {
  return (kinds[owner] ?? recordTypes[owner])?.items.find((item) => item.id === id);
}
