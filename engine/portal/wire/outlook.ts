/**
 * The outlook of a record for its followers: who must act now, what comes next on the way to a good end, and the
 * progress of its parts. Of a new record: what follows after it is created.
 */
import { message, type MessageValue } from '../../locales/message.ts';
import { recordMessages } from '../../locales/records.ts';
import { draftState, isTurnOf, viewLevel } from '../access/access.ts';
import { stateTitle } from '../access/visible-data.ts';
import { availableItems } from '../checklist/checklist.ts';
import { isToDo, waitsForOf } from '../checklist/to-do.ts';
import { holds } from '../conditions/evaluate.ts';
import { signatureOf } from '../conditions/quorum.ts';
import { knownState, linkConditionOf, possible } from '../conditions/possible.ts';
import type { RecordScope, Scope } from '../conditions/scope.ts';
import { blockingParts } from '../life/blocking-parts.ts';
import type { Portal } from '../model/portal.ts';
import {
  blankRecord,
  contextAlone,
  contextOfChild,
  type PortalRecord,
  type RecordContext,
} from '../model/record.ts';
import type { Transition, Workflow } from '../model/workflow.ts';
import { mainPath, type TargetOf } from '../workflow/main-path.ts';
import { actionsOf } from '../workflow/transition.ts';
import type { FirstSteps } from './slice.ts';

/** For a record without answers that the visitor has just created. */
export function firstStepsOf({ portal, visitor }: Scope, type: string): FirstSteps {
  const draft = draftState(portal, type);
  const record = blankRecord(type, { state: draft ?? '', owner: visitor.account });
  const context = contextAlone({ record, today: '', now: '' });
  const isDraft = draft !== null && visitor.signedIn;
  return {
    actions: isDraft
      ? actionsOf({ portal, visitor, context }).map(({ name, title, input, to }) => ({
          name,
          title,
          input,
          to,
        }))
      : [],
    asksPapers: isDraft && asksPapers({ portal, visitor, context }),
    link: linkTitleIn(portal.workflows[type]),
  };
}

function asksPapers(scope: RecordScope): boolean {
  return availableItems(scope).some(
    ({ item, state }) => item.evidence === 'file' && !item.isOptional && state === 'missing',
  );
}

/** Its owner receives a link at once, through the workflow's first step, if it has one. */
function linkTitleIn(workflow: Workflow | undefined): string | null {
  if (workflow === undefined) return null;
  const transitions = Object.values(workflow.transitions);
  const begins = [workflow.initial];
  for (const state of begins) {
    const next = transitions.filter((step) => runsAtOnce(step, state)).map(({ to }) => to);
    begins.push(...next.filter((to) => !begins.includes(to)));
  }
  const step = transitions.find(
    ({ by, from }) => linkConditionOf(by) !== null && from.some((state) => begins.includes(state)),
  );
  return step?.title ?? null;
}

/** By the state alone, whatever the record says. */
function runsAtOnce({ from, trigger }: Transition, state: string): boolean {
  if (trigger === null || !from.includes(state)) return false;
  return !possible(trigger, knownState(state)).false;
}

export interface Outlook {
  /** Null: nobody must act. `title`: null for parts, and for a party without a department. */
  readonly waits_for: {
    /** `you`: this caller; `parts`: the records below it. */
    readonly who: 'you' | 'party' | 'office' | 'parts';
    readonly key: string | null;
    readonly title: MessageValue | null;
  } | null;
  readonly next: readonly {
    readonly state: string;
    readonly title: MessageValue;
    /** Who must act then, or null: the key of a department, `owner` or a role, and its title. */
    readonly key: string | null;
    readonly who: MessageValue | null;
  }[];
  readonly parts: readonly {
    readonly type: string;
    /** Settled, one way or the other. */
    readonly done: number;
    readonly total: number;
    /** How many of them, by their state, keep the record from going on by itself. */
    readonly blocking: readonly { readonly state: string; readonly count: number }[];
  }[];
  readonly answered: readonly { readonly name: string; readonly form: string }[];
}

/** For a visitor who may see the record but not read all of it. */
const noOutlook: Outlook = { waits_for: null, next: [], parts: [], answered: [] };

/** @param ownerName name of the owner's account, or null */
export function outlookOf(
  { portal, visitor }: Scope,
  { context, ownerName }: { readonly context: RecordContext; readonly ownerName: string | null },
): Outlook {
  const { record } = context;
  const workflow = Object.hasOwn(portal.workflows, record.type) ? portal.workflows[record.type] : undefined;
  const state = workflow?.states[record.state];
  if (workflow === undefined || state === undefined)
    return { ...noOutlook, parts: partsOf({ portal, visitor, context }) };
  const who = (waitsFor: string | null) => titleOf(portal, context, { waitsFor, ownerName });
  return {
    waits_for:
      state.waitsFor === null || state.isFinal
        ? null
        : {
            who: whoOf({ portal, visitor, context }, state.waitsFor),
            key: keyOf(context, state.waitsFor),
            title: who(state.waitsFor),
          },
    next: mainPath(workflow, record.state, targetsOf({ portal, visitor, context })).map((key) => {
      const step = workflow.states[key];
      const waitsFor = step === undefined || step.isFinal ? null : step.waitsFor;
      const title = step === undefined ? key : { text: stateTitle({ portal, visitor }, step), kind: 'state' };
      return { state: key, title, key: keyOf(context, waitsFor), who: who(waitsFor) };
    }),
    parts: partsOf({ portal, visitor, context }),
    answered: answeredIn(workflow, record),
  };
}

/** In the order of the workflow. */
function answeredIn({ transitions }: Workflow, { data }: RecordContext['record']): Outlook['answered'] {
  return Object.values(transitions).flatMap(({ name, saves, input }) =>
    saves && input !== null && Object.hasOwn(data, name) ? [{ name, form: input }] : [],
  );
}

/**
 * The target of each transition for this record: its first case that is true. A kind without a visit needs no
 * booking.
 */
function targetsOf(scope: RecordScope): TargetOf {
  const { portal, context } = scope;
  const id = context.record.kind ?? '';
  const visit = Object.hasOwn(portal.kinds, id) ? (portal.kinds[id]?.visit ?? null) : null;
  const hasVisit = visit === null || holds(visit.when, scope);
  return ({ to, toCases, books }, at) => {
    if (books !== null && !hasVisit) return null;
    const there = { ...scope, context: { ...context, record: { ...context.record, state: at } } };
    return toCases.find(({ when }) => holds(when, there))?.to ?? to;
  };
}

function whoOf(scope: RecordScope, waitsFor: string): NonNullable<Outlook['waits_for']>['who'] {
  const { portal } = scope;
  if (isToDo(scope)) return 'you';
  if (waitsFor === 'children' || waitsForOf(scope) === 'children') return 'parts';
  if (isTurnOf(scope) && signatureOf(scope, scope.context.record) === null) return 'you';
  return waitsFor === 'office' || Object.hasOwn(portal.departments, waitsFor) ? 'office' : 'party';
}

/** A department's key, `owner`, or the role of a party. */
function keyOf({ record }: RecordContext, waitsFor: string | null): string | null {
  if (waitsFor === 'children') return null;
  return waitsFor === 'office' ? record.office : waitsFor;
}

/** The name of an office or person; for another party, the departments of its people. */
function titleOf(
  portal: Portal,
  { record }: RecordContext,
  { waitsFor, ownerName }: { readonly waitsFor: string | null; readonly ownerName: string | null },
): MessageValue | null {
  if (waitsFor === null || waitsFor === 'children') return null;
  if (waitsFor === 'owner') return ownerName ?? message(recordMessages.owner);
  const department = waitsFor === 'office' ? (record.office ?? '') : waitsFor;
  const [title] = titlesOf(portal, [department]);
  if (title !== undefined) return title;
  if (waitsFor === 'office') return message(recordMessages.office);
  const parties = portal.recordTypes[record.type]?.parties ?? {};
  const oneOf = titlesOf(portal, Object.hasOwn(parties, waitsFor) ? parties[waitsFor]?.departments : []);
  return oneOf.length === 0 ? null : { oneOf };
}

function titlesOf({ departments }: Portal, keys: readonly string[] = []): MessageValue[] {
  return keys.flatMap((key) =>
    Object.hasOwn(departments, key) ? [{ text: departments[key]?.title ?? key, kind: 'name' }] : [],
  );
}

/**
 * A part is done once its state is settled or final. Types without a workflow are never counted, nor those whose
 * records are done from the start. The counts include only what this visitor sees. The records that an account owns
 * are no parts of it.
 */
function partsOf({ portal, visitor, context }: RecordScope): Outlook['parts'] {
  if (portal.recordTypes[context.record.type]?.builtIn === 'user') return [];
  const seen = context.children.flatMap((child) => {
    const parties = context.childParties?.[child.id] ?? [];
    const scope = { portal, visitor, context: { ...contextOfChild(context, child), parties } };
    return viewLevel(scope) === null ? [] : [child];
  });
  const blockers = new Set(blockingParts({ portal, visitor, context }));
  const types = new Set(seen.map(({ type }) => type));
  return [...types].flatMap((type) => {
    const workflow = Object.hasOwn(portal.workflows, type) ? portal.workflows[type] : undefined;
    if (workflow === undefined) return [];
    const of = seen.filter((child) => child.type === type);
    const isDone = ({ state }: Pick<PortalRecord, 'state'>) => {
      const { isSettled = false, isFinal = false } = workflow.states[state] ?? {};
      return isSettled || isFinal;
    };
    if (isDone({ state: workflow.initial })) return [];
    const blocking = Object.entries(
      Object.groupBy(
        of.filter((child) => blockers.has(child)),
        ({ state }) => state,
      ),
    ).map(([state, some = []]) => ({ state, count: some.length }));
    return [{ type, done: of.filter(isDone).length, total: of.length, blocking }];
  });
}
