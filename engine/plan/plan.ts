/** Plans a change of configuration: what becomes different for whom. Without a database it compares files alone. */
import type { Portal } from '../portal/model/portal.ts';
import type { ConfigurationChange, TouchedCounts } from './change.ts';
import { comparePortals } from './compare-portals.ts';
import { answerScopesOf, partsOfName } from '../portal/succession/names-in.ts';
import { withWayBack } from '../portal/succession/way-back.ts';
import { subjectKindOf } from './subjects/renamed-subjects.ts';
import { sampleChanges } from './fee-samples.ts';
import { openingChanges } from './opening-pages.ts';

export interface Plan {
  readonly format: '1.0';
  readonly from: Side;
  readonly to: Side;
  /** False: it cannot be put in force. */
  readonly applicable: boolean;
  /** False: the database was not asked, so nobody knows how many records a change touches. */
  readonly complete: boolean;
  readonly changes: readonly ConfigurationChange[];
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
  const changes = new Map(
    comparePortals(before.portal, after.portal).map((one) => [
      `${one.subject.kind}\n${one.subject.name}`,
      one,
    ]),
  );
  const addEffects = (kind: 'page' | 'fees', name: string, effects: readonly string[]) => {
    const key = `${kind}\n${name}`;
    const change = changes.get(key) ?? unchanged(kind, name, after.portal);
    changes.set(key, { ...change, effects: [...change.effects, ...effects] });
  };
  for (const { page, opens, closes } of openingChanges(before.portal, after.portal)) {
    addEffects('page', page, [
      ...(opens.length === 0 ? [] : [`opens for ${titles(after.portal, opens)}`]),
      ...(closes.length === 0 ? [] : [`no longer opens for ${titles(before.portal, closes, after.portal)}`]),
    ]);
  }
  for (const { fees, sample, before: was, after: is, lines } of sampleChanges(
    before.portal,
    after.portal,
    today,
  )) {
    addEffects('fees', fees, [
      `example of ${sample}: ${was} → ${is}`,
      ...lines.map((line) => `  ${line.title}: ${line.before} → ${line.after}`),
    ]);
  }
  return {
    format: '1.0',
    from: { name: before.name, hash: before.portal.hash },
    to: { name: after.name, hash: after.portal.hash },
    applicable: true,
    complete: false,
    changes: Array.from(changes.values(), (change) => withOutcome(change, before.portal, after.portal)),
    obstacles: [],
  };
}

/** What the records say of a plan. */
export interface RecordFindings {
  readonly obstacles: readonly string[];
  /** By change, as the plan has them. */
  readonly touched: readonly (TouchedCounts | null)[];
  /** Further effects of a change. */
  readonly effects: readonly (readonly string[])[];
}

/** The plan with what the records say of it. */
export function withRecords(plan: Plan, { obstacles, touched, effects }: RecordFindings): Plan {
  return {
    ...plan,
    applicable: obstacles.length === 0,
    complete: true,
    obstacles,
    changes: plan.changes.map((change, index) => ({
      ...change,
      touches: touched[index] ?? null,
      effects: [...change.effects, ...(effects[index] ?? [])],
    })),
  };
}

/** What becomes of the data of something that is lost. */
function withOutcome(change: ConfigurationChange, before: Portal, after: Portal): ConfigurationChange {
  if (!change.actions.includes('lose')) return change;
  const { kind, name } = change.subject;
  const { owner, part } = partsOfName(name);
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

/** A subject that is written as before, and does something else because of another one. */
function unchanged(kind: 'page' | 'fees', name: string, portal: Portal): ConfigurationChange {
  const found = kind === 'page' ? portal.routes.find((route) => route.name === name) : portal.fees[name];
  return {
    code: `change/${kind}-affected`,
    subject: { kind, name, title: found?.title ?? null },
    actions: ['change'],
    from: null,
    place: found?.place ?? null,
    keys: [],
    touches: null,
    effects: [],
  };
}

/** A renamed department has its later title. */
function titles({ departments }: Portal, keys: readonly string[], later?: Portal): string {
  return keys.map((key) => (departments[key] ?? later?.departments[key])?.title ?? key).join(', ');
}
