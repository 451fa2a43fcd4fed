/** Which records a transition makes below its own: for the kinds that apply, and the checklists that stand under them. */
import { contextOfChild } from './derived-values.ts';
import { holds, readOperand } from './evaluate.ts';
import { readField } from './field-value.ts';
import type { Portal } from './portal.ts';
import type { PortalRecord, RecordContext } from './record.ts';
import type { RequirementKind } from './requirement.ts';
import type { Visitor } from './visitor.ts';
import type { Effect } from './workflow.ts';

/** The engine's own record type: one checklist of a requirement kind, below the record that its set stands under. */
export const checklistType = 'checklist';

/** A record to be made, with what is to be made below it. */
export interface NewRecord {
  readonly type: string;
  readonly kind: string | null;
  readonly state: string;
  readonly office: string | null;
  readonly unit: string | null;
  readonly form: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly children: readonly NewRecord[];
}

type Create = Extract<Effect, { effect: 'create' }>;

/** What one `create` makes. A kind that has its record already gets no second one when a record is sent again. */
export function createdBy(
  portal: Portal,
  visitor: Visitor,
  context: RecordContext,
  effect: Create,
): NewRecord[] {
  const data = Object.fromEntries(
    Object.entries(effect.data).map(([name, operand]) => [
      name,
      readOperand(operand, { portal, visitor, context }),
    ]),
  );
  if (effect.forEachKindOf === null) {
    const isThere = context.children.some((child) => child.type === effect.type && !isEnded(portal, child));
    return isThere ? [] : [withChecklists(portal, visitor, context, { type: effect.type, kind: null, data })];
  }
  return applyingKinds(portal, visitor, context, effect.forEachKindOf)
    .filter((kind) => !hasChild(context, effect.type, kind.id))
    .map((kind) => withChecklists(portal, visitor, context, { type: effect.type, kind, data }));
}

/** The checklists that this record has not yet: each kind that applies, of every set that stands under its type at its office. */
export function checklistsOf(portal: Portal, visitor: Visitor, context: RecordContext): NewRecord[] {
  if (!Object.hasOwn(portal.recordTypes, checklistType)) return [];
  const { record } = context;
  return Object.values(portal.sets)
    .filter((set) => set.under === record.type)
    .flatMap((set) => applyingKinds(portal, visitor, context, set.key))
    .filter((kind) => kind.office === record.office && !hasChild(context, checklistType, kind.id))
    .map((kind) => newRecord(portal, visitor, context, { type: checklistType, kind, data: {} }));
}

/** The office that handles a record of this type and kind below that parent. */
export function officeOf(
  portal: Portal,
  type: string,
  kind: RequirementKind | null,
  parent: PortalRecord | null,
): string | null {
  const rule = portal.recordTypes[type]?.office ?? null;
  if (rule === null) return type === checklistType ? (kind?.office ?? null) : null;
  if (rule === 'kind') return kind?.office ?? null;
  return rule === 'parent' ? (parent?.office ?? null) : rule.department;
}

/** The unit that the record belongs to, as its field says. */
export function unitOf(portal: Portal, visitor: Visitor, context: RecordContext): string | null {
  const path = portal.recordTypes[context.record.type]?.unit ?? null;
  const value = path === null ? null : readField(path, { portal, visitor, context });
  return typeof value === 'string' ? value : null;
}

/** The state in which records of this type begin. */
export function initialState(portal: Portal, type: string): string {
  return portal.workflows[type]?.initial ?? 'recorded';
}

/** A record that does not exist yet, as a condition sees it. */
export function blankRecord(type: string, parts: Partial<PortalRecord>): PortalRecord {
  return {
    id: '',
    type,
    slug: '',
    number: null,
    state: '',
    kind: null,
    owner: null,
    office: null,
    unit: null,
    parent: null,
    version: 1,
    due: null,
    data: {},
    form: null,
    items: {},
    since: '',
    clocks: {},
    booking: null,
    createdAt: '',
    updatedAt: '',
    ...parts,
  };
}

interface Wanted {
  readonly type: string;
  readonly kind: RequirementKind | null;
  readonly data: Readonly<Record<string, unknown>>;
}

function withChecklists(portal: Portal, visitor: Visitor, context: RecordContext, wanted: Wanted): NewRecord {
  const made = newRecord(portal, visitor, context, wanted);
  return { ...made, children: checklistsOf(portal, visitor, contextOfNew(context, made)) };
}

function newRecord(portal: Portal, visitor: Visitor, context: RecordContext, wanted: Wanted): NewRecord {
  const { type, kind, data } = wanted;
  const made: NewRecord = {
    type,
    kind: kind?.id ?? null,
    state: initialState(portal, type),
    office: officeOf(portal, type, kind, context.record),
    unit: null,
    form: kind?.form ?? portal.recordTypes[type]?.form ?? null,
    data,
    children: [],
  };
  return { ...made, unit: unitOf(portal, visitor, contextOfNew(context, made)) };
}

function contextOfNew(context: RecordContext, made: NewRecord): RecordContext {
  const { type, kind, state, office, unit, form, data } = made;
  const owner = context.record.owner;
  return contextOfChild(context, blankRecord(type, { kind, state, office, unit, form, data, owner }));
}

function applyingKinds(
  portal: Portal,
  visitor: Visitor,
  context: RecordContext,
  set: string,
): RequirementKind[] {
  return (portal.sets[set]?.kinds ?? [])
    .map((id) => portal.kinds[id])
    .filter((kind) => kind !== undefined)
    .filter((kind) => holds(kind.applies, { portal, visitor, context }));
}

function hasChild(context: RecordContext, type: string, kind: string): boolean {
  return context.children.some((child) => child.type === type && child.kind === kind);
}

function isEnded(portal: Portal, record: PortalRecord): boolean {
  return portal.workflows[record.type]?.states[record.state]?.isFinal ?? false;
}
