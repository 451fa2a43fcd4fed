/** Who acts on a record: somebody can take each transition on some page, may read what he acts on, and cannot give himself the right. */
import type { Scope } from '../../../portal/conditions/scope.ts';
import type { Condition } from '../../../portal/model/condition.ts';
import type { Department, Flag } from '../../../portal/model/department.ts';
import type { Place } from '../../../portal/model/place.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import type { Visitor } from '../../../portal/model/visitor.ts';
import { flagsRead, mixtures, visitorOf } from '../../../portal/routing/visitors.ts';
import type { Transition, Workflow } from '../../../portal/model/workflow.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { DiagnosticSet, type CheckContext } from '../checking/check-context.ts';
import { hasPageFor } from '../checking/pages.ts';
import { possible, testsOf } from '../../../portal/conditions/possible.ts';
import { holdsIn, truthsOf, type World } from '../../logic/satisfiability.ts';
import { knownStanding, knownVisitor } from '../../logic/standing.ts';

export function checkActors({ portal }: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  for (const workflow of Object.values(portal.workflows)) {
    const type = portal.recordTypes[workflow.of];
    if (type === undefined) continue;
    const closed = new ClosedSteps();
    for (const transition of Object.values(workflow.transitions)) {
      if (transition.by !== null) {
        checkTransition({ portal, type, workflow, transition, by: transition.by, findings, closed });
      }
    }
    closed.tell(findings, type.type);
  }
  return findings.all();
}

/** Steps without a page and those of the blind, by who would take them: one fault shuts many. */
class ClosedSteps {
  readonly #withoutPage = new Map<
    string,
    { place: Place; names: string[]; departments: readonly string[] }
  >();
  readonly #blind = new Map<string, { place: Place; names: string[]; states: Set<string> }>();

  addPage({ name, place }: Transition, departments: readonly string[]): void {
    const key = departments.join(',');
    const told = this.#withoutPage.get(key);
    if (told === undefined) this.#withoutPage.set(key, { place, names: [name], departments });
    else told.names.push(name);
  }

  addBlind({ name, place }: Transition, { visitor, state }: World): void {
    const department = visitor.department ?? '';
    const told = this.#blind.get(department) ?? { place, names: [], states: new Set<string>() };
    told.names.push(name);
    told.states.add(state);
    this.#blind.set(department, told);
  }

  tell(findings: DiagnosticSet, type: string): void {
    for (const { place, ...told } of this.#withoutPage.values())
      findings.add('workflow/no-page', place, { ...told, type });
    for (const [department, { place, names, states }] of this.#blind) {
      findings.add('workflow/cannot-read', place, { names, department, states: [...states] });
    }
  }
}

interface StepActors {
  readonly portal: Portal;
  readonly type: RecordType;
  readonly workflow: Workflow;
  readonly transition: Transition;
  readonly by: Condition;
  readonly findings: DiagnosticSet;
  readonly closed: ClosedSteps;
}

function checkTransition({ portal, type, workflow, transition, by, findings, closed }: StepActors): void {
  const { name, place } = transition;
  const worlds = worldsOf({ portal, type, transition, by });
  if (worlds === null) return;
  const acting = worlds.filter((world) => holdsIn(by, world));
  if (acting.length === 0) findings.add('workflow/nobody', place, { name });
  // Who comes through a link sees what the link shows, on the page that it leads to.
  if (testsOf(by).some(({ test }) => test === 'link')) return;
  const departments = [...new Set(acting.map(({ visitor }) => visitor.department ?? ''))];
  const without = departments.filter((one) => !hasPageFor(portal, one, workflow, transition));
  // One page is enough for all, except that each department that a party names needs its own way there.
  const named = without.filter((one) => departmentsOfParties(by, type).has(one));
  const shut = without.length === departments.length ? without : named;
  if (shut.length > 0) closed.addPage(transition, shut);
  const blind = acting.find((world) => !holdsIn(type.access.read, world));
  if (blind !== undefined) closed.addBlind(transition, blind);
  for (const flag of flagsRead([by])) {
    for (const world of acting) {
      const flags = promotionTo(world, flag, by);
      if (flags === null) continue;
      findings.add('flag/self-promotion', place, { flags, department: world.visitor.department ?? '', name });
      break;
    }
  }
}

/** The departments that the type names for the roles that the condition asks for. */
function departmentsOfParties(by: Condition, { parties }: RecordType): ReadonlySet<string> {
  const roles = testsOf(by).flatMap((one) =>
    one.test === 'party' && Object.hasOwn(parties, one.role) ? [one.role] : [],
  );
  return new Set(roles.flatMap((role) => parties[role]?.departments ?? []));
}

/** The flags that the same visitor without this one would grant to themselves, one after the other, to be let in; or null. */
function promotionTo(world: World, flag: string, by: Condition): string[] | null {
  const { visitor, portal } = world;
  if (isDelegated({ portal, visitor }, flag)) return null;
  const without: Visitor = { ...visitor, flags: { ...visitor.flags, [flag]: false } };
  return holdsIn(by, { ...world, visitor: without }) ? null : wayTo(flag, { portal, visitor: without }, []);
}

/** @param after flags that are granted once this one is */
function wayTo(
  flag: string,
  { portal, visitor }: Pick<World, 'portal' | 'visitor'>,
  after: readonly string[],
): string[] | null {
  const flags = portal.departments[visitor.department ?? '']?.flags ?? {};
  const declared = Object.hasOwn(flags, flag) ? flags[flag] : undefined;
  if (declared === undefined || after.includes(flag)) return null;
  if (mayGrant({ portal, visitor }, declared)) return [flag];
  let promoted = visitor;
  const way: string[] = [];
  for (const other of flagsRead([declared.grantedBy])) {
    const first =
      promoted.flags[other] === true
        ? []
        : (wayTo(other, { portal, visitor: promoted }, [...after, flag]) ?? []);
    way.push(...first);
    promoted = {
      ...promoted,
      flags: { ...promoted.flags, ...Object.fromEntries(first.map((one) => [one, true])) },
    };
    if (mayGrant({ portal, visitor: promoted }, declared)) return [...way, flag];
  }
  return null;
}

/** Does every account of the visitor's department begin with the flag, and pass it on to another that lacks it or needs it? */
function isDelegated(scope: Scope, flag: string): boolean {
  const { portal, visitor } = scope;
  const beginsWith = ({ flags }: Department) => flags[flag]?.default === true && flags[flag].initial === true;
  const own = portal.departments[visitor.department ?? ''];
  if (own === undefined || !beginsWith(own)) return false;
  return Object.values(portal.departments).some((other) => {
    const declared = other.flags[flag];
    if (declared === undefined || other === own || !mayGrant(scope, declared)) return false;
    return !beginsWith(other) || usesFlag(portal, other.key, flag);
  });
}

/** Is there a step that somebody of this department takes with the flag? */
function usesFlag(portal: Portal, department: string, flag: string): boolean {
  const visitor = visitorOf(portal, department);
  const steps = Object.values(portal.workflows).flatMap(({ transitions }) => Object.values(transitions));
  return steps.some(
    ({ by }) =>
      by !== null &&
      visitor !== null &&
      flagsRead([by]).includes(flag) &&
      possible(by, knownVisitor({ portal, visitor })).true,
  );
}

function mayGrant(scope: Scope, { grantedBy }: Flag): boolean {
  return possible(grantedBy, knownVisitor(scope)).true;
}

/** Null where there is too much that may be either. */
function worldsOf({
  portal,
  type,
  transition,
  by,
}: Pick<StepActors, 'portal' | 'type' | 'transition' | 'by'>): World[] | null {
  const conditions = [by, type.access.read];
  const flags = flagsRead(conditions);
  const worlds: World[] = [];
  for (const department of Object.keys(portal.departments)) {
    for (const mixture of mixtures(flags)) {
      const visitor = visitorOf(portal, department, mixture);
      // Most departments can never take it, whatever is true of the record.
      if (visitor === null || !possible(by, knownStanding({ portal, visitor, type })).true) continue;
      const truths = truthsOf(conditions, { portal, visitor, type });
      if (truths === null) return null;
      for (const state of transition.from) {
        worlds.push(...truths.map((one): World => ({ portal, visitor, state, truths: one })));
      }
    }
  }
  return worlds;
}
