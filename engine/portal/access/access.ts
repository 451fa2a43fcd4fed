/** Who may create, read and change a record, and which of its fields: the same rules for every screen, list and call. */
import type { Condition } from '../model/condition.ts';
import { holds } from '../conditions/evaluate.ts';
import { goneFrom } from './gone.ts';
import type { Portal } from '../model/portal.ts';
import type { RecordContext } from '../model/record.ts';
import type { RecordType } from '../model/record-type.ts';
import type { Visitor } from '../model/visitor.ts';

/** How much of a record somebody sees. */
export interface View {
  readonly level: 'read' | 'summary' | 'public';
  /** Names of the columns and fields to show; null: all but `hidden`. */
  readonly fields: readonly string[] | null;
  /** Fields that this visitor may not read. */
  readonly hidden: readonly string[];
  /** Fields that are shown with most letters replaced. */
  readonly masked: readonly string[];
}

/** May this visitor do this with the record? Reading means all of it; a summary or a public view is `viewOf`. */
export function may(
  portal: Portal,
  visitor: Visitor,
  action: 'create' | 'read' | 'update',
  type: string,
  context: RecordContext,
): boolean {
  const recordType = recordTypeOf(portal, type);
  if (recordType === null) return false;
  if (action === 'create') return asks(portal, visitor, recordType.access.create, context);
  if (!mayRead(portal, visitor, recordType, context)) return false;
  return action === 'read' || mayUpdate(portal, visitor, recordType, context);
}

/** May this visitor begin records below this one, which they see in whole or in part? What is begun has its own `create`. */
export function mayBeginBelow(portal: Portal, visitor: Visitor, context: RecordContext): boolean {
  const recordType = recordTypeOf(portal, context.record.type);
  if (recordType === null || viewOf(portal, visitor, context) === null) return false;
  return asks(portal, visitor, recordType.access.below, context);
}

/** What this visitor sees of the record, or null: then it is not there for him. */
export function viewOf(portal: Portal, visitor: Visitor, context: RecordContext): View | null {
  const recordType = recordTypeOf(portal, context.record.type);
  if (recordType === null) return null;
  const hidden = hiddenFields(portal, visitor, recordType, context);
  if (mayRead(portal, visitor, recordType, context)) {
    return { level: 'read', fields: null, hidden, masked: [] };
  }
  if (isDraft(portal, context.record)) return null;
  const { summary, public: open } = recordType.access;
  if (summary !== null && asks(portal, visitor, summary.to, context)) {
    return { level: 'summary', fields: summary.fields, hidden, masked: maskedFields(recordType, []) };
  }
  if (open !== null && asks(portal, visitor, open.when, context)) {
    const masked = maskedFields(recordType, open.masked);
    return { level: 'public', fields: open.fields, hidden, masked };
  }
  return null;
}

/** Fields that this visitor may not change now, because somebody has verified them. */
export function verifiedFields(portal: Portal, visitor: Visitor, context: RecordContext): readonly string[] {
  const verified = recordTypeOf(portal, context.record.type)?.verified ?? null;
  if (verified === null || !verified.states.includes(context.record.state)) return [];
  return asks(portal, visitor, verified.by, context) ? [] : verified.fields;
}

/** Still with its owner, who has not sent it: nobody else sees it, and it counts nowhere. */
export function isDraft(portal: Portal, record: { readonly type: string; readonly state: string }): boolean {
  return draftState(portal, record.type) === record.state;
}

/** The state in which records of this type are drafts: the initial one of what people begin and then send themselves. */
export function draftState(portal: Portal, type: string): string | null {
  const workflow = Object.hasOwn(portal.workflows, type) ? portal.workflows[type] : undefined;
  const create = recordTypeOf(portal, type)?.access.create;
  if (workflow === undefined || create === undefined || isNever(create)) return null;
  return workflow.states[workflow.initial]?.waitsFor === 'owner' ? workflow.initial : null;
}

/** True for a rule that nobody meets, as the linker writes one that the configuration leaves out. */
export function isNever(condition: Condition): boolean {
  switch (condition.test) {
    case 'not':
      return condition.of.test === 'always';
    case 'all':
      return condition.of.some(isNever);
    case 'any':
      return condition.of.every(isNever);
    default:
      return false;
  }
}

/** Is it now this visitor's turn: does the state wait for him, or for nobody in particular? */
export function isTurnOf(portal: Portal, visitor: Visitor, context: RecordContext): boolean {
  const { record } = context;
  const state = portal.workflows[record.type]?.states[record.state];
  if (state === undefined) return !Object.hasOwn(portal.workflows, record.type);
  if (state.isFinal) return false;
  if (state.waitsFor === null) return true;
  if (state.waitsFor === 'children') return false;
  if (state.waitsFor === 'office') return record.office !== null && record.office === visitor.department;
  if (Object.hasOwn(portal.departments, state.waitsFor)) return state.waitsFor === visitor.department;
  return asks(portal, visitor, { test: 'party', role: state.waitsFor }, context);
}

/** The declared type, or null: a name from an address may be any word. */
export function recordTypeOf(portal: Portal, type: string): RecordType | null {
  return Object.hasOwn(portal.recordTypes, type) ? (portal.recordTypes[type] ?? null) : null;
}

function mayRead(portal: Portal, visitor: Visitor, recordType: RecordType, context: RecordContext): boolean {
  if (isDraft(portal, context.record)) {
    return visitor.account !== null && context.record.owner === visitor.account;
  }
  return asks(portal, visitor, recordType.access.read, context);
}

function mayUpdate(
  portal: Portal,
  visitor: Visitor,
  recordType: RecordType,
  context: RecordContext,
): boolean {
  return (
    goneFrom(portal, context.record) === null &&
    isTurnOf(portal, visitor, context) &&
    asks(portal, visitor, recordType.access.update, context)
  );
}

function hiddenFields(
  portal: Portal,
  visitor: Visitor,
  recordType: RecordType,
  context: RecordContext,
): string[] {
  return Object.entries(recordType.fields)
    .filter(([, rule]) => !asks(portal, visitor, rule.read, context))
    .map(([name]) => name);
}

function maskedFields(recordType: RecordType, more: readonly string[]): string[] {
  const ruled = Object.entries(recordType.fields).filter(([, rule]) => rule.isMasked);
  return [...new Set([...ruled.map(([name]) => name), ...more])];
}

function asks(portal: Portal, visitor: Visitor, condition: Condition, context: RecordContext): boolean {
  return holds(condition, { portal, visitor, context });
}
