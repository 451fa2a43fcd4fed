/** Which transitions somebody may take, where they lead, and every reason why one cannot be taken. */
import { testsOf } from '../conditions/possible.ts';
import { may } from '../access/access.ts';
import { availableItems, isChecklist, itemsInTheWay, type AvailableItem } from '../checklist/checklist.ts';
import { holds } from '../conditions/evaluate.ts';
import type { FieldErrors } from '../forms/form-verdict.ts';
import { goneFrom } from '../access/gone.ts';
import type { PickedAccount } from './new-records.ts';
import type { Portal } from '../model/portal.ts';
import type { RecordContext } from '../model/record.ts';
import type { EvaluationScope, RecordScope } from '../conditions/scope.ts';
import { slotErrors } from './slots.ts';
import { configured } from '../text/tell.ts';
import type { Visitor } from '../model/visitor.ts';
import type { Need, Transition } from '../model/workflow.ts';
import { checklistMessages } from '../../locales/checklist.ts';
import { message, type Message } from '../../locales/message.ts';
import { recordMessages } from '../../locales/records.ts';

/** The step that somebody wants to take, with the verdict of the form validators, which cannot run in here. */
export interface Step {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Faults of the record's own form, validated in full; empty: it is complete. */
  readonly formErrors: FieldErrors;
  /** Faults of the answers against the form that the transition asks. */
  readonly inputErrors: FieldErrors;
  /** Accounts that were chosen, by their slugs. */
  readonly picked?: Readonly<Record<string, PickedAccount>>;
}

export type Refusal =
  | { readonly refused: 'not-found' | 'forbidden' }
  | { readonly refused: 'conflict'; readonly message: Message }
  | { readonly refused: 'invalid'; readonly errors: FieldErrors };

/** Why this visitor cannot take the step, or null. Triggered transitions are the engine's: nobody takes them. */
export function refusalOf(scope: RecordScope, step: Step): Refusal | null {
  const { portal, visitor, context } = scope;
  const { record } = context;
  const taken = transitionOf(portal, record.type, step.name);
  // Who came by the link that was sent to him takes a step of a record that he cannot read.
  const isReader = isLinked(visitor, record) || may(scope, 'read', record.type);
  if (taken === null || !isReader) return { refused: 'not-found' };
  const gone = goneFrom(portal, record);
  if (gone !== null) return { refused: 'conflict', message: gone };
  const input: RecordContext = { ...context, input: step.input };
  if (!mayTake({ portal, visitor, context: input }, taken)) return { refused: 'forbidden' };
  const isOpen = taken.extends === null || isExtensible(context, taken.extends);
  if (!taken.from.includes(record.state) || !isOpen) {
    const title = { text: taken.title, kind: 'step' };
    return { refused: 'conflict', message: message(recordMessages.stepNotPossible, { step: title }) };
  }
  const unfit = unfitDocument(portal, record, taken);
  if (unfit !== null) return { refused: 'conflict', message: unfitMessage(taken, unfit) };
  const errors = {
    ...step.inputErrors,
    ...slotErrors(portal, input, taken),
    ...unmet({ portal, visitor, context: input }, { taken, step }),
  };
  return Object.keys(errors).length > 0 ? { refused: 'invalid', errors } : null;
}

export interface UnfitDocument {
  readonly document: string;
  /** The portal does not have it; otherwise it has, for records of other types. */
  readonly isGone: boolean;
}

/** The document that the step would issue and cannot, or null. What a kind leaves out is not missed. */
export function unfitDocument(
  { documents, kinds }: Portal,
  { kind, type }: Pick<RecordContext['record'], 'kind' | 'type'>,
  { then }: Pick<Transition, 'then'>,
): UnfitDocument | null {
  const ofKind = kind !== null && Object.hasOwn(kinds, kind) ? (kinds[kind]?.issues ?? null) : null;
  const names = then.flatMap((one) => (one.effect === 'document' ? (one.document ?? ofKind ?? []) : []));
  for (const document of names) {
    const template = Object.hasOwn(documents, document) ? documents[document] : undefined;
    if (template === undefined) return { document, isGone: true };
    if (template.of.length > 0 && !template.of.includes(type)) return { document, isGone: false };
  }
  return null;
}

function unfitMessage({ title }: Transition, { document, isGone }: UnfitDocument): Message {
  const values = { step: { text: title, kind: 'step' }, document };
  return isGone
    ? message(recordMessages.documentOfStepRemoved, values)
    : message(recordMessages.documentOfOtherType, values);
}

/** Did the visitor come by a link that was sent for this record? */
export function isLinked({ link }: Visitor, { id }: Pick<RecordContext['record'], 'id'>): boolean {
  return link?.record === id;
}

/** The state that the transition leads to, from the record as it is with the answers that it saves. */
export function targetOf(scope: RecordScope, transition: Transition): string {
  const evaluation = evaluationScopeOf(scope, {});
  const chosen = transition.toCases.find(({ when }) => holds(when, evaluation))?.to ?? transition.to;
  return chosen === '' ? scope.context.record.state : chosen;
}

/** May this clock be given more time now: does it run, in time, and for the first time? */
function isExtensible({ record, now }: RecordContext, name: string): boolean {
  const clock = Object.hasOwn(record.clocks, name) ? record.clocks[name] : undefined;
  return clock?.state === 'running' && !clock.isExtended && clock.due !== null && clock.due > now;
}

/** Is this transition for the visitor, whatever state the record is in? One that the engine fires is nobody's. */
export function mayTake(scope: RecordScope, { by }: Transition): boolean {
  return by !== null && holds(by, evaluationScopeOf(scope, {}));
}

/** The transitions that this visitor may take now, whether or not all is there that they need. */
export function actionsOf(scope: RecordScope): Transition[] {
  const { portal, context } = scope;
  const { record } = context;
  if (goneFrom(portal, record) !== null) return [];
  const transitions = Object.values(portal.workflows[record.type]?.transitions ?? {});
  const evaluation = evaluationScopeOf(scope, {});
  return transitions.filter(
    ({ by, from, extends: clock }) =>
      by !== null &&
      from.includes(record.state) &&
      (clock === null || isExtensible(context, clock)) &&
      holds(by, evaluation),
  );
}

/** Does anything in this transition ask whether the record's form is complete? Then it has to be validated in full first. */
export function asksForm(transition: Transition): boolean {
  return transition.needs.some((need) => testsOf(need.condition).some(({ test }) => test === 'form'));
}

/** The transition of this name, or null: a name from an address may be any word. */
export function transitionOf(portal: Portal, type: string, name: string): Transition | null {
  const transitions = Object.hasOwn(portal.workflows, type) ? portal.workflows[type]?.transitions : undefined;
  return transitions !== undefined && Object.hasOwn(transitions, name) ? (transitions[name] ?? null) : null;
}

/** Where conditions of a record are evaluated, with form and checklist to ask. */
export function evaluationScopeOf(
  { portal, visitor, context }: RecordScope,
  formErrors: FieldErrors,
): EvaluationScope {
  return {
    portal,
    visitor,
    context,
    isFormComplete: () => Object.keys(formErrors).length === 0,
    isChecklist: (is, of) => isChecklist(is, availableItems({ portal, visitor, context: of })),
  };
}

function unmet(
  scope: RecordScope,
  { taken, step }: { readonly taken: Transition; readonly step: Step },
): FieldErrors {
  const evaluation = evaluationScopeOf(scope, step.formErrors);
  const errors: Record<string, readonly Message[]> = {};
  for (const need of taken.needs) {
    if (holds(need.condition, evaluation)) continue;
    const reasons = reasonsOf(scope, { need, step });
    for (const [field, found] of Object.entries(reasons)) {
      errors[field] = [...(errors[field] ?? []), ...found];
    }
  }
  return errors;
}

function reasonsOf(
  scope: RecordScope,
  { need, step }: { readonly need: Need; readonly step: Step },
): FieldErrors {
  const { condition } = need;
  if (condition.test === 'form') return step.formErrors;
  if (condition.test === 'checklist' && condition.is !== 'returned') {
    const items = itemsInTheWay(condition.is, availableItems(scope));
    const reason = ({ title }: AvailableItem) => {
      const item = { text: title, kind: 'item' };
      return condition.is === 'filed'
        ? message(checklistMessages.itemMissing, { item })
        : message(checklistMessages.itemNotAccepted, { item });
    };
    return Object.fromEntries(items.map((one) => [`items.${one.id}`, [reason(one)]]));
  }
  return { needs: [configured(need.message, 'message')] };
}
