/**
 * Checks the actors of transitions: somebody can take each one on a page, may read the record, and cannot grant
 * themselves the right.
 */
import type { Scope } from '../../../portal/conditions/scope.ts';
import type { Condition } from '../../../portal/model/condition.ts';
import type { Department, Flag, Visitor } from '../../../portal/model/department.ts';
import type { Place } from '../../../portal/model/place.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import { flagsRead, mixtures, visitorOf } from '../../../portal/routing/visitors.ts';
import type { Transition, Workflow } from '../../../portal/model/workflow.ts';
import { isOnlyOffice, isOwnOffice, officesOf } from '../../../portal/workflow/record-offices.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { DiagnosticSet, spanIn, type CheckContext } from '../context/check-context.ts';
import { hasPageFor } from '../context/pages.ts';
import { lacksPartyPage } from '../routes/party-pages.ts';
import { possible, testsOf } from '../../../portal/conditions/possible.ts';
import { holdsIn, truthsOf, type World } from '../../logic/satisfiability.ts';
import { knownForVisitor, knownVisitor } from '../../logic/visitor-facts.ts';

export function checkActors(context: CheckContext): Diagnostic[] {
  const { portal } = context;
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
    const read = spanIn(context, { kind: 'record', name: type.type }, 'access', 'read');
    closed.tell(findings, { type: type.type, read });
  }
  return findings.all();
}

/** Groups transitions without a page or without read access by department, because one fault usually affects many. */
class ClosedSteps {
  readonly #withoutPage = new Map<
    string,
    { place: Place; names: string[]; departments: readonly string[] }
  >();
  readonly #blind = { names: new Set<string>(), states: new Set<string>(), departments: new Set<string>() };

  addPage({ name, place }: Transition, departments: readonly string[]): void {
    const key = departments.join(',');
    const told = this.#withoutPage.get(key);
    if (told === undefined) this.#withoutPage.set(key, { place, names: [name], departments });
    else told.names.push(name);
  }

  addBlind({ name }: Transition, { visitor, state }: World): void {
    this.#blind.names.add(name);
    this.#blind.states.add(state);
    this.#blind.departments.add(visitor.department ?? '');
  }

  /** @param read the place of the access that lets nobody of these departments read the record */
  tell(findings: DiagnosticSet, { type, read }: { readonly type: string; readonly read: Place }): void {
    for (const { place, ...told } of this.#withoutPage.values())
      findings.add('workflow/no-page', place, { ...told, type });
    const [names, states, departments] = [this.#blind.names, this.#blind.states, this.#blind.departments].map(
      (all) => [...all],
    );
    if (names === undefined || states === undefined || departments === undefined || names.length === 0)
      return;
    findings.add('workflow/cannot-read', read, { names, departments, states });
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
  // The holder of a link sees what the link shows, on its own page.
  if (testsOf(by).some(({ test }) => test === 'link')) return;
  const departments = [...new Set(acting.map(({ visitor }) => visitor.department ?? ''))];
  const without = departments.filter(
    (one) => !hasPageFor(portal, one, workflow, transition) && !lacksPartyPage(portal, type.type, one),
  );
  // One page is enough for all departments, but each that a party or the rule itself names needs a page, and each office.
  const own = new Set([...departmentsOfParties(by, type), ...departmentsNamed(by, { portal, type })]);
  const named = without.filter((one) => own.has(one));
  const shut = without.length === departments.length ? without : named;
  if (shut.length > 0) closed.addPage(transition, shut);
  for (const world of acting) if (!holdsIn(type.access.read, world)) closed.addBlind(transition, world);
  for (const flag of flagsRead([by])) {
    for (const world of acting) {
      const flags = promotionTo(world, flag, by);
      if (flags === null) continue;
      findings.add('flag/self-promotion', place, { flags, department: world.visitor.department ?? '', name });
      break;
    }
  }
}

/** The departments that the condition names itself, and the offices of the records. */
function departmentsNamed(by: Condition, { portal, type }: Pick<StepActors, 'portal' | 'type'>): string[] {
  return testsOf(by).flatMap((one) => {
    if (isOwnOffice(one)) return [...officesOf(portal, type)];
    if (one.test !== 'compare' || one.subject.from !== 'visitor' || one.subject.name !== 'department')
      return [];
    return 'value' in one.operand ? [one.operand.value].flat().map(String) : [];
  });
}

/** The departments of the roles that the condition requires. */
function departmentsOfParties(by: Condition, { parties }: RecordType): ReadonlySet<string> {
  const roles = testsOf(by).flatMap((one) =>
    one.test === 'party' && Object.hasOwn(parties, one.role) ? [one.role] : [],
  );
  return new Set(roles.flatMap((role) => parties[role]?.departments ?? []));
}

/**
 * The flags that a visitor would have to grant themselves, in order, to meet the condition; null if that is
 * impossible.
 */
function promotionTo(world: World, flag: string, by: Condition): string[] | null {
  const { visitor, portal } = world;
  if (isDelegated({ portal, visitor }, flag)) return null;
  const without: Visitor = { ...visitor, flags: { ...visitor.flags, [flag]: false } };
  return holdsIn(by, { ...world, visitor: without }) ? null : wayTo(flag, { portal, visitor: without }, []);
}

/** @param after flags that are granted after this one */
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

/** Returns true if accounts of the department start with the flag and may pass it on to a department that lacks or needs it. */
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

/** Returns true if somebody of this department can take a transition with the flag. */
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

/** Null if there are too many combinations to try. */
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
      // Most departments can never take it, so this quick test comes first.
      if (visitor === null || !possible(by, knownForVisitor({ portal, visitor, type })).true) continue;
      const truths = truthsOf(conditions, { portal, visitor, type }, (test) =>
        isOwnOffice(test) && isOnlyOffice(portal, type, department) ? true : null,
      );
      if (truths === null) return null;
      for (const state of transition.from) {
        worlds.push(...truths.map((one): World => ({ portal, visitor, state, truths: one })));
      }
    }
  }
  return worlds;
}
