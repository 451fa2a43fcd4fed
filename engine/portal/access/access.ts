/**
 * Decides who may create, read and change a record, and which fields they see. Every screen, list and API call uses
 * these rules.
 */
import { accountMessages } from '../../locales/account.ts';
import { message, type Message } from '../../locales/message.ts';
import { recordMessages } from '../../locales/records.ts';
import { holds } from '../conditions/evaluate.ts';
import { signaturesOf } from '../conditions/quorum.ts';
import type { RecordScope, Scope } from '../conditions/scope.ts';
import type { Condition } from '../model/condition.ts';
import type { Visitor } from '../model/department.ts';
import type { Portal } from '../model/portal.ts';
import type { RecordType } from '../model/record-type.ts';
import type { PortalRecord } from '../model/record.ts';
import { hasReach, mayDoMoreThanSteps } from './deputies.ts';

/** How much of a record a visitor sees. */
export interface View {
  readonly level: 'read' | 'summary' | 'public';
  /** Names of the columns and fields to show; null: all except `hidden`. */
  readonly fields: readonly string[] | null;
  /** Fields that this visitor may not read. */
  readonly hidden: readonly string[];
  /** Fields that are shown with most letters replaced. */
  readonly masked: readonly string[];
}

/** May this visitor do this with the record? Reading means all of it; a summary or a public view is `viewOf`. */
export function may(scope: RecordScope, action: 'create' | 'read' | 'update', type: string): boolean {
  const { portal } = scope;
  const recordType = recordTypeOf(portal, type);
  if (recordType === null) return false;
  // A record has one owner, so a deputy begins records for nobody else.
  if (action === 'create')
    return scope.visitor.actsFor === undefined && holds(recordType.access.create, scope);
  if (!mayRead(scope, recordType)) return false;
  return action === 'read' || mayUpdate(scope, recordType);
}

/**
 * Decides whether this visitor, who sees the record in whole or in part, may create records below it. The rule
 * `create` of the child's type applies too.
 */
export function mayBeginBelow(scope: RecordScope): boolean {
  const { portal, context } = scope;
  const recordType = recordTypeOf(portal, context.record.type);
  if (recordType === null || scope.visitor.actsFor !== undefined || viewOf(scope) === null) return false;
  return holds(recordType.access.below, scope);
}

/** What this visitor sees of the record; null: for this visitor it does not exist. */
export function viewOf(scope: RecordScope): View | null {
  const { portal, context } = scope;
  const recordType = recordTypeOf(portal, context.record.type);
  const level = viewLevel(scope);
  if (recordType === null || level === null) return null;
  const hidden = hiddenFields(scope, recordType);
  const { summary, public: open } = recordType.access;
  switch (level) {
    case 'read':
      return { level, fields: null, hidden, masked: [] };
    case 'summary':
      return { level, fields: summary?.fields ?? [], hidden, masked: maskedFields(recordType, []) };
    case 'public':
      return {
        level,
        fields: open?.fields ?? [],
        hidden,
        masked: maskedFields(recordType, open?.masked ?? []),
      };
  }
}

/** What a secret link shows of the record, whatever its state. A rule of a field itself applies too. */
export function viewByLink(scope: RecordScope, fields: readonly string[]): View {
  const recordType = recordTypeOf(scope.portal, scope.context.record.type);
  if (recordType === null) return { level: 'public', fields: [], hidden: [], masked: [] };
  const masked = maskedFields(recordType, []);
  return { level: 'public', fields, hidden: hiddenFields(scope, recordType), masked };
}

/** The level of `viewOf` alone, which costs much less. */
export function viewLevel(scope: RecordScope): View['level'] | null {
  const { portal, context } = scope;
  const recordType = recordTypeOf(portal, context.record.type);
  if (recordType === null) return null;
  if (mayRead(scope, recordType)) return 'read';
  if (isDraft(portal, context.record) || !hasReach(scope, recordType.type)) return null;
  const { summary, public: open } = recordType.access;
  if (summary !== null && holds(summary.to, scope)) return 'summary';
  return open !== null && holds(open.when, scope) ? 'public' : null;
}

/** Fields that this visitor may not change now, because their values are verified. */
export function verifiedFields(scope: RecordScope): readonly string[] {
  const { portal, context } = scope;
  const verified = recordTypeOf(portal, context.record.type)?.verified ?? null;
  if (verified === null || !verified.states.includes(context.record.state)) return [];
  return holds(verified.by, scope) ? [] : verified.fields;
}

/** A draft: its owner has not sent it. Nobody else sees it, and no count includes it. */
export function isDraft(portal: Portal, record: { readonly type: string; readonly state: string }): boolean {
  return draftState(portal, record.type) === record.state;
}

/** The draft state of this type: the initial state, if people create such records and send them themselves. */
export function draftState(portal: Portal, type: string): string | null {
  const workflow = Object.hasOwn(portal.workflows, type) ? portal.workflows[type] : undefined;
  const create = recordTypeOf(portal, type)?.access.create;
  if (workflow === undefined || create === undefined || isNever(create)) return null;
  return workflow.states[workflow.initial]?.waitsFor === 'owner' ? workflow.initial : null;
}

/** True for a rule that nobody meets. The linker writes one for each rule that the configuration leaves out. */
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

/** Decides whether the state waits for this visitor, or for nobody in particular. */
export function isTurnOf(scope: RecordScope): boolean {
  const { portal, context } = scope;
  const { record } = context;
  const state = portal.workflows[record.type]?.states[record.state];
  if (state === undefined) return !Object.hasOwn(portal.workflows, record.type);
  if (state.isFinal) return false;
  return state.waitsFor === null || isFor(scope, state.waitsFor);
}

/** Decides whether a record that waits for this department, role of a party or office waits for this visitor. */
export function isFor(scope: RecordScope, waitsFor: string): boolean {
  const { portal, visitor, context } = scope;
  const { office } = context.record;
  if (waitsFor === 'children') return false;
  if (waitsFor === 'office') return office !== null && office === visitor.department;
  if (Object.hasOwn(portal.departments, waitsFor)) return waitsFor === visitor.department;
  return holds({ test: 'party', role: waitsFor }, scope);
}

/** The declared type, or null. The name may come from an address, so it can be any word. */
export function recordTypeOf(portal: Portal, type: string): RecordType | null {
  return Object.hasOwn(portal.recordTypes, type) ? (portal.recordTypes[type] ?? null) : null;
}

/** A rule about a record of this type. All rules of a list must hold. */
interface AccessRule {
  readonly rule: 'owner' | 'reach' | 'read' | 'delegated' | 'rules' | 'turn' | 'signed' | 'update';
  readonly holds: (scope: RecordScope, recordType: RecordType) => boolean;
}

const draftRules: readonly AccessRule[] = [
  {
    rule: 'owner',
    holds: (scope, { type }) => isOwner(scope.visitor, scope.context.record) && hasReach(scope, type),
  },
];

const readRules: readonly AccessRule[] = [
  { rule: 'reach', holds: (scope, { type }) => hasReach(scope, type) },
  { rule: 'read', holds: (scope, { access }) => holds(access.read, scope) },
];

const updateRules: readonly AccessRule[] = [
  { rule: 'delegated', holds: ({ visitor }, recordType) => mayDoMoreThanSteps(visitor, recordType) },
  { rule: 'rules', holds: ({ portal, context }) => whyRuleless(portal, context.record) === null },
  { rule: 'turn', holds: (scope) => isTurnOf(scope) },
  // What somebody has signed stays as they have read it.
  { rule: 'signed', holds: ({ portal, context }) => signaturesOf(portal, context.record).length === 0 },
  { rule: 'update', holds: (scope, { access }) => holds(access.update, scope) },
];

/** The rules that `may` asks about this record, in the order in which they decide. */
export function accessRules(scope: RecordScope, action: 'read' | 'update'): readonly AccessRule[] {
  return action === 'read' ? rulesOfReading(scope) : [...rulesOfReading(scope), ...updateRules];
}

/** A draft is read by its owner alone. */
function rulesOfReading({ portal, context }: RecordScope): readonly AccessRule[] {
  return isDraft(portal, context.record) ? draftRules : readRules;
}

function mayRead(scope: RecordScope, recordType: RecordType): boolean {
  return rulesOfReading(scope).every((one) => one.holds(scope, recordType));
}

/** Does the record belong to this visitor themself? A deputy owns nothing in the place of somebody else. */
export function isOwner({ account, actsFor }: Visitor, { owner }: Pick<PortalRecord, 'owner'>): boolean {
  return actsFor === undefined && account !== null && owner === account;
}

function mayUpdate(scope: RecordScope, recordType: RecordType): boolean {
  return updateRules.every((one) => one.holds(scope, recordType));
}

function hiddenFields(scope: RecordScope, recordType: RecordType): string[] {
  return Object.entries(recordType.fields)
    .filter(([, rule]) => !holds(rule.read, scope))
    .map(([name]) => name);
}

function maskedFields(recordType: RecordType, more: readonly string[]): string[] {
  const ruled = Object.entries(recordType.fields).filter(([, rule]) => rule.isMasked);
  return [...new Set([...ruled.map(([name]) => name), ...more])];
}

type RecordReferences = Pick<PortalRecord, 'type' | 'state' | 'kind' | 'office' | 'form'>;

/** @returns why nobody may change the record; null if all its rules exist */
export function whyRuleless(portal: Portal, record: RecordReferences): Message | null {
  const { kind, office, state } = record;
  if (kind !== null && !Object.hasOwn(portal.kinds, kind)) {
    return message(recordMessages.kindRemoved, {
      name: kind,
    });
  }
  if (office !== null && !Object.hasOwn(portal.departments, office)) {
    return message(recordMessages.departmentRemoved, {
      name: office,
    });
  }
  if (isFormGone(portal, record)) {
    return message(recordMessages.formRemoved);
  }
  const states = Object.hasOwn(portal.workflows, record.type)
    ? portal.workflows[record.type]?.states
    : undefined;
  if (states !== undefined && !Object.hasOwn(states, state)) {
    return message(recordMessages.stateRemoved, {
      name: state,
    });
  }
  return null;
}

/** The record has answers, but neither its kind nor its type has a form now. */
function isFormGone({ kinds, recordTypes }: Portal, { type, kind, form }: RecordReferences): boolean {
  const asked = (kind === null ? null : kinds[kind]?.form) ?? recordTypes[type]?.form ?? null;
  return form !== null && asked === null;
}

/**
 * Explains why an account sees no records of this type: its department has units, and the account belongs to none of
 * them.
 * @returns null if the account is not in this situation
 */
export function whyNoUnit({ portal, visitor: { department, unit } }: Scope, type: string): Message | null {
  const own = portal.departments[department ?? ''];
  const belongs = portal.recordTypes[type]?.unit ?? [];
  if (own === undefined || own.units === null || unit !== null || belongs.length === 0) return null;
  return message(accountMessages.noUnit, { department: { text: own.title, kind: 'name' } });
}
