/** Reports rules with `did` that ask for a step which nobody who meets the rule can have taken before. */
import { knownColumns, possible, testsOf } from '../../../portal/conditions/possible.ts';
import type { Condition } from '../../../portal/model/condition.ts';
import type { Place } from '../../../portal/model/place.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import type { Transition, Workflow } from '../../../portal/model/workflow.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { reachedFrom, targetsOf, wholeWorkflows } from '../../logic/reach.ts';
import { contradictsItself } from '../../logic/satisfiability.ts';
import { accountsOf, knownForVisitor, visitorsByDepartment } from '../../logic/visitor-facts.ts';
import { DiagnosticSet, spanIn, type CheckContext } from '../context/check-context.ts';

export function checkNeverDid(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const workflow of wholeWorkflows(portal)) {
    const type = portal.recordTypes[workflow.of];
    if (type === undefined) continue;
    for (const rule of rulesOf(context, workflow, type)) {
      for (const name of namesDid(rule.condition)) {
        const step = workflow.transitions[name];
        const reason = step === undefined ? null : whyNever(step, rule, { portal, workflow, type });
        if (reason !== null) findings.add('workflow/never-did', rule.place, { name, reason });
      }
    }
  }
  return findings.all();
}

interface DidRule {
  readonly condition: Condition;
  /** The people who are asked it. */
  readonly who: Condition;
  /** The step that it allows; null: it is asked in every state. */
  readonly step: Transition | null;
  readonly place: Place;
}

function rulesOf(context: CheckContext, workflow: Workflow, { type, checklist }: RecordType): DidRule[] {
  const steps = Object.values(workflow.transitions).flatMap((step) => rulesOfStep(context, workflow, step));
  const reviews = (['review', 'waive'] as const).flatMap((rule): DidRule[] => {
    const place = spanIn(context, { kind: 'record', name: type }, 'checklist', rule);
    if (checklist === null) return [];
    return [{ condition: checklist[rule], who: checklist[rule], step: null, place }];
  });
  return [...steps, ...reviews];
}

/** Nobody takes an automatic step, so it has no rules here. */
function rulesOfStep(context: CheckContext, workflow: Workflow, step: Transition): DidRule[] {
  const { by, name, needs, toCases, extends: clock } = step;
  if (by === null) return [];
  const file = { kind: 'workflow', name: workflow.name } as const;
  const keys = clock === null ? ['transitions', name] : ['clocks', clock, 'extend'];
  const placeOf = (...part: readonly (string | number)[]) => spanIn(context, file, ...keys, ...part);
  const conditions = [
    { condition: by, place: placeOf('by') },
    ...needs,
    ...toCases.map(({ when }, at) => ({ condition: when, place: placeOf('to', 'cases', at, 'when') })),
  ];
  return conditions.map(({ condition, place }) => ({ condition, who: by, step, place }));
}

function namesDid(condition: Condition): string[] {
  return [...new Set(testsOf(condition).flatMap((test) => (test.test === 'did' ? test.transitions : [])))];
}

/** The steps of which it asks that somebody has taken them, rather than that they have not. */
function namesRequired(condition: Condition, isNegated = false): string[] {
  switch (condition.test) {
    case 'all':
    case 'any':
      return condition.of.flatMap((one) => namesRequired(one, isNegated));
    case 'not':
      return namesRequired(condition.of, !isNegated);
    default:
      return condition.test === 'did' && !isNegated ? [...condition.transitions] : [];
  }
}

interface WorkflowInPortal {
  readonly portal: Portal;
  readonly workflow: Workflow;
  readonly type: RecordType;
}

function whyNever(
  done: Transition,
  { condition, who, step }: DidRule,
  { portal, workflow, type }: WorkflowInPortal,
): string | null {
  const { by } = done;
  if (by === null) return 'it is automatic';
  // A step that several people take is done by some of them before the record moves.
  const isDoneThere = done.extends !== null || (done.quorum !== null && step !== done);
  const after = reachedFrom(workflow, isDoneThere ? done.from : targetsOf(done));
  if (step !== null && !step.from.some((state) => after.has(state))) return 'it is possible only afterwards';
  if (contradictsItself({ test: 'all', of: [lasting(condition), lasting(who), lasting(by)] }))
    return 'it is a step of other kinds';
  const asked = departmentsFor({ test: 'all', of: [who, condition] }, portal, type);
  const taking = departmentsFor(by, portal, type);
  // Other checks report a step that nobody takes.
  if (asked.length === 0 || taking.length === 0) return null;
  // Separation of duties also concerns a person of two departments. Who must have taken it is one of those who do.
  const isRequired = namesRequired(condition).includes(done.name);
  const isOfOne = asked.some((one) =>
    isRequired ? taking.includes(one) : taking.some((other) => canBeOfOne(portal, one, other)),
  );
  return isOfOne ? null : `only accounts of ${taking.map((one) => `"${one}"`).join(', ')} take it`;
}

/** What stays the same for the whole life of a record: its kind. Everything else may have changed. */
function lasting(condition: Condition): Condition {
  switch (condition.test) {
    case 'all':
    case 'any':
      return { test: condition.test, of: condition.of.map(lasting) };
    case 'not':
      return isLasting(condition.of) ? condition : { test: 'always' };
    default:
      return isLasting(condition) ? condition : { test: 'always' };
  }
}

function isLasting(test: Condition): boolean {
  return test.test === 'compare' && test.subject.from === 'record' && test.subject.name === 'kind';
}

/** The departments with accounts that may meet the condition. */
function departmentsFor(condition: Condition, portal: Portal, type: RecordType): string[] {
  return Object.keys(portal.departments).filter((department) =>
    accountsOf(portal, department, [condition]).some(
      (visitor) => possible(condition, knownForVisitor({ portal, visitor, type })).true,
    ),
  );
}

/** Returns true if one person can act in both: those who open accounts may add a department to an account. */
function canBeOfOne(portal: Portal, one: string, other: string): boolean {
  const added = addedDepartments(portal);
  return one === other || added.has(one) || added.has(other);
}

/** The departments in which somebody may open accounts. */
const addedDepartments = onceForEach((portal: Portal): ReadonlySet<string> => {
  const users = Object.values(portal.recordTypes).find(({ builtIn }) => builtIn === 'user');
  if (users === undefined) return new Set();
  const { create } = users.access;
  const visitors = visitorsByDepartment(portal, [create]).flatMap((one) => one.visitors);
  return new Set(
    Object.keys(portal.departments).filter((office) =>
      visitors.some((visitor) => {
        const known = knownForVisitor({ portal, visitor, type: users });
        return possible(create, knownColumns({ office }, known)).true;
      }),
    ),
  );
});
