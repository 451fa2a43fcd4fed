/** The record that somebody begins: its first state, owner, office and place, and the command that adds it. */
import { isRequester } from '../model/department.ts';
import { isDraft } from '../access/access.ts';
import type { Answers } from '../forms/form-conditions.ts';
import type { RecordScope, Scope } from '../conditions/scope.ts';
import type { Form } from '../model/form.ts';
import type { Portal } from '../model/portal.ts';
import { blankRecord, contextAlone, type PortalRecord, type RecordContext } from '../model/record.ts';
import type { RecordType } from '../model/record-type.ts';
import type { RequirementKind } from '../model/requirement.ts';
import { initialState, officeOf, unitOf } from '../workflow/new-records.ts';
import { sendingStepOf } from '../workflow/sending-step.ts';
import { asksForm } from '../workflow/transition.ts';
import type { Command } from '../life/decide-command.ts';
import type { Tools } from '../life/decision-draft.ts';
import type { Family } from '../life/family.ts';
import type { AnswerValidator } from './record-answers.ts';
import { wholeFormErrors } from './step-answers.ts';

interface BegunPlace extends Pick<Family, 'today' | 'now'>, ReturnType<Tools['identity']> {
  readonly kind: RequirementKind | null;
  /** The parent and the records above it, nearest first. */
  readonly above: readonly PortalRecord[];
}

/** The new record without answers, with what conditions know of it. */
export function contextOfBegun(
  scope: Scope,
  { type, parties }: Pick<RecordType, 'type' | 'parties'>,
  { kind, above, today, now, id, slug }: BegunPlace,
): RecordContext {
  const { portal, visitor } = scope;
  const parent = above[0] ?? null;
  const record = blankRecord(type, {
    id,
    slug,
    state: initialState(portal, type),
    kind: kind?.id ?? null,
    owner: ownerOf(scope, { parties, above: parent }),
    office: officeOf(portal, type, { kind, parent, creator: visitor.department }),
    parent: parent?.id ?? null,
    since: now,
    createdAt: now,
    updatedAt: now,
  });
  return contextAlone({ record, ancestors: above, today, now });
}

/**
 * The owner is the creator. A record that an office creates below a person's record belongs to that person, unless
 * offices may own it.
 */
function ownerOf(
  { portal, visitor: { account, department } }: Scope,
  { parties, above }: Pick<RecordType, 'parties'> & { readonly above: PortalRecord | null },
): string | null {
  const owners = parties['owner']?.departments ?? [];
  const isOwn =
    owners.length === 0 ? isRequester(portal.departments, department) : owners.includes(department ?? '');
  return above === null || account === null || isOwn ? account : above.owner;
}

/** The kind of this name, if records of these sets may have it now. */
export function kindToBegin(
  { kinds }: Portal,
  sets: readonly string[],
  wanted: string | null,
): RequirementKind | null {
  const kind = wanted !== null && Object.hasOwn(kinds, wanted) ? (kinds[wanted] ?? null) : null;
  return kind !== null && sets.includes(kind.set) ? kind : null;
}

interface BegunAnswers {
  readonly data: Answers;
  readonly form: Form | null;
  readonly validate: AnswerValidator;
}

/**
 * Adds the record with these answers. A record that is no draft is sent at once, and so is the draft of somebody who
 * keeps none.
 */
export function addingOf(
  { portal, visitor, context }: RecordScope,
  { data, form, validate }: BegunAnswers,
): Extract<Command, { type: 'add' }> {
  const filled: PortalRecord = { ...context.record, data, form: form?.hash ?? null };
  const record = { ...filled, unit: unitOf({ portal, visitor, context: { ...context, record: filled } }) };
  const isSent = !isDraft(portal, record) && portal.workflows[record.type] !== undefined;
  const number = isSent ? (portal.recordTypes[record.type]?.number ?? null) : null;
  const begun = { ...context, record };
  const sending = sendingStepOf({ portal, visitor, context: begun });
  if (sending === null) return { type: 'add', record, isSent, number };
  const formErrors = asksForm(sending) ? wholeFormErrors({ portal, context: begun, validate }, form) : {};
  const step = { name: sending.name, input: {}, formErrors, inputErrors: {}, isFirst: true } as const;
  return { type: 'add', record, isSent, number, step };
}
