/** Separation of duties: nobody may approve a record that they filed, unless the transition allows it. */
import type { Condition } from '../../../portal/model/condition.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import type { Visitor } from '../../../portal/model/department.ts';
import { flagsRead, mixtures, visitorOf } from '../../../portal/routing/visitors.ts';
import type { Transition, Workflow } from '../../../portal/model/workflow.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { baseName } from '../../link/input/files.ts';
import { DiagnosticSet, type CheckContext } from '../context/check-context.ts';
import { knownState, type KnownTruth, possible, testsOf } from '../../../portal/conditions/possible.ts';
import { targetsOf, wholeWorkflows } from '../../logic/reach.ts';
import { testsForVisitor, worldsOf } from '../../logic/satisfiability.ts';
import { isOwnOffice } from '../../../portal/workflow/record-offices.ts';
import { knownVisitor } from '../../logic/visitor-facts.ts';

export function checkSeparationOfDuties(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const workflow of wholeWorkflows(portal)) {
    const type = portal.recordTypes[workflow.of];
    if (type === undefined) continue;
    for (const approval of approvalsOf(workflow)) {
      if (allowsOwnApproval(context, workflow, approval)) continue;
      const filing = filingsOf(workflow).find((one) => one !== approval && leadsTo(workflow, one, approval));
      if (filing === undefined) continue;
      const who = whoDoesBoth({ portal, type, filing, approval });
      if (who === null) continue;
      findings.add('workflow/approves-own', approval.place, {
        name: approval.name,
        filing: filing.name,
        who,
      });
    }
  }
  return findings.all();
}

/** Approvals: transitions of people that lead to a good state or issue a new document. */
function approvalsOf({ transitions, states }: Workflow): Transition[] {
  const isGood = (state: string) => states[state]?.isSettled === true || states[state]?.tone === 'good';
  return Object.values(transitions).filter(
    (one) => one.by !== null && (targetsOf(one).some(isGood) || issuesAnew(one)),
  );
}

function issuesAnew({ then }: Transition): boolean {
  const isReplaced = (name: string | null) =>
    then.some((one) => one.effect === 'revoke' && one.document === name);
  return then.some((one) => one.effect === 'document' && !isReplaced(one.document));
}

/** Filings: transitions of people out of the initial state, except those that end the record. */
function filingsOf({ initial, states, transitions }: Workflow): Transition[] {
  return Object.values(transitions).filter(
    (one) =>
      one.by !== null &&
      one.from.includes(initial) &&
      targetsOf(one).some((state) => state !== initial && states[state]?.isFinal !== true),
  );
}

function leadsTo({ transitions }: Workflow, filing: Transition, approval: Transition): boolean {
  const reached = new Set(targetsOf(filing));
  for (const state of reached) {
    if (approval.from.includes(state)) return true;
    for (const one of Object.values(transitions)) {
      if (!one.from.includes(state)) continue;
      for (const target of targetsOf(one)) reached.add(target);
    }
  }
  return false;
}

/** Returns true if the transition has `approves: own`. Only this check reads it, so it is not part of the portal. */
export function allowsOwnApproval(
  { files }: CheckContext,
  { name }: Workflow,
  approval: Transition,
): boolean {
  const file = files.find((one) => one.kind === 'workflow' && baseName(one) === name);
  const written = Object(Object(Object(file?.value).transitions)[approval.name]) as { approves?: unknown };
  return written.approves === 'own';
}

interface ApprovalPair {
  readonly portal: Portal;
  readonly type: RecordType;
  readonly filing: Transition;
  readonly approval: Transition;
}

/** The department of which one account may take both transitions, or null. */
function whoDoesBoth({ portal, type, filing, approval }: ApprovalPair): string | null {
  const [files, approves] = [filing.by, approval.by];
  if (files === null || approves === null) return null;
  for (const department of Object.keys(portal.departments)) {
    for (const mixture of mixtures(flagsRead([files, approves]))) {
      const visitor = visitorOf(portal, department, mixture);
      if (visitor === null) continue;
      for (const stands of standings([files, approves], { portal, type, visitor })) {
        const did = (test: Condition) =>
          test.test === 'did' && test.transitions.includes(filing.name) ? true : null;
        const holds = (by: Condition, { from }: Transition, more: typeof did) =>
          from.some((state) => {
            const known = knownState(
              state,
              (test) => more(test) ?? stands(test) ?? knownVisitor({ portal, visitor })(test),
            );
            return possible(by, known).true;
          });
        if (holds(files, filing, () => null) && holds(approves, approval, did)) return department;
      }
    }
  }
  return null;
}

/** Every possible relation of this visitor to the record: its roles and its office, the same for both transitions. */
function standings(
  conditions: readonly Condition[],
  standing: { readonly portal: Portal; readonly type: RecordType; readonly visitor: Visitor },
): KnownTruth[] {
  const tests = conditions.flatMap(testsOf).filter((one) => one.test === 'party' || isOwnOffice(one));
  return worldsOf(testsForVisitor(tests, standing).slice(0, 6), 2 ** 6) ?? [];
}
