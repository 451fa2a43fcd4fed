/** How a record stands, for those who follow it: who has it now, what comes next on the way to a good end, how far its parts are. */
import { isTurnOf } from './access.ts';
import { holds } from './evaluate.ts';
import { mainPath, type TargetOf } from './main-path.ts';
import type { Portal } from './portal.ts';
import type { RecordContext } from './record.ts';
import { say } from './say.ts';
import type { Visitor } from './visitor.ts';
import type { Workflow } from './workflow.ts';
import type { WireAnswered, WireParts, WireStep, WireWaiting } from './wire.ts';
import { recordMessages } from '../locales/records.ts';

export interface Outlook {
  /** Null: it waits for nobody. */
  readonly waits_for: WireWaiting | null;
  readonly next: readonly WireStep[];
  readonly parts: readonly WireParts[];
  readonly answered: readonly WireAnswered[];
}

/** What somebody sees who may see the record, but not read it whole. */
export const noOutlook: Outlook = { waits_for: null, next: [], parts: [], answered: [] };

/** @param ownerName name of the owner's account, or null */
export function outlookOf(
  portal: Portal,
  visitor: Visitor,
  { context, ownerName }: { readonly context: RecordContext; readonly ownerName: string | null },
): Outlook {
  const { record } = context;
  const workflow = Object.hasOwn(portal.workflows, record.type) ? portal.workflows[record.type] : undefined;
  const state = workflow?.states[record.state];
  if (workflow === undefined || state === undefined) return { ...noOutlook, parts: partsOf(portal, context) };
  const who = (waitsFor: string | null) => titleOf(portal, context, { waitsFor, ownerName });
  return {
    waits_for:
      state.waitsFor === null || state.isFinal
        ? null
        : {
            who: whoOf(portal, visitor, context, state.waitsFor),
            key: keyOf(context, state.waitsFor),
            title: who(state.waitsFor),
          },
    next: mainPath(workflow, record.state, targetsOf(portal, visitor, context)).map((key) => {
      const step = workflow.states[key];
      const waitsFor = step === undefined || step.isFinal ? null : step.waitsFor;
      return { state: key, title: step?.title ?? key, key: keyOf(context, waitsFor), who: who(waitsFor) };
    }),
    parts: partsOf(portal, context),
    answered: answeredIn(workflow, record),
  };
}

/** In the order in which the workflow names them. */
function answeredIn({ transitions }: Workflow, { data }: RecordContext['record']): WireAnswered[] {
  return Object.values(transitions).flatMap(({ name, saves, input }) =>
    saves && input !== null && Object.hasOwn(data, name) ? [{ name, form: input }] : [],
  );
}

/** Where each transition leads for this record: its first case that holds; no visit is booked where its kind says none is needed. */
function targetsOf(portal: Portal, visitor: Visitor, context: RecordContext): TargetOf {
  const scope = { portal, visitor, context };
  const id = context.record.kind ?? '';
  const visit = Object.hasOwn(portal.kinds, id) ? (portal.kinds[id]?.visit ?? null) : null;
  const hasVisit = visit === null || holds(visit.when, scope);
  return ({ to, toCases, books }, at) => {
    if (books !== null && !hasVisit) return null;
    const there = { ...scope, context: { ...context, record: { ...context.record, state: at } } };
    return toCases.find(({ when }) => holds(when, there))?.to ?? to;
  };
}

function whoOf(
  portal: Portal,
  visitor: Visitor,
  context: RecordContext,
  waitsFor: string,
): WireWaiting['who'] {
  if (waitsFor === 'children') return 'parts';
  if (isTurnOf(portal, visitor, context)) return 'you';
  return waitsFor === 'office' || Object.hasOwn(portal.departments, waitsFor) ? 'office' : 'party';
}

interface Waiting {
  readonly waitsFor: string | null;
  readonly ownerName: string | null;
}

/** A department's key, `owner`, or the role of a party. */
function keyOf({ record }: RecordContext, waitsFor: string | null): string | null {
  if (waitsFor === 'children') return null;
  return waitsFor === 'office' ? record.office : waitsFor;
}

/** An office or a person by name; a party that nobody stands for yet by the departments that may. */
function titleOf(portal: Portal, { record }: RecordContext, { waitsFor, ownerName }: Waiting): string | null {
  if (waitsFor === null || waitsFor === 'children') return null;
  if (waitsFor === 'owner') return ownerName ?? say(portal.words, recordMessages.owner);
  const department = waitsFor === 'office' ? (record.office ?? '') : waitsFor;
  if (Object.hasOwn(portal.departments, department)) return portal.departments[department]?.title ?? null;
  if (waitsFor === 'office') return say(portal.words, recordMessages.office);
  const { departments = [] } = portal.recordTypes[record.type]?.parties[waitsFor] ?? {};
  const titles = departments.flatMap((one) => portal.departments[one]?.title ?? []);
  return titles.length === 0 ? null : titles.join(', ');
}

/** A part is done once its state is settled or final. Types without a workflow have nothing to be done. */
function partsOf(portal: Portal, { children }: RecordContext): WireParts[] {
  const types = [...new Set(children.map(({ type }) => type))];
  return types.flatMap((type) => {
    const workflow = Object.hasOwn(portal.workflows, type) ? portal.workflows[type] : undefined;
    if (workflow === undefined) return [];
    const of = children.filter((child) => child.type === type);
    const done = of.filter(({ state }) => {
      const known = workflow.states[state];
      return known !== undefined && (known.isSettled || known.isFinal);
    });
    return [{ type, done: done.length, total: of.length }];
  });
}
