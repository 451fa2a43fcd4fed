/** What people do in tests: they begin records, answer, send papers, decide on them and take transitions, as at the server. */
import {
  isDraft,
  isNever,
  may,
  mayBeginBelow,
  recordTypeOf,
  viewOf,
  whyRuleless,
} from '../portal/access/access.ts';
import {
  approvedStates,
  availableItems,
  type AvailableItem,
  mayFile,
  reviewRights,
} from '../portal/checklist/checklist.ts';
import { isItemOrRow } from '../portal/checklist/item-rows.ts';
import { isDated } from '../portal/checklist/paper-term.ts';
import type { Answers } from '../portal/forms/form-conditions.ts';
import { prefilledAnswers } from '../portal/forms/prefill.ts';
import { normaliseAnswers } from '../portal/forms/written-answers.ts';
import { addingOf, contextOfBegun, kindToBegin } from '../portal/changes/begin-record.ts';
import { lacksPaper, putItem, replacedStates } from '../portal/changes/put-item.ts';
import { changedChoices, choicesOf, faultsOfAnswers, withGiven } from '../portal/changes/record-answers.ts';
import type { Outcome } from '../portal/life/decide-command.ts';
import { stepErrors } from '../portal/changes/step-answers.ts';
import type { Form } from '../portal/model/form.ts';
import type { ItemRecord, RecordContext } from '../portal/model/record.ts';
import type { Transition } from '../portal/model/workflow.ts';
import { type PickedAccount, unitOf } from '../portal/workflow/new-records.ts';
import { asksForm, type Refusal, type Step, transitionOf } from '../portal/workflow/transition.ts';
import { specialFormOf } from '../server/forms/form-desk.ts';
import { isDoorOpen } from '../server/records/change/open-door.ts';
import type { DecidedState } from '../config/link/cases/case.ts';
import type { MemoryRecords } from './memory-records.ts';
import { withoutPaths } from '../portal/values/slugs-at.ts';
import { faultsOfNamed } from './named-records.ts';
import { type ActContext, formErrorsFor, formOf, inForce, validate } from './record-form.ts';
import { type RefusedBy, refusedAnswers, refusedBy, refusedByRule } from './rules.ts';

/** @returns why it is refused, or null if it was done */
export function takeStep(
  { records, visitor }: ActContext,
  id: string,
  {
    step: name,
    input: said,
    picked,
  }: {
    readonly step: string;
    readonly input: Answers;
    /** The accounts that the step chooses. */
    readonly picked: Readonly<Record<string, PickedAccount>>;
  },
): RefusedBy | null {
  const { portal } = records;
  if (!isDoorOpen({ portal, visitor })) return refusedByRule('door');
  const context = inForce({ records, visitor }, records.contextOf(visitor, id));
  const { record } = context;
  const taken = transitionOf(portal, record.type, name);
  if (taken === null) return refusedByRule('read');
  const form = stepFormOf({ records, visitor }, context, taken);
  const input =
    form === undefined ? said : normaliseAnswers(form, said, portal.locales, records.answersBySlug());
  const own = { portal, context, validate };
  const sent = asksForm(taken) && isDraft(portal, record) ? formOf({ records, visitor }, context) : null;
  const step: Step = {
    name,
    input,
    picked,
    formErrors: {
      ...formErrorsFor({ records, visitor }, context, taken),
      ...faultsOfNamed({ records, visitor }, sent, choicesOf(portal, sent, record)),
    },
    inputErrors: {
      ...stepErrors(own, { taken, form, input }),
      ...faultsOfNamed({ records, visitor }, form ?? null, input),
    },
  };
  return refusalIn(
    records,
    records.execute(visitor, id, { command: { type: 'take', id, step }, replacing: record }),
  );
}

function stepFormOf(
  { records: { portal }, visitor }: ActContext,
  context: RecordContext,
  { input }: Transition,
): Form | undefined {
  const form = portal.forms[input ?? ''];
  if (form === undefined || form.factual.length === 0) return form;
  return specialFormOf(form, { portal, visitor }, context);
}

interface BegunRecord {
  readonly type: string;
  readonly kind: string | null;
  /** The id of the parent. */
  readonly below: string | null;
  /** The name of the record: an account that it opens has the same. */
  readonly named: string | null;
  readonly data: Answers;
}

/** @returns the id of the new record, or why it is refused */
export function beginRecord(
  { records, visitor }: ActContext,
  { type, kind: wanted, below, named, data: said }: BegunRecord,
): string | RefusedBy {
  const { portal, today, now } = records;
  if (!isDoorOpen({ portal, visitor })) return refusedByRule('door');
  const recordType = recordTypeOf(portal, type);
  if (recordType === null || isNever(recordType.access.create) || recordType.builtIn !== null)
    return refusedByRule('create');
  const parent = below === null ? null : records.contextOf(visitor, below);
  const isFitting =
    recordType.parents.length === 0
      ? parent === null
      : recordType.parents.includes(parent?.record.type ?? '');
  if (!isFitting) return refusedByRule('below');
  if (parent !== null && !mayBeginBelow({ portal, visitor, context: parent })) return refusedByRule('below');
  const kind = recordType.kinds.length === 0 ? null : kindToBegin(portal, recordType.kinds, wanted);
  if (recordType.kinds.length > 0 && (kind === null || kind.isRetired)) return refusedByRule('kind');
  const above = parent === null ? [] : [parent.record, ...parent.ancestors];
  const place = { ...records.identity(), kind, above, today, now };
  const begun = contextOfBegun({ portal, visitor }, recordType, place);
  if (!may({ portal, visitor, context: begun }, 'create', type)) return refusedByRule('create');
  const first = Object.keys(said).length === 0 ? prefilledIn({ records, visitor }, begun) : said;
  const prefilled = first === said ? null : judged({ records, visitor }, begun, first);
  // Earlier answers that are not valid any more are not taken over.
  const { form, data, errors } =
    prefilled?.errors === null ? prefilled : judged({ records, visitor }, begun, said);
  if (errors !== null) return refusedAnswers(portal, errors);
  const { account } = recordType;
  const context = account === null ? begun : ownedBy(begun, named ?? type);
  const kept = account === null ? data : without(data, account.password);
  const command = addingOf({ portal, visitor, context }, { data: kept, form, validate });
  return refusalIn(records, records.execute(visitor, below, { command })) ?? command.record.id;
}

/** Answers as they are stored, and what is wrong with them; null: nothing. */
function judged({ records, visitor }: ActContext, begun: RecordContext, said: Answers) {
  const { portal } = records;
  const form = records.currentForm(visitor, withData(begun, said));
  const data = form === null ? said : normaliseAnswers(form, said, portal.locales, records.answersBySlug());
  const scope = { portal, visitor, context: begun };
  const { faults, refused } = faultsOfAnswers(scope, form, { data, given: data, validate });
  const errors = {
    ...faults,
    ...refused,
    ...faultsOfNamed({ records, visitor }, form, choicesOf(portal, form, { ...begun.record, data })),
  };
  return { form, data, errors: Object.keys(errors).length > 0 ? errors : null };
}

/** What a new record without answers takes from earlier ones of the same account. */
function prefilledIn({ records, visitor }: ActContext, { record }: RecordContext): Answers {
  const { portal } = records;
  const { form: hash, prefill } = portal.recordTypes[record.type] ?? { form: null, prefill: [] };
  const form = portal.forms[hash ?? ''];
  if (form === undefined) return {};
  const sources = prefill.flatMap((one) => records.sourceOf(visitor, one) ?? []);
  const earlier = prefilledAnswers(portal, form, sources);
  const refused = faultsOfNamed({ records, visitor }, form, earlier);
  return withoutPaths(earlier, Object.keys(refused));
}

function ownedBy(context: RecordContext, owner: string): RecordContext {
  return { ...context, record: { ...context.record, owner } };
}

function withData(context: RecordContext, data: Answers): RecordContext {
  return { ...context, record: { ...context.record, data } };
}

function without(data: Answers, ...names: readonly string[]): Answers {
  return Object.fromEntries(Object.entries(data).filter(([key]) => !names.includes(key)));
}

export function saveAnswers({ records, visitor }: ActContext, id: string, given: Answers): RefusedBy | null {
  const { portal } = records;
  if (!isDoorOpen({ portal, visitor })) return refusedByRule('door');
  const context = records.contextOf(visitor, id);
  const { record } = context;
  const scope = { portal, visitor, context };
  if (viewOf(scope) === null) return refusedByRule('read');
  if (whyRuleless(portal, record) !== null) return refusedByRule('rules');
  if (!may(scope, 'update', record.type)) return refusedByRule('update');
  const next = withGiven(record.data, given);
  const form = formOf({ records, visitor }, withData(context, next));
  const data = form === null ? next : normaliseAnswers(form, next, portal.locales, records.answersBySlug());
  const { faults, refused } = faultsOfAnswers(scope, form, { data, given, validate });
  const before = formOf({ records, visitor }, context);
  const unnamed = changedChoices(portal, record, { form, data }, before).flatMap((choices) =>
    Object.entries(faultsOfNamed({ records, visitor }, form, choices.given, choices.kept)),
  );
  const errors = { ...faults, ...refused, ...Object.fromEntries(unnamed) };
  if (Object.keys(errors).length > 0) return refusedAnswers(portal, errors);
  const filled = { ...record, data, form: form?.hash ?? record.form };
  const unit = unitOf({ portal, visitor, context: { ...context, record: filled } });
  const command = { type: 'put', record: { ...filled, unit }, what: 'saved', detail: {} } as const;
  return refusalIn(records, records.execute(visitor, id, { command }));
}

/** @param wanted ids; null: every paper that is missing */
export function filePapers(
  { records, visitor }: ActContext,
  id: string,
  { wanted, issuedOn }: { readonly wanted: readonly string[] | null; readonly issuedOn: string | null },
): RefusedBy | null {
  return changeItems({ records, visitor }, id, {
    wanted,
    isDue: isPaperDue,
    refusal: (scope, one) => (mayFile(scope, one) ? null : 'file'),
    change({ id: name, item, files, state }) {
      const file = { id: records.identity().id, name: `${name}.pdf`, type: 'application/pdf', bytes: 1 };
      const kept = replacedStates.has(state) ? [] : files;
      const day = isDated(item) ? (issuedOn ?? records.today) : null;
      return { state: 'filed', remark: null, files: [...kept, file], issuedOn: day };
    },
  });
}

function isPaperDue({ item, state, comesFrom }: AvailableItem): boolean {
  const isOpen = state === 'missing' || replacedStates.has(state);
  return item.evidence === 'file' && isOpen && comesFrom === null;
}

/** @param wanted ids; null: every item that waits for a decision */
export function reviewItems(
  { records, visitor }: ActContext,
  id: string,
  { wanted, state }: { readonly wanted: readonly string[] | null; readonly state: DecidedState },
): RefusedBy | null {
  const right = state === 'waived' ? 'waive' : 'accept';
  return changeItems({ records, visitor }, id, {
    wanted,
    // An inspection has no paper that could be sent back.
    isDue: (one) =>
      one.state === 'filed' ||
      (state !== 'returned' && one.item.evidence !== 'file' && !approvedStates.has(one.state)),
    refusal(scope, one) {
      if (!reviewRights(scope)[right]) return 'review';
      return state === 'accepted' && lacksPaper(one) ? 'missing' : null;
    },
    change: ({ files, issuedOn }) => ({
      state,
      remark: state === 'accepted' ? null : 'As the test says.',
      files,
      issuedOn,
    }),
  });
}

interface ItemTask {
  readonly wanted: readonly string[] | null;
  /** Is it one of `all`? */
  readonly isDue: (item: AvailableItem) => boolean;
  readonly refusal: (scope: Parameters<typeof mayFile>[0], item: AvailableItem) => string | null;
  readonly change: (item: AvailableItem) => ItemRecord;
}

function changeItems({ records, visitor }: ActContext, id: string, work: ItemTask): RefusedBy | null {
  const { portal } = records;
  if (!isDoorOpen({ portal, visitor })) return refusedByRule('door');
  const now = () => ({ portal, visitor, context: records.contextOf(visitor, id) });
  const view = viewOf(now());
  if (view?.level !== 'read') return refusedByRule('read');
  const asked = availableItems(now());
  const ids =
    work.wanted?.flatMap((name) => idsOf(name, asked)) ?? asked.filter(work.isDue).map((one) => one.id);
  for (const wanted of ids) {
    const scope = now();
    const item = availableItems(scope).find((one) => one.id === wanted && !view.hidden.includes(one.id));
    const rule = item === undefined ? 'item' : work.refusal(scope, item);
    if (item === undefined || rule !== null) return refusedByRule(rule ?? 'item');
    const command = putItem(scope.context.record, item.id, work.change(item));
    const refused = refusalIn(records, records.execute(visitor, id, { command }));
    if (refused !== null) return refused;
  }
  return null;
}

/** The ids of the rows of an item that repeats. */
function idsOf(name: string, asked: readonly AvailableItem[]): readonly string[] {
  const ids = asked.map(({ id }) => id).filter((id) => isItemOrRow(id, name));
  return ids.length === 0 ? [name] : ids;
}

function refusalIn(records: MemoryRecords, outcome: Outcome | Refusal): RefusedBy | null {
  return outcome.refused === undefined ? null : refusedBy(records.portal, outcome);
}
