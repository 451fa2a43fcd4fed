/** Plans a change of configuration: what becomes different for whom. Without a database it compares files alone. */
import type { Portal } from '../portal/model/portal.ts';
import type { ConfigurationChange, PeopleEffect, TouchedCounts } from './change.ts';
import { comparePortals } from './compare-portals.ts';
import { answerScopesOf, partsOfName } from '../portal/succession/names-in.ts';
import { withWayBack } from '../portal/succession/way-back.ts';
import { presentNameIn } from '../portal/succession/succeed-record.ts';
import { subjectKindOf } from './subjects/renamed-subjects.ts';
import { type SampleChange, sampleChanges } from './fee-samples.ts';
import { peopleChanges } from './people-effects.ts';
import { type SubjectKind, subjectsOf } from './subjects/subjects.ts';

export interface Plan {
  readonly format: '1.0';
  readonly from: Side;
  readonly to: Side;
  /** False: it cannot be put in force. */
  readonly applicable: boolean;
  /** False: the database was not asked, so nobody knows how many records a change touches. */
  readonly complete: boolean;
  readonly changes: readonly ConfigurationChange[];
  /** What was erased and does not come back with it. Left out: nothing; plans of earlier releases have none. */
  readonly losses?: readonly string[];
  /** Why it cannot be put in force: sentences with a remedy. */
  readonly obstacles: readonly string[];
}

interface Side {
  /** As the person named it: a folder, a revision. */
  readonly name: string;
  readonly hash: string;
}

export interface PlannedPortal {
  readonly name: string;
  readonly portal: Portal;
}

/** @param today ISO date for the samples of fees */
export function planChange(before: PlannedPortal, wished: PlannedPortal, today: string): Plan {
  const after = { ...wished, portal: withWayBack(before.portal, wished.portal) };
  const found = new FoundChanges(comparePortals(before.portal, after.portal), after.portal);
  addPeople(found, before.portal, after.portal);
  addSamples(found, sampleChanges(before.portal, after.portal, today), before.portal);
  return {
    format: '1.0',
    from: { name: before.name, hash: before.portal.hash },
    to: { name: after.name, hash: after.portal.hash },
    applicable: true,
    complete: false,
    changes: found.all().map((change) => withOutcome(change, before.portal, after.portal)),
    obstacles: [],
  };
}

/** The changes by subject, to which consequences are added. */
class FoundChanges {
  readonly after: Portal;
  readonly #changes: Map<string, ConfigurationChange>;

  constructor(changes: readonly ConfigurationChange[], after: Portal) {
    this.after = after;
    this.#changes = new Map(changes.map((one) => [`${one.subject.kind}\n${one.subject.name}`, one]));
  }

  all(): readonly ConfigurationChange[] {
    return [...this.#changes.values()];
  }

  /** A subject that is written as before may do something else because of another one. */
  add(
    kind: SubjectKind,
    name: string,
    { effects = [], people = [] }: Partial<Pick<ConfigurationChange, 'effects' | 'people'>>,
  ): void {
    const key = `${kind}\n${name}`;
    const change = this.#changes.get(key) ?? unchanged(kind, name, this.after);
    this.#changes.set(key, {
      ...change,
      effects: [...change.effects, ...effects],
      people: [...(change.people ?? []), ...people],
    });
  }
}

function addPeople(found: FoundChanges, before: Portal, after: Portal): void {
  if (!found.all().some(({ subject }) => deciding.has(subject.kind))) return;
  for (const { kind, name, effects } of peopleChanges(before, after))
    found.add(kind, name, { people: effects });
}

function addSamples(found: FoundChanges, samples: readonly SampleChange[], before: Portal): void {
  for (const change of found.all()) {
    const { kind, name } = change.subject;
    const { owner } = partsOfName(name);
    const of = found.after.fees[owner]?.of;
    if (!feeParts.has(kind) || !mayCostOtherwise(change) || of === undefined) continue;
    if (!Object.hasOwn(before.fees, owner) || samples.some(({ fees }) => fees === owner)) continue;
    const hasExamples = (found.after.recordTypes[of]?.examples.length ?? 0) > 0;
    const effect = hasExamples
      ? `no example of ${of} pays another amount`
      : `no example of ${of} shows what it costs`;
    found.add(kind, name, { effects: [effect] });
  }
  for (const { fees, sample, before: was, after: is, lines } of samples) {
    const effects = [
      `example of ${sample}: ${was} → ${is}`,
      ...lines.map((line) => `  ${line.title}: ${line.before} → ${line.after}`),
    ];
    found.add('fees', fees, { effects });
  }
}

/** It is new or gone, or has other keys than words for people. */
function mayCostOtherwise({ actions, keys }: ConfigurationChange): boolean {
  return actions.includes('add') || actions.includes('lose') || keys.some(({ key }) => !feeWords.has(key));
}

/** What a line says to people. */
const feeWords: ReadonlySet<string> = new Set(['title', 'help', 'source', 'certainty']);

/** Only what is one of these decides what people can do. */
const deciding: ReadonlySet<SubjectKind> = new Set([
  'department',
  'flag',
  'group',
  'guard',
  'chain',
  'page',
  'kind',
  'lookup',
  'row',
  'record type',
  'role',
  'access',
  'fact',
  'workflow',
  'state',
  'step',
  'list',
  'set',
]);

/** Parts of a schedule, which change what somebody pays. */
const feeParts: ReadonlySet<SubjectKind> = new Set(['fee line', 'fee table']);

/** What the records say of a plan. */
export interface RecordFindings {
  readonly obstacles: readonly string[];
  readonly losses: readonly string[];
  /** How many accounts a department has, by its key in the later configuration, or in the one before. */
  readonly accounts: ReadonlyMap<string, number>;
  /** By change, as the plan has them. */
  readonly touched: readonly (TouchedCounts | null)[];
  /** Further effects of a change. */
  readonly effects: readonly (readonly string[])[];
}

/** The plan with what the records say of it. */
export function withRecords(
  plan: Plan,
  { obstacles, losses, accounts, touched, effects }: RecordFindings,
): Plan {
  return {
    ...plan,
    applicable: obstacles.length === 0,
    complete: true,
    losses,
    obstacles,
    changes: plan.changes.map((change, index) => ({
      ...change,
      touches: touched[index] ?? null,
      effects: [...change.effects, ...(effects[index] ?? [])],
      ...(change.people && { people: change.people.map((one) => counted(one, accounts)) }),
    })),
  };
}

function counted({ text, people }: PeopleEffect, accounts: RecordFindings['accounts']): PeopleEffect {
  const count = (department: string | null) => (department === null ? null : (accounts.get(department) ?? 0));
  return { text, people: people.map((one) => ({ ...one, accounts: count(one.department) })) };
}

/** The effect of a flag that is gone. */
const lostFlag = 'what was set for single accounts is no longer read';

/** What becomes of the data of something that is lost. */
function withOutcome(change: ConfigurationChange, before: Portal, after: Portal): ConfigurationChange {
  const { kind, name } = change.subject;
  if (kind === 'fee line' && change.from !== null && after.fees[partsOfName(name).owner]?.waivers != null)
    return { ...change, effects: [...change.effects, 'waivers that name it as before no longer count'] };
  if (!change.actions.includes('lose')) return change;
  const { owner, part } = partsOfName(name);
  if (kind === 'flag') {
    // The accounts may go to a department with the same flag.
    const successor = after.departments[presentNameIn(after, 'departments', owner)];
    return successor?.flags[part] === undefined
      ? { ...change, effects: [...change.effects, lostFlag] }
      : change;
  }
  const form = before.namedForms[owner];
  const owners = answerScopesOf(before).flatMap((scope) => {
    const own = before.kinds[scope.name]?.form ?? before.recordTypes[scope.name]?.form;
    return scope.name === owner || (form !== undefined && own === form) ? [scope.name] : [];
  });
  const names = kind === 'question' ? owners.map((one) => `${one}: ${part}`) : [name];
  const decided = after.formerNames.find(
    (one) => subjectKindOf[one.kind] === kind && names.includes(one.name),
  );
  if (decided === undefined) return change;
  const { successor, values } = decided;
  const outcome =
    successor !== null
      ? `its data moves to ${successor}`
      : values === 'erase'
        ? 'its answers are erased from records and histories, for ever'
        : 'its data stays where it is, and nothing reads it';
  return { ...change, effects: [...change.effects, outcome] };
}

function unchanged(kind: SubjectKind, name: string, portal: Portal): ConfigurationChange {
  const found = subjectsOf(portal).find((one) => one.kind === kind && one.name === name);
  return {
    code: `change/${kind.replaceAll(' ', '-')}-affected`,
    subject: { kind, name, title: found?.title ?? null },
    actions: ['change'],
    from: null,
    place: found?.place ?? null,
    keys: [],
    touches: null,
    effects: [],
  };
}
