/** What a transition would do: the rows to write and the records to make, or every reason why it cannot be taken. */
import { may } from './access.ts';
import { availableItems, isChecklist, itemsInTheWay } from './checklist.ts';
import type { Condition } from './condition.ts';
import { holds } from './evaluate.ts';
import { checklistsOf, createdBy } from './new-records.ts';
import type { NewRecord } from './new-records.ts';
import type { Portal } from './portal.ts';
import type { RecordContext } from './record.ts';
import type { NumberPattern } from './record-type.ts';
import type { Scope } from './scope.ts';
import type { Visitor } from './visitor.ts';
import type { Need, Transition } from './workflow.ts';

export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** The step that somebody wants to take, with the verdict of the form validators, which cannot run in here. */
export interface Step {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Faults of the record's own form, validated in full; empty: it is complete. */
  readonly formErrors: FieldErrors;
  /** Faults of the answers against the form that the transition asks. */
  readonly inputErrors: FieldErrors;
}

export type Refusal =
  | { readonly refused: 'not-found' | 'forbidden' }
  | { readonly refused: 'conflict'; readonly message: string }
  | { readonly refused: 'invalid'; readonly errors: FieldErrors };

/** What is to be written when the step is taken. */
export interface Change {
  readonly refused?: undefined;
  readonly transition: Transition;
  readonly state: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The pattern of the number to stamp, or null where it has one or needs none. */
  readonly number: NumberPattern | null;
  readonly due: string | null;
  readonly creates: readonly NewRecord[];
}

/** Computes a step without doing anything. Triggered transitions are the engine's: nobody takes them. */
export function transition(
  portal: Portal,
  visitor: Visitor,
  context: RecordContext,
  step: Step,
): Refusal | Change {
  const { record } = context;
  const taken = transitionOf(portal, record.type, step.name);
  if (taken === null || !may(portal, visitor, 'read', record.type, context)) return { refused: 'not-found' };
  const asked: RecordContext = { ...context, input: step.input };
  if (!mayTake(portal, visitor, asked, taken)) return { refused: 'forbidden' };
  if (!taken.from.includes(record.state)) {
    return { refused: 'conflict', message: `"${taken.title}" is not possible in this state.` };
  }
  const errors = { ...step.inputErrors, ...unmet(portal, visitor, asked, { taken, step }) };
  if (Object.keys(errors).length > 0) return { refused: 'invalid', errors };
  return changeOf(portal, visitor, asked, taken);
}

/** Is this transition for the visitor, whatever state the record is in? One that the engine fires is nobody's. */
export function mayTake(
  portal: Portal,
  visitor: Visitor,
  context: RecordContext,
  { by }: Transition,
): boolean {
  return by !== null && holds(by, scopeOf(portal, visitor, context, {}));
}

/** The transitions that this visitor may take now, whether or not all is there that they need. */
export function actionsOf(portal: Portal, visitor: Visitor, context: RecordContext): Transition[] {
  const { record } = context;
  const transitions = Object.values(portal.workflows[record.type]?.transitions ?? {});
  const scope = scopeOf(portal, visitor, context, {});
  return transitions.filter(({ by, from }) => by !== null && from.includes(record.state) && holds(by, scope));
}

/** Does anything in this transition ask whether the record's form is complete? Then it has to be validated in full first. */
export function asksForm(taken: Transition): boolean {
  return taken.needs.some((need) => mentionsForm(need.condition));
}

/** The transition of this name, or null: a name from an address may be any word. */
export function transitionOf(portal: Portal, type: string, name: string): Transition | null {
  const transitions = Object.hasOwn(portal.workflows, type) ? portal.workflows[type]?.transitions : undefined;
  return transitions !== undefined && Object.hasOwn(transitions, name) ? (transitions[name] ?? null) : null;
}

/** Where conditions of a record are evaluated, with form and checklist to ask. */
export function scopeOf(
  portal: Portal,
  visitor: Visitor,
  context: RecordContext,
  formErrors: FieldErrors,
): Scope {
  return {
    portal,
    visitor,
    context,
    isFormComplete: () => Object.keys(formErrors).length === 0,
    isChecklist: (is, of) => isChecklist(is, availableItems(portal, visitor, of)),
  };
}

function changeOf(portal: Portal, visitor: Visitor, context: RecordContext, taken: Transition): Change {
  const { record } = context;
  const leavesInitial = record.state === portal.workflows[record.type]?.initial && taken.to !== record.state;
  const number = record.number === null && leavesInitial ? portal.recordTypes[record.type]?.number : null;
  const data = taken.saves ? { ...record.data, [taken.name]: context.input } : record.data;
  const after: RecordContext = { ...context, record: { ...record, state: taken.to, data } };
  const made = taken.then.flatMap((effect) =>
    effect.effect === 'create' ? createdBy(portal, visitor, after, effect) : [],
  );
  // Sent, or sent again: what applies may have changed with the answers.
  const isSent = portal.workflows[record.type]?.states[record.state]?.waitsFor === 'owner';
  const checklists = isSent ? checklistsOf(portal, visitor, after) : [];
  return {
    transition: taken,
    state: taken.to,
    data,
    number: number ?? null,
    due: record.due,
    creates: [...made, ...checklists],
  };
}

interface Attempt {
  readonly taken: Transition;
  readonly step: Step;
}

function unmet(
  portal: Portal,
  visitor: Visitor,
  context: RecordContext,
  { taken, step }: Attempt,
): Record<string, readonly string[]> {
  const scope = scopeOf(portal, visitor, context, step.formErrors);
  const errors: Record<string, readonly string[]> = {};
  for (const need of taken.needs) {
    if (holds(need.condition, scope)) continue;
    const reasons = reasonsOf(portal, visitor, context, { need, step });
    for (const [field, texts] of Object.entries(reasons)) {
      errors[field] = [...(errors[field] ?? []), ...texts];
    }
  }
  return errors;
}

function reasonsOf(
  portal: Portal,
  visitor: Visitor,
  context: RecordContext,
  { need, step }: { readonly need: Need; readonly step: Step },
): FieldErrors {
  const { condition, message } = need;
  if (condition.test === 'form') return step.formErrors;
  if (condition.test === 'checklist' && condition.is !== 'returned') {
    const items = itemsInTheWay(condition.is, availableItems(portal, visitor, context));
    const text = condition.is === 'filed' ? 'is still missing.' : 'is not accepted yet.';
    return Object.fromEntries(items.map((one) => [`items.${one.id}`, [`${one.title} ${text}`]]));
  }
  return { needs: [message] };
}

function mentionsForm(condition: Condition): boolean {
  switch (condition.test) {
    case 'form':
      return true;
    case 'all':
    case 'any':
      return condition.of.some(mentionsForm);
    case 'not':
      return mentionsForm(condition.of);
    default:
      return false;
  }
}
