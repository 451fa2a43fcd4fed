/**
 * Checks reviews: somebody can accept papers before a transition needs them, on a page of theirs, and nobody accepts
 * their own.
 */
import type { Condition } from '../../../portal/model/condition.ts';
import { isNever } from '../../../portal/access/access.ts';
import { recordParameterOf } from '../../../portal/routing/links.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import type { ChecklistItem } from '../../../portal/model/requirement.ts';
import type { Visitor } from '../../../portal/model/department.ts';
import type { Transition, Workflow } from '../../../portal/model/workflow.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { DiagnosticSet, spanIn, type CheckContext } from '../context/check-context.ts';
import { allowsOwnApproval } from './separation-of-duties.ts';
import { pagesOf } from '../context/pages.ts';
import { type KnownTruth, possible } from '../../../portal/conditions/possible.ts';
import { reachedFrom, reachedStates, wholeWorkflows } from '../../logic/reach.ts';
import { statesWhere } from '../../logic/satisfiability.ts';
import {
  canBeParty,
  knownForVisitor,
  accountsOf,
  visibleIn,
  initialAccountsOf,
} from '../../logic/visitor-facts.ts';

export function checkReviews(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const workflow of wholeWorkflows(portal)) {
    const type = portal.recordTypes[workflow.of];
    const items = type === undefined ? [] : itemsOf(portal, type);
    if (type === undefined || items.length === 0) continue;
    const reviewed = { portal, type, workflow };
    const place = (...keys: readonly string[]) =>
      spanIn(context, { kind: 'record', name: type.type }, 'checklist', ...keys);
    const names = waitingInVain(reviewed, items);
    const isVain =
      type.checklist !== null && !isNever(type.checklist.review) && statesOf(reviewed, 'review').length === 0;
    if (names.length > 0 || isVain)
      findings.add('checklist/nobody-accepts', place('review'), { type: type.type, names });
    const told = new Set<string>();
    for (const rule of rules) {
      const departments = withoutPage(reviewed, rule).filter((one) => !told.has(one));
      for (const one of departments) told.add(one);
      if (departments.length > 0)
        findings.add('checklist/no-page', place(rule), { type: type.type, rule, departments });
      const owners = isMeant(context, workflow) ? [] : ownReviewers(reviewed, rule, items);
      if (owners.length > 0)
        findings.add('checklist/own-papers', place(rule), { type: type.type, rule, departments: owners });
    }
  }
  return findings.all();
}

type ReviewRule = 'review' | 'waive';

const rules: readonly ReviewRule[] = ['review', 'waive'];

interface ReviewContext {
  readonly portal: Portal;
  readonly type: RecordType;
  readonly workflow: Workflow;
}

function itemsOf({ kinds }: Portal, type: RecordType): ChecklistItem[] {
  const ofKinds = Object.values(kinds).filter(({ set }) => type.kinds.includes(set));
  return [...type.items, ...ofKinds.flatMap(({ items }) => items)];
}

/** Transitions that need a passed checklist, although nobody can accept its items before. */
function waitingInVain(review: ReviewContext, items: readonly ChecklistItem[]): string[] {
  const { workflow } = review;
  // Optional items and papers issued by the portal need no review.
  if (!items.some(({ isOptional, from }) => !isOptional && from === 'upload')) return [];
  const reached = reachedStates(workflow);
  const steps = Object.values(workflow.transitions).filter(
    (step) => needsPassed(step) && step.from.some((one) => reached.has(one)),
  );
  if (steps.length === 0) return [];
  // The first review comes before any step that needs it.
  const before = reachedFrom(workflow, [workflow.initial], (step) => !needsPassed(step));
  const after = reachedFrom(
    workflow,
    statesOf(review, 'review').filter((state) => before.has(state)),
  );
  return steps.filter(({ from }) => !from.some((state) => after.has(state))).map(({ name }) => name);
}

function needsPassed({ by, trigger, needs }: Transition): boolean {
  const asked = [by, trigger, ...needs.map(({ condition }) => condition)].filter((one) => one !== null);
  return asked.some((condition) => !possible(condition, notPassed).true);
}

const notPassed: KnownTruth = (test) => (test.test === 'checklist' && test.is === 'passed' ? false : null);

/** The states in which the rule allows somebody to review a record that they see. */
function statesOf(review: ReviewContext, rule: ReviewRule): string[] {
  const { portal } = review;
  return [
    ...new Set(Object.keys(portal.departments).flatMap((department) => statesFor(review, department, rule))),
  ];
}

function statesFor(
  { portal, type, workflow }: ReviewContext,
  department: string,
  rule: ReviewRule,
): string[] {
  const condition = type.checklist?.[rule];
  if (condition === undefined) return [];
  const asked: Condition[] = [condition, visibleIn(portal, type, '')];
  return accountsOf(portal, department, asked).flatMap((visitor) => {
    const standing = { portal, visitor, type };
    // Most departments review nothing of most types, so this quick test comes first.
    if (!possible(condition, knownForVisitor(standing)).true) return [];
    const states = statesWhere(standing, asked, (known, state) =>
      [condition, visibleIn(portal, type, state)].every((one) => possible(one, known).true),
    );
    return states.filter((state) => workflow.states[state]?.isFinal !== true);
  });
}

/** Departments that may review, but have no page with the items of a single record. */
function withoutPage(review: ReviewContext, rule: ReviewRule): string[] {
  const { portal, type } = review;
  const pages = (pagesOf(portal).ofOne.get(type.type) ?? []).filter(
    ({ route }) => showsItems.has(route.screen) && recordParameterOf(route)?.type === type.type,
  );
  return Object.keys(portal.departments).filter(
    (department) =>
      !pages.some(({ departments }) => departments.has(department)) &&
      statesFor(review, department, rule).length > 0,
  );
}

const showsItems: ReadonlySet<string> = new Set(['record', 'checklist']);

/** Departments with an account that may accept or waive items that it sent itself. */
function ownReviewers(
  { portal, type, workflow }: ReviewContext,
  rule: ReviewRule,
  items: readonly ChecklistItem[],
): string[] {
  const condition = type.checklist?.[rule];
  if (condition === undefined || !items.some(({ evidence }) => evidence === 'file')) return [];
  const mayOwn = (visitor: Visitor) => isOwner({ portal, type }, visitor);
  return Object.keys(portal.departments).filter((department) =>
    initialAccountsOf(portal, department, [condition]).some((visitor) => {
      if (!mayOwn(visitor)) return false;
      const states = statesWhere(
        { portal, visitor, type },
        [condition],
        (known) => possible(condition, asOwner(known)).true,
      );
      return states.some((state) => workflow.states[state]?.isFinal !== true);
    }),
  );
}

/** If neither the role nor `create` names the owner's departments, nothing is reported. */
function isOwner({ portal, type }: Pick<ReviewContext, 'portal' | 'type'>, visitor: Visitor): boolean {
  const isSaid = (type.parties['owner']?.departments.length ?? 0) > 0 || !isNever(type.access.create);
  return isSaid && canBeParty('owner', { portal, visitor, type });
}

/** Also knows that the visitor owns the record and took the transitions of its owner. */
function asOwner(known: KnownTruth): KnownTruth {
  return (test) => {
    if (test.test === 'self' || test.test === 'did') return true;
    return test.test === 'party' && test.role === 'owner' ? true : known(test);
  };
}

/** Returns true if each transition that needs the checklist has `approves: own`. */
function isMeant(context: CheckContext, workflow: Workflow): boolean {
  const steps = Object.values(workflow.transitions).filter(needsPassed);
  return steps.length > 0 && steps.every((step) => allowsOwnApproval(context, workflow, step));
}
