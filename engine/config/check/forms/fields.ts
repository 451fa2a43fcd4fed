/** Checks that the fields a transition needs can be filled in, and are not only shown from another record. */
import { isNever } from '../../../portal/access/access.ts';
import type { Condition, FieldPath } from '../../../portal/model/condition.ts';
import type { Form } from '../../../portal/model/form.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import { visitorOf } from '../../../portal/routing/visitors.ts';
import type { EffectOf, Transition } from '../../../portal/model/workflow.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { DiagnosticSet, spanIn, type CheckContext } from '../context/check-context.ts';
import { knownState, possible, testsOf } from '../../../portal/conditions/possible.ts';
import { reachedFrom, reachedStates, targetsOf } from '../../logic/reach.ts';
import { mustAct } from '../routes/worklists.ts';
import { knownForVisitor } from '../../logic/visitor-facts.ts';

export function checkFields(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const type of Object.values(portal.recordTypes)) {
    const forms = formsOf(portal, type);
    const given = givenAtCreation(portal, type.type);
    for (const { name, departments } of forms.flatMap(filledByOthers)) {
      if (given.has(name) || departments.some((one) => everFills(portal, type, one))) continue;
      findings.add('record/never-filled', type.place, { name, departments });
    }
    const fixed = forms.length === 0 ? undefined : neverCorrected(portal, type);
    if (fixed !== undefined) {
      const file = { kind: 'record', name: type.type } as const;
      const place = spanIn(context, file, 'access', ...(isNever(type.access.update) ? [] : ['update']));
      findings.add('record/never-corrected', place, { name: type.type, step: fixed.name, from: fixed.from });
    } else {
      const place = spanIn(context, { kind: 'record', name: type.type }, 'access', 'update');
      for (const [step, states] of fixedWhereOwnersWait(portal, type))
        findings.add('record/owner-cannot-correct', place, { step: step.name, states });
    }
    for (const step of Object.values(portal.workflows[type.type]?.transitions ?? {})) {
      for (const name of ownFieldsOf(step)) {
        const form = forms.find(({ from }) => Object.hasOwn(from, name));
        if (form === undefined) continue;
        findings.add('workflow/reads-shown', step.place, {
          name,
          step: step.name,
          from: form.from[name] ?? '',
        });
      }
    }
  }
  return findings.all();
}

/** The forms of a record type and of its kinds. */
export function formsOf(portal: Portal, type: RecordType): readonly Form[] {
  const known = formsByType(portal);
  const forms = known.get(type) ?? gatherForms(portal, type);
  known.set(type, forms);
  return forms;
}

/** Each step may ask for the forms of its type, which may be thousands. */
const formsByType = onceForEach<Portal, Map<RecordType, readonly Form[]>>(() => new Map());

function gatherForms(portal: Portal, { form, kinds }: RecordType): Form[] {
  const ofKinds = Object.values(portal.kinds).filter(({ set }) => kinds.includes(set));
  const hashes = new Set([form, ...ofKinds.map((kind) => kind.form)]);
  return [...hashes].flatMap((hash) => portal.forms[hash ?? ''] ?? []);
}

/** The first transition that needs a complete form, although nobody may change the record before it. */
function neverCorrected({ workflows }: Portal, { type, access }: RecordType): Transition | undefined {
  const workflow = workflows[type];
  if (workflow === undefined) return undefined;
  return Object.values(workflow.transitions).find((step) => {
    const asked = step.needs.flatMap(({ condition }) => testsOf(condition));
    if (!asked.some(({ test }) => test === 'form')) return false;
    const before = [...reachedFrom(workflow, [workflow.initial], (one) => one !== step)];
    const changeable = before.filter((state) => possible(access.update, knownState(state)).true);
    const after = reachedFrom(workflow, changeable, (one) => one !== step);
    return !step.from.some((state) => after.has(state));
  });
}

/**
 * The steps that owners take with complete answers or papers, each with the states that send the record back to the
 * owner, but in which they may change neither.
 */
function fixedWhereOwnersWait(portal: Portal, type: RecordType): Map<Transition, string[]> {
  const workflow = portal.workflows[type.type];
  const owners = (type.parties['owner']?.departments ?? []).flatMap((one) => visitorOf(portal, one) ?? []);
  const mayChange = (state: string) =>
    owners.some(
      (visitor) =>
        possible(type.access.update, knownState(state, knownForVisitor({ portal, visitor, type }))).true,
    );
  const found = new Map<Transition, string[]>();
  if (workflow === undefined || owners.length === 0) return found;
  const reached = reachedStates(workflow);
  for (const step of Object.values(workflow.transitions)) {
    if (step.by === null || !asksCorrected(step)) continue;
    // Only a state to which the record comes back after the step is one in which something is to be corrected.
    const again = reachedFrom(workflow, targetsOf(step));
    const fixed = step.from.filter(
      (state) =>
        reached.has(state) &&
        again.has(state) &&
        workflow.states[state]?.waitsFor === 'owner' &&
        !mayChange(state),
    );
    if (fixed.length > 0) found.set(step, fixed);
  }
  return found;
}

function asksCorrected({ needs }: Transition): boolean {
  return needs
    .flatMap(({ condition }) => testsOf(condition))
    .some((test) => test.test === 'form' || (test.test === 'checklist' && test.is === 'filed'));
}

function filledByOthers({ filledBy }: Form): { name: string; departments: readonly string[] }[] {
  return Object.entries(filledBy).map(([name, departments]) => ({ name, departments }));
}

/** Fields that effects set in a new record: their `data`, and the questions of each row that they repeat for. */
export function givenAtCreation(portal: Portal, type: string): Set<string> {
  const steps = Object.values(portal.workflows).flatMap(({ transitions }) => Object.values(transitions));
  return new Set(
    steps.flatMap((step) =>
      step.then.flatMap((one) =>
        one.effect === 'create' && one.type === type ? namesGiven(portal, step, one) : [],
      ),
    ),
  );
}

/** Fields that this effect of the step sets in a new record. */
export function namesGiven(
  { forms }: Portal,
  { input }: Transition,
  { data, forEachInput }: EffectOf<'create'>,
): string[] {
  const asked = Object(forms[input ?? '']?.schema['properties'])[forEachInput ?? ''] as unknown;
  return [...Object.keys(data), ...Object.keys(Object(Object(Object(asked).items).properties))];
}

/** Returns true if this department may change the record in a state that waits for it. */
function everFills(portal: Portal, type: RecordType, department: string): boolean {
  const workflow = portal.workflows[type.type];
  const visitor = visitorOf(portal, department);
  if (workflow === undefined || visitor === null) return true;
  return [...reachedStates(workflow)].some((state) => {
    const { waitsFor = null, isFinal = true } = workflow.states[state] ?? {};
    const isTurn = waitsFor === null || mustAct(waitsFor, { portal, type, visitor });
    const known = knownState(state, knownForVisitor({ portal, visitor, type }));
    return !isFinal && isTurn && possible(type.access.update, known).true;
  });
}

/** Names of the record's own fields that the conditions of the transition read. */
function ownFieldsOf({ needs, toCases }: Transition): string[] {
  const conditions = [...needs.map(({ condition }) => condition), ...toCases.map(({ when }) => when)];
  return conditions
    .flatMap(testsOf)
    .flatMap(pathsOf)
    .flatMap(({ ancestor, keys }) => (ancestor === null ? (keys[0] ?? []) : []));
}

function pathsOf(test: Condition): FieldPath[] {
  if (test.test !== 'compare') return [];
  const { subject, operand } = test;
  return [
    ...(subject.from === 'field' ? [subject.path] : []),
    ...('field' in operand ? [operand.field] : []),
  ];
}
