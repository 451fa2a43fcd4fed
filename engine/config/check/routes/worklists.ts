/** Checks that the people who must act on a record find it in a list on a page that they may open. */
import { signersIn } from '../../../portal/access/turns.ts';
import type { Scope } from '../../../portal/conditions/scope.ts';
import type { Condition } from '../../../portal/model/condition.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { List, RecordType } from '../../../portal/model/record-type.ts';
import type { Visitor } from '../../../portal/model/department.ts';
import { flagsRead, mixtures, openListPages, visitorOf } from '../../../portal/routing/visitors.ts';
import type { State, Workflow } from '../../../portal/model/workflow.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { DiagnosticSet, spanIn, type CheckContext } from '../context/check-context.ts';
import { pagesOf } from '../context/pages.ts';
import { lacksPartyPage } from './party-pages.ts';
import { knownState, possible, testsOf } from '../../../portal/conditions/possible.ts';
import { reachedStates, wholeWorkflows } from '../../logic/reach.ts';
import { holdsIn, truthsOf } from '../../logic/satisfiability.ts';
import { canBeParty, knownForVisitor } from '../../logic/visitor-facts.ts';
import { isOwnOffice, officesOf } from '../../../portal/workflow/record-offices.ts';

export function checkWorklists(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const workflow of wholeWorkflows(portal)) {
    const type = portal.recordTypes[workflow.of];
    if (type === undefined) continue;
    const lost = Object.values(workflow.states).flatMap((state) => {
      const departments = departmentsWithoutList({ portal, type, workflow, state });
      return departments.length === 0 ? [] : [{ name: state.key, departments }];
    });
    // A missing or narrow list usually affects many states, so they are reported together.
    const together = Map.groupBy(
      lost,
      ({ departments }) => onlyListOf(portal, type, departments)?.name ?? departments.join(),
    );
    for (const all of together.values()) {
      const names = all.map(({ name }) => name);
      const departments = [...new Set(all.flatMap((one) => one.departments))];
      const list = onlyListOf(portal, type, departments);
      const place =
        list === null
          ? spanIn(context, { kind: 'workflow', name: workflow.name }, 'states', names[0] ?? '')
          : spanIn(context, { kind: 'record', name: type.type }, 'lists', list.name, 'where');
      findings.add('workflow/no-list', place, {
        names,
        type: type.type,
        departments,
        list: list?.name ?? null,
      });
    }
  }
  return findings.all();
}

/** The list on which all of them look for records of the type, if it is the only one, and its `where` leaves some out. */
function onlyListOf(portal: Portal, type: RecordType, departments: readonly string[]): List | null {
  const shown = pagesOf(portal).lists.get(type.type) ?? [];
  const lists = departments.map((one) => shown.filter((page) => page.departments.has(one)));
  const [list, ...others] = new Set(lists.flat().map((page) => page.list));
  const isShared = lists.every(({ length }) => length > 0) && others.length === 0;
  if (list === undefined || !isShared || list.where.test === 'always') return null;
  // A route may narrow a list for itself, and a list for everybody is no place to work.
  const isPublic = openListPages(portal).some(({ of }) =>
    of.some((one) => one.type === type.type && one.list === list.name),
  );
  return isPublic || !Object.hasOwn(type.lists, list.name) || list.name.includes('@') ? null : list;
}

interface WorkflowState {
  readonly portal: Portal;
  readonly type: RecordType;
  readonly workflow: Workflow;
  readonly state: State;
}

function departmentsWithoutList(waiting: WorkflowState): string[] {
  const { portal, type, workflow, state } = waiting;
  if (state.isFinal || state.waitsFor === 'children') return [];
  if (!reachedStates(workflow).has(state.key)) return [];
  const steps = Object.values(workflow.transitions).flatMap(({ by, from, extends: clock }) =>
    by !== null && clock === null && from.includes(state.key) && !mentionsLink(by) ? [by] : [],
  );
  if (steps.length === 0) return [];
  const by: Condition = { test: 'any', of: steps };
  const departments = Object.keys(portal.departments);
  const misses = (department: string) =>
    !findsAll(waiting, department, by) &&
    !findsAbove(waiting, department) &&
    !lacksPartyPage(portal, type.type, department);
  if (state.waitsFor !== null) return departments.filter(misses);
  if (state.isSettled) return [];
  // Without `waitsFor`, one department that may act has to find the record.
  const acting = departments.filter((department) => {
    const visitor = visitorOf(portal, department);
    return (
      visitor !== null && possible(by, knownState(state.key, knownForVisitor({ portal, visitor, type }))).true
    );
  });
  return acting.every(misses) ? acting : [];
}

function mentionsLink(by: Condition): boolean {
  return testsOf(by).some(({ test }) => test === 'link');
}

interface ListViewer extends Scope {
  /** The `waitsFor` of the state: a role of the record, its office, or a department; null if it has none. */
  readonly role: string | null;
}

/** Returns true if everybody of this department who must act always sees the record in one of their lists. */
function findsAll({ portal, type, state }: WorkflowState, department: string, by: Condition): boolean {
  // A step that several people take waits for each of them.
  const signers = state.waitsFor === null ? [] : (signersIn(portal, type.type, state.key) ?? []);
  return [state.waitsFor, ...signers].every((role) =>
    mixtures(flagsRead([by])).every((mixture) => {
      const visitor = visitorOf(portal, department, mixture);
      if (visitor === null || (role !== null && !mustAct(role, { portal, type, visitor }))) return true;
      return isListed({ portal, visitor, role }, { type, states: [state.key], by });
    }),
  );
}

/**
 * Returns true if they always see the record above, whose page lists its children, and have a page for this record.
 */
function findsAbove({ portal, type, state }: WorkflowState, department: string): boolean {
  const visitor = visitorOf(portal, department);
  const opens = pagesOf(portal).byType.get(type.type)?.has(department) === true;
  if (visitor === null || !opens || type.parents.length === 0) return false;
  return type.parents.every((name) => {
    const [above, workflow] = [portal.recordTypes[name], portal.workflows[name]];
    if (above === undefined || workflow === undefined) return false;
    const states = [...reachedStates(workflow)].filter((one) => workflow.states[one]?.isFinal !== true);
    const looking = { portal, visitor, role: state.waitsFor };
    return isListed(looking, { type: above, states, by: { test: 'always' } });
  });
}

interface Worklist {
  readonly type: RecordType;
  readonly states: readonly string[];
  /** Only worlds in which this is true are considered. */
  readonly by: Condition;
}

/** Returns true if in each state a list on the visitor's pages always shows them the record. */
function isListed({ portal, visitor, role }: ListViewer, { type, states, by }: Worklist): boolean {
  const shown = pagesOf(portal).lists.get(type.type) ?? [];
  const lists = shown
    .filter(({ departments }) => departments.has(visitor.department ?? ''))
    .map(({ list }) => list.where);
  const settled = (atom: Condition) => (isRole(atom, role) ? true : null);
  /** Null if there are too many combinations to try. */
  const isSeen = (state: string, wheres: readonly Condition[]): boolean | null => {
    const { read } = type.access;
    const truths = truthsOf([by, read, ...wheres], { portal, visitor, type }, settled);
    if (truths === null) return null;
    return truths.every((one) => {
      const world = { portal, visitor, state, truths: one };
      if (!holdsIn(by, world)) return true;
      return holdsIn(read, world) && wheres.some((where) => holdsIn(where, world));
    });
  };
  // A single list is cheap to try. Several lists together may cover what no single one covers.
  return states.every(
    (state) => lists.some((where) => isSeen(state, [where]) === true) || isSeen(state, lists) !== false,
  );
}

/** Returns true if a state with this `waitsFor` waits for the visitor. */
export function mustAct(
  role: string,
  {
    portal,
    type,
    visitor,
  }: { readonly portal: Portal; readonly type: RecordType; readonly visitor: Visitor },
): boolean {
  const { department } = visitor;
  if (department === null) return false;
  if (role === 'office') return officesOf(portal, type).has(department);
  if (role === 'owner' || Object.hasOwn(type.parties, role))
    return canBeParty(role, { portal, visitor, type });
  return role === department;
}

function isRole(atom: Condition, role: string | null): boolean {
  return role === 'office' ? isOwnOffice(atom) : atom.test === 'party' && atom.role === role;
}
