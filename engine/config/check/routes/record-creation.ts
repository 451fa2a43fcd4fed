/** Checks that a record has a workflow, that its creator can continue with it, and can see a parent to create it below. */
import type { Scope } from '../../../portal/conditions/scope.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import { draftState, isNever } from '../../../portal/access/access.ts';
import { type KnownTruth, linkConditionOf, possible, testsOf } from '../../../portal/conditions/possible.ts';
import { signedOut } from '../../../portal/model/department.ts';
import { keepsDrafts, sendingSteps } from '../../../portal/workflow/sending-step.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { DiagnosticSet, spanIn, type CheckContext } from '../context/check-context.ts';
import { waysOut } from '../../logic/reach.ts';
import { aboveOf } from '../../logic/changing-tests.ts';
import { effectsOf } from '../../logic/workflow-effects.ts';
import { statesWhere } from '../../logic/satisfiability.ts';
import {
  knownForVisitor,
  type Viewpoint,
  visitorsByDepartment,
  visibleIn,
  type Who,
} from '../../logic/visitor-facts.ts';

export function checkRecordCreation(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const type of Object.values(portal.recordTypes)) {
    if (type.builtIn === null && portal.workflows[type.type] === undefined)
      findings.add('record/no-workflow', spanIn(context, { kind: 'record', name: type.type }), {
        name: type.type,
      });
    if (isNeverCreated(portal, type)) {
      const place = spanIn(context, { kind: 'record', name: type.type }, 'access');
      findings.add('record/never-created', place, { name: type.type });
    }
    if (isLeftBehind(portal, type)) {
      const place = spanIn(context, { kind: 'record', name: type.type }, 'access', 'create');
      findings.add('record/draft-of-nobody', place, {
        name: type.type,
        state: portal.workflows[type.type]?.initial ?? '',
      });
    }
    const leavers = leaversOf(portal, type);
    if (leavers.length > 0)
      findings.add(
        'record/draft-of-another',
        spanIn(context, { kind: 'record', name: type.type }, 'access', 'create'),
        { name: type.type, who: leavers, state: portal.workflows[type.type]?.initial ?? '' },
      );
    if (type.parents.length === 0 || isNever(type.access.create)) continue;
    const creators = visitorsOf(portal, type).filter(({ visitors }) =>
      visitors.some(
        (visitor) => possible(type.access.create, knownForVisitor({ portal, visitor, type })).true,
      ),
    );
    const shutOut = creators.filter(
      ({ visitors }) => !visitors.some((visitor) => beginsBelowAny({ portal, visitor }, type)),
    );
    if (shutOut.length === 0) continue;
    const place = spanIn(context, { kind: 'record', name: type.type }, 'access', 'create');
    const who = shutOut.map(({ name }) => name);
    findings.add('record/nobody-begins', place, { name: type.type, parents: type.parents, who });
  }
  return findings.all();
}

/** Returns true if no person creates it, no transition does, and the engine does not do it for the kinds of a set. */
function isNeverCreated(portal: Portal, { type, access, builtIn, kinds }: RecordType): boolean {
  const isOfEngine = builtIn !== null || kinds.some((set) => portal.sets[set]?.under != null);
  if (isOfEngine || !isNever(access.create)) return false;
  const effects = Object.values(portal.workflows).flatMap(effectsOf);
  return !effects.some((one) => one.effect === 'create' && one.type === type);
}

/**
 * A visitor without an account starts a draft that they can neither find again nor submit, because no link is sent to
 * them.
 */
function isLeftBehind(portal: Portal, type: RecordType): boolean {
  const workflow = portal.workflows[type.type];
  if (type.account !== null || workflow === undefined || draftState(portal, type.type) === null) return false;
  const mayCreate = possible(type.access.create, knownForVisitor({ portal, visitor: signedOut, type })).true;
  const ways = waysOut(workflow, workflow.initial);
  return (
    mayCreate &&
    !ways.some(({ by, trigger }) => trigger !== null || linkConditionOf(by) !== null) &&
    sendingSteps(portal, type.type, knownForVisitor({ portal, visitor: signedOut, type })).length === 0
  );
}

/**
 * The departments that may create a draft below a record of somebody else, who owns the draft too, and may not send it
 * at once: they never see it again.
 */
function leaversOf(portal: Portal, type: RecordType): string[] {
  if (type.parents.length === 0 || draftState(portal, type.type) === null) return [];
  const staff = visitorsByDepartment(portal, [type.access.create]).filter(({ visitors }) =>
    visitors.some((visitor) => {
      if (!visitor.signedIn || keepsDrafts(type, visitor)) return false;
      const known = knownForVisitor({ portal, visitor, type });
      return possible(type.access.create, known).true && sendingSteps(portal, type.type, known).length === 0;
    }),
  );
  return staff.map(({ name }) => name);
}

/** All visitors, distinguished by the conditions for creating the record and for seeing and extending its parents. */
function visitorsOf(portal: Portal, type: RecordType): Who[] {
  const above = type.parents.flatMap((name) => {
    const access = portal.recordTypes[name]?.access;
    return access === undefined ? [] : [access.below, access.read, access.summary?.to, access.public?.when];
  });
  return visitorsByDepartment(portal, [type.access.create, ...above.filter((one) => one !== undefined)]);
}

function beginsBelowAny({ portal, visitor }: Scope, type: RecordType): boolean {
  return type.parents.some((name) => {
    const above = portal.recordTypes[name];
    return above === undefined || beginsBelow({ portal, visitor, type }, above);
  });
}

/** Returns true if the parent has a state in which the visitor sees it and may create this record below it. */
function beginsBelow({ portal, visitor, type }: Viewpoint, above: RecordType): boolean {
  const { create } = type.access;
  const { below } = above.access;
  const ofAbove = testsOf(create).flatMap((test) => (test.test === 'parent' ? [test.of] : []));
  const asked = [below, visibleIn(portal, above, ''), ...ofAbove];
  const own = knownForVisitor({ portal, visitor, type });
  const higher = aboveOf(portal, above.type);
  const states = statesWhere({ portal, visitor, type: above }, asked, (known, state) => {
    const knownAbove: KnownTruth = (test) => {
      if (test.test !== 'parent') return own(test);
      // Nothing is known about records above the parent.
      if (test.type !== null && test.type !== above.type) return higher.includes(test.type) ? null : false;
      const { true: can, false: cannot } = possible(test.of, known);
      return can && cannot ? null : can;
    };
    const holds = [below, visibleIn(portal, above, state)].every((one) => possible(one, known).true);
    return holds && possible(create, knownAbove).true;
  });
  return states.length > 0;
}
