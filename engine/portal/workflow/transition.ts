/** Decides which transitions a visitor may take, where they lead, and why one is refused. */
import { type KnownTruth, possible, testsOf } from '../conditions/possible.ts';
import { may, whyRuleless } from '../access/access.ts';
import { coversStep } from '../access/deputies.ts';
import { availableItems, isChecklist, itemsInTheWay, type AvailableItem } from '../checklist/checklist.ts';
import { holds } from '../conditions/evaluate.ts';
import { signatureOf } from '../conditions/quorum.ts';
import type { FieldErrors } from '../forms/form-verdict.ts';
import type { PickedAccount } from './new-records.ts';
import type { Condition } from '../model/condition.ts';
import type { DocumentTemplate } from '../model/document.ts';
import type { Portal } from '../model/portal.ts';
import type { RecordContext } from '../model/record.ts';
import type { EvaluationScope, RecordScope } from '../conditions/scope.ts';
import { isFullFor } from './capacity.ts';
import { slotErrors } from './slots.ts';
import { configuredMessage } from '../text/tell.ts';
import type { Visitor } from '../model/department.ts';
import type { Need, Transition } from '../model/workflow.ts';
import { checklistMessages } from '../../locales/checklist.ts';
import { message, type Message } from '../../locales/message.ts';
import { recordMessages } from '../../locales/records.ts';

/** The requested step, with the results of the form validators, which cannot run here. */
export interface Step {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Errors of the record's own form after full validation; empty: it is complete. */
  readonly formErrors: FieldErrors;
  /** Errors of the answers in the transition's form. */
  readonly inputErrors: FieldErrors;
  /** Slugs of the chosen accounts. */
  readonly picked?: Readonly<Record<string, PickedAccount>>;
  /** The record is created with this step, by somebody who need not read a draft. */
  readonly isFirst?: true;
}

/**
 * The rule that refuses a step: the record's access (`read`), a key of the transition (`by`, `from`, `needs` …), what
 * the person has taken already of steps that need several (`quorum`), its answers, the places of the state that it leads
 * to (`capacity`), another record with the same answers (`unique`), or rules that are missing or never end (`rules`).
 */
type RefusingRule =
  | 'read'
  | 'by'
  | 'from'
  | 'extends'
  | 'quorum'
  | 'document'
  | 'input'
  | 'needs'
  | 'capacity'
  | 'unique'
  | 'rules';

export type Refusal = { readonly rule: RefusingRule } & (
  | { readonly refused: 'not-found' | 'forbidden' }
  | { readonly refused: 'conflict'; readonly message: Message }
  | {
      readonly refused: 'invalid';
      readonly errors: FieldErrors;
      /** The answers of the step that are wrong. */
      readonly answers: readonly string[];
      readonly unmet: readonly Need[];
    }
);

/** Why this visitor cannot take the step, or null. Only the engine takes triggered transitions. */
export function refusalOf(scope: RecordScope, step: Step): Refusal | null {
  const taken = transitionOf(scope.portal, scope.context.record.type, step.name);
  if (taken === null) return { rule: 'read', refused: 'not-found' };
  const request = requestOf(scope, step, taken);
  for (const { refuses } of stepRules) {
    const refusal = refuses(request);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** What each rule of the step says, also those after the one that decides. */
export function rulingsOf(
  scope: RecordScope,
  step: Step,
  taken: Transition,
): readonly { readonly rule: StepRule['rule']; readonly refusal: Refusal | null }[] {
  const request = requestOf(scope, step, taken);
  return stepRules.map(({ rule, refuses }) => ({ rule, refusal: refuses(request) }));
}

interface StepRequest extends RecordScope {
  readonly step: Step;
  readonly taken: Transition;
}

interface StepRule {
  readonly rule: Exclude<RefusingRule, 'extends' | 'input'>;
  readonly refuses: (request: StepRequest) => Refusal | null;
}

/** In the order in which they decide. */
const stepRules: readonly StepRule[] = [
  {
    rule: 'read',
    refuses(request) {
      const { record } = request.context;
      // A visitor with a link takes a step on a record that they cannot read.
      const isReader =
        request.step.isFirst === true ||
        isLinked(request.visitor, record) ||
        may(request, 'read', record.type);
      return isReader ? null : { rule: 'read', refused: 'not-found' };
    },
  },
  {
    rule: 'rules',
    refuses({ portal, context }) {
      const gone = whyRuleless(portal, context.record);
      return gone === null ? null : { rule: 'rules', refused: 'conflict', message: gone };
    },
  },
  {
    rule: 'by',
    refuses: (request) => (mayTake(request, request.taken) ? null : { rule: 'by', refused: 'forbidden' }),
  },
  {
    rule: 'from',
    refuses({ context, taken }) {
      const isOpen = taken.extends === null || isExtensible(context, taken.extends);
      if (taken.from.includes(context.record.state) && isOpen) return null;
      const title = { text: taken.title, kind: 'step' };
      const rule = isOpen ? 'from' : 'extends';
      return { rule, refused: 'conflict', message: message(recordMessages.stepNotPossible, { step: title }) };
    },
  },
  {
    rule: 'quorum',
    refuses({ taken, ...scope }) {
      if (isOpenToSigner(scope, taken)) return null;
      const said = taken.quorum === null ? recordMessages.nothingToTakeBack : recordMessages.actedAlready;
      return { rule: 'quorum', refused: 'conflict', message: message(said) };
    },
  },
  {
    rule: 'document',
    refuses({ portal, context, taken }) {
      const unfit = unfitDocument(portal, context.record, taken);
      if (unfit === null) return null;
      return { rule: 'document', refused: 'conflict', message: unfitMessage(taken, unfit) };
    },
  },
  { rule: 'needs', refuses: invalidStep },
  {
    rule: 'capacity',
    refuses({ portal, visitor, context, taken }) {
      const after = { portal, visitor, context: withAnswers(context, taken) };
      return isFullFor(after, targetOf(after, taken))
        ? { rule: 'capacity', refused: 'conflict', message: message(recordMessages.noPlaceLeft) }
        : null;
    },
  },
];

function requestOf({ portal, visitor, context }: RecordScope, step: Step, taken: Transition): StepRequest {
  return { portal, visitor, context: { ...context, input: step.input }, step, taken };
}

function invalidStep(request: StepRequest): Refusal | null {
  const { portal, context, taken, step } = request;
  const ofAnswers = { ...step.inputErrors, ...slotErrors(portal, context, taken) };
  const unmet = unmetNeeds(request);
  const errors = { ...ofAnswers, ...reasonsOf(request, unmet, step.formErrors) };
  if (Object.keys(errors).length === 0) return null;
  const answers = Object.keys(ofAnswers);
  return { rule: unmet.length > 0 ? 'needs' : 'input', refused: 'invalid', errors, answers, unmet };
}

/** The record as the step saves it. */
function withAnswers(context: RecordContext, { saves, name }: Transition): RecordContext {
  const { record, input } = context;
  return saves ? { ...context, record: { ...record, data: { ...record.data, [name]: input } } } : context;
}

export interface UnfitDocument {
  readonly document: string;
  /** The portal lacks the document; otherwise the document is for records of other types. */
  readonly isGone: boolean;
}

/**
 * The document that the step would issue but cannot, or null. A document that the kind leaves out is not an error.
 */
export function unfitDocument(
  portal: Portal,
  record: Pick<RecordContext['record'], 'kind' | 'type'>,
  transition: Pick<Transition, 'then'>,
): UnfitDocument | null {
  for (const document of documentsOf(portal, record, transition)) {
    const template = templateOf(portal, document);
    if (template === undefined) return { document, isGone: true };
    if (template.of.length > 0 && !template.of.includes(record.type)) return { document, isGone: false };
  }
  return null;
}

/** The documents that the step issues with the signature of who takes it. */
export function signedDocuments(
  portal: Portal,
  record: Pick<RecordContext['record'], 'kind'>,
  transition: Pick<Transition, 'name' | 'then'>,
): readonly DocumentTemplate[] {
  const issued = documentsOf(portal, record, transition).map((name) => templateOf(portal, name));
  return issued
    .filter((template) => template !== undefined)
    .filter(({ blocks }) =>
      blocks.some(({ part }) => part.block === 'signature' && part.by.includes(transition.name)),
    );
}

/** Names of the documents that the step issues. */
function documentsOf(
  { kinds }: Portal,
  { kind }: Pick<RecordContext['record'], 'kind'>,
  { then }: Pick<Transition, 'then'>,
): readonly string[] {
  const ofKind = kind !== null && Object.hasOwn(kinds, kind) ? (kinds[kind]?.issues ?? null) : null;
  return then.flatMap((one) => (one.effect === 'document' ? (one.document ?? ofKind ?? []) : []));
}

function templateOf({ documents }: Portal, name: string): DocumentTemplate | undefined {
  return Object.hasOwn(documents, name) ? documents[name] : undefined;
}

function unfitMessage({ title }: Transition, { document, isGone }: UnfitDocument): Message {
  const values = { step: { text: title, kind: 'step' }, document };
  return isGone
    ? message(recordMessages.documentOfStepRemoved, values)
    : message(recordMessages.documentOfOtherType, values);
}

/** Decides whether the visitor has a link for this record. */
export function isLinked({ link }: Visitor, { id }: Pick<RecordContext['record'], 'id'>): boolean {
  return link?.record === id;
}

/** The target state of the transition, for the record with the answers that the transition saves. */
export function targetOf(scope: RecordScope, transition: Transition): string {
  const evaluation = evaluationScopeOf(scope, {});
  const chosen = transition.toCases.find(({ when }) => holds(when, evaluation))?.to ?? transition.to;
  return chosen === '' ? scope.context.record.state : chosen;
}

/** Decides whether this clock may be extended now: it runs, has not expired, and was not extended before. */
function isExtensible({ record, now }: RecordContext, name: string): boolean {
  const clock = Object.hasOwn(record.clocks, name) ? record.clocks[name] : undefined;
  return clock?.state === 'running' && !clock.isExtended && clock.due !== null && clock.due > now;
}

/** Nobody takes a second step with a quorum in one state, and only who has taken one takes it back. */
function isOpenToSigner(scope: RecordScope, { quorum, takesBack }: Transition): boolean {
  const signature = signatureOf(scope, scope.context.record);
  if (quorum !== null) return signature === null;
  return takesBack.length === 0 || (signature !== null && takesBack.includes(signature.step));
}

/** Decides whether the transition is for this visitor in any state. A triggered transition is for nobody. */
export function mayTake(scope: RecordScope, taken: Transition): boolean {
  const { visitor, context } = scope;
  return (
    taken.by !== null &&
    // The portal cannot tell people apart who are not signed in.
    (taken.quorum === null || visitor.signedIn) &&
    coversStep(visitor, context.record.type, taken) &&
    holds(taken.by, evaluationScopeOf(scope, {}))
  );
}

/**
 * The transitions that this visitor may take now, even if something they need is missing.
 * @param isAsked only these are decided
 */
export function actionsOf(
  scope: RecordScope,
  isAsked: (transition: Transition) => boolean = () => true,
): Transition[] {
  const { portal, visitor, context } = scope;
  const { record } = context;
  if (whyRuleless(portal, record) !== null) return [];
  const transitions = Object.values(portal.workflows[record.type]?.transitions ?? {});
  const evaluation = evaluationScopeOf(scope, {});
  return transitions
    .filter(isAsked)
    .filter(
      (one) =>
        one.by !== null &&
        one.from.includes(record.state) &&
        coversStep(visitor, record.type, one) &&
        (one.extends === null || isExtensible(context, one.extends)) &&
        isOpenToSigner(scope, one) &&
        holds(one.by, evaluation),
    );
}

/** Decides whether the transition depends on a complete form, so that the form must be validated in full first. */
export function asksForm(transition: Transition): boolean {
  return transition.needs.some((need) => testsOf(need.condition).some(({ test }) => test === 'form'));
}

/** Decides whether the transition is for sending back what the checklist has returned. */
export function asksReturned(transition: Transition): boolean {
  return transition.needs.some(
    ({ condition }) => condition.test === 'checklist' && condition.is === 'returned',
  );
}

/** The transition of this name, or null. The name may come from an address, so it can be any word. */
export function transitionOf(portal: Portal, type: string, name: string): Transition | null {
  const transitions = Object.hasOwn(portal.workflows, type) ? portal.workflows[type]?.transitions : undefined;
  return transitions !== undefined && Object.hasOwn(transitions, name) ? (transitions[name] ?? null) : null;
}

/** The evaluation scope of a record, with the state of its form and checklist. */
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

function unmetNeeds({ step, taken, ...scope }: StepRequest): readonly Need[] {
  const evaluation = evaluationScopeOf(scope, step.formErrors);
  return taken.needs.filter(({ condition }) => !holds(condition, evaluation));
}

/**
 * What the step lacks whatever is answered in it. The record's own form is not judged here: its validator runs when the
 * step is taken.
 */
export function unmetByAnyAnswer(scope: RecordScope, { needs }: Transition): FieldErrors {
  const evaluation = evaluationScopeOf(scope, {});
  const known: KnownTruth = (one) => (one.test === 'form' || readsInput(one) ? null : holds(one, evaluation));
  const open = needs.filter(({ condition }) => !possible(condition, known).true);
  return reasonsOf(scope, open, {});
}

/** Does the condition read an answer of the step? */
export function readsInput(condition: Condition): boolean {
  return testsOf(condition).some((one) => {
    if (one.test === 'compare') return one.subject.from === 'input' || 'input' in one.operand;
    if (one.test === 'parent') return readsInput(one.of);
    if (one.test !== 'children') return false;
    const { every, any } = one.quantifier;
    return [every, any].some((inner) => inner !== null && readsInput(inner));
  });
}

function reasonsOf(scope: RecordScope, open: readonly Need[], formErrors: FieldErrors): FieldErrors {
  const errors: Record<string, readonly Message[]> = {};
  for (const need of open) {
    for (const [field, found] of Object.entries(reasonsOfNeed(scope, need, formErrors))) {
      errors[field] = [...(errors[field] ?? []), ...found];
    }
  }
  return errors;
}

function reasonsOfNeed(scope: RecordScope, need: Need, formErrors: FieldErrors): FieldErrors {
  const { condition } = need;
  if (condition.test === 'form') return formErrors;
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
  return { needs: [configuredMessage(need.message, 'message')] };
}
