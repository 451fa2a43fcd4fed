/**
 * Checks steps that several people take: whether enough people have the roles, and what happens to a record if too few
 * of them act.
 */
import { possible, testsOf } from '../../../portal/conditions/possible.ts';
import type { Condition } from '../../../portal/model/condition.ts';
import type { Place } from '../../../portal/model/place.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { EffectOf, QuorumRule, Transition, Workflow } from '../../../portal/model/workflow.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { reachedFrom, targetsOf, waysOut, wholeWorkflows } from '../../logic/reach.ts';
import { asVisitorMeets, canBeParty, visitorsByDepartment } from '../../logic/visitor-facts.ts';
import { effectsOf } from '../../logic/workflow-effects.ts';
import { DiagnosticSet, spanIn, type CheckContext } from '../context/check-context.ts';
import { isMadeBefore } from '../workflows/triggers.ts';

export function checkQuorums(context: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  for (const workflow of wholeWorkflows(context.portal)) {
    for (const step of Object.values(workflow.transitions)) {
      checkStep({ context, workflow, findings, step });
      for (const name of awaitedIn(step)) {
        const awaited = workflow.transitions[name];
        if (awaited !== undefined)
          checkGroup(findings, awaited, { place: step.place, asking: `\`unreachable: ${name}\`` });
      }
    }
  }
  return findings.all();
}

/** What asks for everybody has to know them: the people of roles, and nothing else decides among these. */
function checkGroup(
  findings: DiagnosticSet,
  { name, by, quorum }: Transition,
  { place, asking }: { readonly place: Place; readonly asking: string },
): void {
  if (by === null) return;
  if ((quorum?.roles ?? null) === null) findings.add('quorum/open-group', place, { name, asking });
  else if (!asksRolesOnly(by)) findings.add('quorum/narrowed-group', place, { name, asking });
}

function asksRolesOnly(condition: Condition): boolean {
  if (condition.test === 'any') return condition.of.every(asksRolesOnly);
  if (condition.test === 'all') return condition.of.length === 1 && condition.of.every(asksRolesOnly);
  return condition.test === 'party';
}

function awaitedIn({ trigger }: Transition): string[] {
  return trigger === null
    ? []
    : testsOf(trigger).flatMap((test) => (test.test === 'unreachable' ? test.step : []));
}

interface StepCheck {
  readonly context: CheckContext;
  readonly workflow: Workflow;
  readonly step: Transition;
  readonly findings: DiagnosticSet;
}

function checkStep({ context, workflow, findings, step }: StepCheck): void {
  const { name, by, quorum } = step;
  if (quorum === null || by === null) return;
  const file = { kind: 'workflow', name: workflow.name } as const;
  const place = spanIn(context, file, 'transitions', name, 'quorum');
  const { saves, books, pick } = step;
  if (saves || books !== null || pick !== null) findings.add('quorum/last-answer', place, { name });
  if (testsOf(by).some(({ test }) => test === 'link')) findings.add('quorum/by-link', place, { name });
  if (quorum.atLeast === null) checkGroup(findings, step, { place, asking: '`all: true`' });
  if (quorum.roles !== null) {
    const group = groupOf({ portal: context.portal, workflow, step }, quorum.roles);
    const { needed, least, most } = neededOf(quorum, group);
    const roles = quorum.roles.join(', ');
    if (most < needed) findings.add('quorum/too-large', place, { name, needed, most, roles });
    else if (least < needed)
      findings.add('quorum/group-may-be-smaller', place, { name, needed, least, roles });
    // One person fewer is still enough if the group is larger than the step needs.
    else if (quorum.atLeast === null || least === needed)
      checkChosenAgain({ context, workflow, findings, step }, quorum.roles);
  }
  if (step.from.some((state) => isHeldUp(workflow, state))) findings.add('quorum/no-way-on', place, { name });
}

/** Reports steps that can choose somebody who has another role of the group already: both roles are one person. */
function checkChosenAgain({ context, workflow, findings, step }: StepCheck, roles: readonly string[]): void {
  for (const role of roles) {
    for (const maker of makersOf(workflow, step, role)) {
      if (!isChosen(maker, role)) continue;
      const other = roles.find(
        (one) =>
          one !== role &&
          (one === 'owner' || makersOf(workflow, maker, one).length > 0) &&
          canChoose(context.portal, workflow, maker, one),
      );
      if (other === undefined) continue;
      const place = spanIn(
        context,
        { kind: 'workflow', name: workflow.name },
        'transitions',
        maker.name,
        'input',
      );
      findings.add('quorum/chosen-again', place, { name: maker.name, role, other, step: step.name });
    }
  }
}

/** Whether somebody with the role meets the rule for the accounts that the step chooses. */
function canChoose(portal: Portal, { of }: Workflow, { pick }: Transition, role: string): boolean {
  const type = portal.recordTypes[of];
  if (type === undefined || pick === null) return false;
  const { where } = pick;
  return visitorsByDepartment(portal, [where])
    .flatMap(({ visitors }) => visitors)
    .some((visitor) => {
      const met = asVisitorMeets(where, { portal, visitor, type });
      return (
        canBeParty(role, { portal, visitor, type }) &&
        possible(met, (test) => (test.test === 'party' && test.role === role ? true : null)).true
      );
    });
}

/** Nothing but steps that several people take leads out of the state. */
function isHeldUp(workflow: Workflow, state: string): boolean {
  return waysOut(workflow, state).every(({ quorum }) => quorum !== null);
}

/** How many people can have a role before a step. */
interface GroupSize {
  readonly least: number;
  readonly most: number;
}

/** Everybody must act: then each role needs somebody. */
function neededOf(
  { atLeast }: QuorumRule,
  group: readonly GroupSize[],
): GroupSize & { readonly needed: number } {
  if (atLeast === null) {
    const count = (key: 'least' | 'most') => group.filter((role) => role[key] > 0).length;
    return { needed: group.length, least: count('least'), most: count('most') };
  }
  const sum = (key: 'least' | 'most') => group.reduce((total, role) => total + role[key], 0);
  return { needed: atLeast, least: sum('least'), most: sum('most') };
}

interface StepPeople {
  readonly portal: Portal;
  readonly workflow: Workflow;
  readonly step: Transition;
}

function groupOf(people: StepPeople, roles: readonly string[]): GroupSize[] {
  return roles.map((role) => (role === 'owner' ? { least: 1, most: 1 } : sizeOf(people, role)));
}

const unknown: GroupSize = { least: Infinity, most: Infinity };

function sizeOf({ portal, workflow, step }: StepPeople, role: string): GroupSize {
  // A record that is created for a chosen account gives it a role.
  const isGivenAtStart = Object.values(portal.workflows).some((other) =>
    effectsOf(other).some(
      (one) => one.effect === 'create' && one.type === workflow.of && one.forEachInput !== null,
    ),
  );
  if (isGivenAtStart) return unknown;
  const makers = makersOf(workflow, step, role);
  const sizes = makers.map((maker) => chosenBy(maker, role));
  const without = reachedFrom(workflow, [workflow.initial], (one) => !makers.includes(one));
  const isSkipped = step.from.some((state) => without.has(state));
  const isMany = portal.recordTypes[workflow.of]?.parties[role]?.isMany === true;
  const isRepeated = makers.some((maker) => {
    const again = reachedFrom(workflow, targetsOf(maker));
    return maker.from.some((state) => again.has(state));
  });
  const most = sizes.map((size) => size.most);
  return {
    least: isSkipped || sizes.length === 0 ? 0 : Math.min(...sizes.map((size) => size.least)),
    most:
      isMany && isRepeated
        ? Infinity
        : isMany
          ? most.reduce((all, one) => all + one, 0)
          : Math.max(0, ...most),
  };
}

/** The steps before this one that give somebody the role. */
function makersOf(workflow: Workflow, step: Transition, role: string): Transition[] {
  return Object.values(workflow.transitions).filter(
    (maker) => assignmentOf(maker, role) !== undefined && isMadeBefore(workflow, maker, step),
  );
}

function assignmentOf({ then }: Transition, role: string): EffectOf<'assign'> | undefined {
  return then.find((one) => one.effect === 'assign' && one.role === role) as EffectOf<'assign'> | undefined;
}

/** The number of accounts of a department is not known. */
function chosenBy(maker: Transition, role: string): GroupSize {
  const { pick } = maker;
  if (pick === null || !isChosen(maker, role)) return unknown;
  return { least: pick.atLeast, most: pick.atMost ?? Infinity };
}

/** The step gives the role to the accounts that it chooses. */
function isChosen(maker: Transition, role: string): boolean {
  const to = assignmentOf(maker, role)?.to;
  return maker.pick !== null && to !== undefined && 'input' in to;
}
