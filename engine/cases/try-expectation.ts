/** Compares one expectation with what the portal decides. */
import { isTold } from '../portal/life/audience.ts';
import { viewOf } from '../portal/access/access.ts';
import { isShown } from '../portal/access/visible-data.ts';
import { availableItems } from '../portal/checklist/checklist.ts';
import { isItemOrRow } from '../portal/checklist/item-rows.ts';
import { holds } from '../portal/conditions/evaluate.ts';
import { countQuorum, missingPeople, quorumStepsIn } from '../portal/conditions/quorum.ts';
import type { RecordScope } from '../portal/conditions/scope.ts';
import { signedOut, type Visitor } from '../portal/model/department.ts';
import { stateOnDay } from '../portal/model/document.ts';
import type { PortalRecord } from '../portal/model/record.ts';
import { decide } from '../portal/routing/decide.ts';
import { visitorOf } from '../portal/routing/visitors.ts';
import { localTimeOf } from '../portal/time/local-time.ts';
import { deputyFor } from '../server/accounts/acting-visitor.ts';
import type { Expectation, Persona } from '../config/link/cases/case.ts';
import { type UsedRules, stepKey } from './coverage.ts';
import type { MemoryRecords } from './memory-records.ts';
import { inForce, refusalNow, stepOfCase } from './record-form.ts';
import { type RefusedBy, isRefusedBy, refusedBy } from './rules.ts';
import { tryFee, tryInstalments } from './try-fees.ts';

/** What is, and how that came about, one line each. */
export interface FailureText {
  readonly message: string;
  readonly because: readonly string[];
}

export interface Trial extends RecordScope {
  readonly records: MemoryRecords;
  readonly coverage: UsedRules;
}

type ExpectationOf<Word> = Extract<Expectation, { expects: Word }>;

/** @returns null if everything is as expected */
export function tryExpectation(trial: Trial, expected: Expectation): FailureText | null {
  switch (expected.expects) {
    case 'page':
      return tryPage(trial, expected);
    case 'kind':
      return tryKind(trial, expected);
    case 'item':
      return tryItem(trial, expected);
    case 'step':
      return tryStep(trial, expected);
    case 'refusal':
      return tryRefusal(trial, expected);
    case 'fee':
      return tryFee(trial, expected);
    case 'instalments':
      return tryInstalments(trial, expected);
    case 'due':
      return tryDue(trial, expected);
    case 'lapse':
      return tryLapse(trial, expected);
    case 'columns':
      return tryColumns(trial, expected);
    case 'document':
      return afterStep(trial, expected.after, (then) => tryDocument(then, expected));
    case 'notified':
      return afterStep(trial, expected.after, (then) => tryNotified(then, expected));
    case 'state': {
      const { state } = trial.context.record;
      if (state === expected.state) return null;
      return failure(`expected the state ${expected.state}, is ${state}`, saySigned(trial));
    }
    case 'unsigned':
      return tryUnsigned(trial, expected);
    case 'children':
      return tryChildren(trial, expected);
  }
}

/** The visitor with the account of the persona; null: signed out. */
export function visitorFor({ portal }: Pick<RecordScope, 'portal'>, persona: Persona | null): Visitor {
  if (persona === null) return signedOut;
  const visitor = visitorOf(portal, persona.department, persona.flags) ?? signedOut;
  const own = { ...visitor, account: persona.name, unit: persona.unit ?? visitor.unit };
  if (persona.deputyOf === null) return own;
  // Nobody acts for an officer of another unit.
  return deputyFor(portal, { own, officer: visitorFor({ portal }, persona.deputyOf) }) ?? own;
}

function failure(message: string, because: readonly string[] = []): FailureText {
  return { message, because };
}

function differs(
  is: boolean,
  isExpected: boolean,
  subject: string,
  [yes, no]: readonly [string, string],
): FailureText | null {
  if (is === isExpected) return null;
  return failure(`expected: ${subject} ${isExpected ? yes : no}; it ${is ? yes : no}`);
}

function tryPage({ portal, visitor }: Trial, { path, isOpen }: ExpectationOf<'page'>): FailureText | null {
  const decision = decide({ portal, visitor }, path);
  const said = differs(decision.outcome === 'show', isOpen, path, ['opens', 'does not open']);
  if (said === null || decision.outcome === 'show') return said;
  const went = decision.outcome === 'go' ? `leads to ${decision.to}` : 'there is no such page for them';
  return { ...said, because: [went] };
}

function tryKind(trial: Trial, { kind, applies: isExpected }: ExpectationOf<'kind'>): FailureText | null {
  const { portal, coverage } = trial;
  const applies = portal.kinds[kind]?.applies;
  const does = applies !== undefined && holds(applies, { ...trial, visitor: signedOut });
  (does ? coverage.applied : coverage.excluded).add(kind);
  return differs(does, isExpected, `the kind ${kind}`, ['applies', 'does not apply']);
}

function tryItem(trial: Trial, { item, applies }: ExpectationOf<'item'>): FailureText | null {
  const ids = availableItems(trial).map(({ id }) => id);
  const said = differs(
    ids.some((id) => isItemOrRow(id, item)),
    applies,
    `the item ${item}`,
    ['is asked for', 'is not asked for'],
  );
  return said && { ...said, because: [`asked for: ${listed(ids)}`] };
}

function tryStep(trial: Trial, { step, isOffered }: ExpectationOf<'step'>): FailureText | null {
  const refused = refusedNow(trial, step);
  const said = differs(refused === null, isOffered, `the step ${step}`, ['is possible', 'is not possible']);
  return said === null || refused === null
    ? said
    : { ...said, because: [`refused by ${quoted(refused)}`, ...sayRefusal(trial, step, refused)] };
}

function tryRefusal(trial: Trial, { step, rule }: ExpectationOf<'refusal'>): FailureText | null {
  const refused = refusedNow(trial, step);
  return wrongRefusal(trial, { step, rule, refused });
}

/** Compares the rule of a refusal. @returns null if it is the expected one */
export function wrongRefusal(
  trial: Pick<Trial, 'portal' | 'context' | 'coverage'>,
  {
    step,
    rule,
    refused,
  }: { readonly step: string; readonly rule: string; readonly refused: RefusedBy | null },
): FailureText | null {
  if (refused === null) return failure(`expected ${step} to be refused by "${rule}"; it is not refused`);
  for (const need of refused.unmet) trial.coverage.needs.add(need);
  if (isRefusedBy(refused, rule)) return null;
  const message = `expected ${step} to be refused by "${rule}", was refused by ${quoted(refused)}`;
  return failure(message, sayRefusal(trial, step, refused));
}

/** The rules of the refusal, as a test may name them. */
export function quoted({ rules }: RefusedBy): string {
  return rules.map((rule) => `"${rule}"`).join(', ');
}

/** The place of the rule that refuses, and what people read. */
export function sayRefusal(
  { portal, context }: Pick<Trial, 'portal' | 'context'>,
  step: string,
  { rules, sentences, unmet }: RefusedBy,
): readonly string[] {
  const { record } = context;
  const taken = portal.workflows[record.type]?.transitions[step];
  const place = unmet[0]?.place ?? taken?.place;
  const isElsewhere = rules.includes('from') && taken !== undefined;
  return [
    ...(place === undefined ? [] : [`the rule: ${place.file}:${place.line}:${place.column}`]),
    ...(isElsewhere ? [`the record is "${record.state}"; ${step} starts from ${taken.from.join(', ')}`] : []),
    ...sentences,
  ];
}

function refusedNow(trial: Trial, name: string): RefusedBy | null {
  const { portal, context, coverage } = trial;
  const refusal = refusalNow(trial, context, name);
  if (refusal === null) coverage.steps.add(stepKey(context.record.type, name));
  return refusal && refusedBy(portal, refusal);
}

function tryDue(trial: Trial, { clock, at }: ExpectationOf<'due'>): FailureText | null {
  const { record } = trial.context;
  const due = clock === null ? record.due : (record.clocks[clock]?.due ?? null);
  const is = due === null ? 'never' : shownMoment(trial, due);
  const isSame = at === is || (at.length === '2027-01-05'.length && is.startsWith(at));
  return isSame ? null : failure(`${clock ?? 'due'}: expected ${at}, is ${is}`);
}

function shownMoment({ portal }: Trial, moment: string): string {
  return (localTimeOf(moment, portal.timeZone) ?? moment).replace('T', ' ');
}

function tryLapse(trial: Trial, { clock }: ExpectationOf<'lapse'>): FailureText | null {
  const { record, now } = trial.context;
  const { due = null, state } = record.clocks[clock] ?? {};
  if (due !== null && due <= now) return null;
  const is = due === null ? 'it does not run' : `it is ${state}, and due ${shownMoment(trial, due)}`;
  return failure(`expected the clock ${clock} to have lapsed; ${is}`);
}

function tryColumns(trial: Trial, { list: name, columns }: ExpectationOf<'columns'>): FailureText | null {
  const seen = columnsSeen(trial, name);
  const isSame = seen.length === columns.length && columns.every((one) => seen.includes(one));
  if (isSame) return null;
  return failure(`list ${name}: expected ${listed(columns)}; shown is ${listed(seen)}`);
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'nothing' : names.join(', ');
}

/** The columns in which a list shows this visitor something of the record; empty if the record is not in it. */
function columnsSeen(trial: Trial, name: string): readonly string[] {
  const { portal, visitor, context, records } = trial;
  const list = portal.recordTypes[context.record.type]?.lists[name];
  const view = viewOf(trial);
  if (list === undefined || view === null || !holds(list.where, trial)) return [];
  return list.columns
    .map(({ value }) => value)
    .filter((value) => {
      const [head = '', field = null] = value.split('.', 2);
      const above = context.ancestors.find(({ type }) => type === head);
      if (above === undefined || field === null) return isShown(view, head);
      const viewAbove = viewOf({ portal, visitor, context: records.contextOf(visitor, above.id) });
      return viewAbove !== null && isShown(viewAbove, field);
    });
}

/** Takes the step first, if one is named; the trial of a case is not used for anything else afterwards. */
function afterStep(
  trial: Trial,
  step: string | null,
  test: (then: Trial) => FailureText | null,
): FailureText | null {
  if (step === null) return test(trial);
  const { records, visitor, context } = trial;
  const trying = records.copy();
  const { id } = context.record;
  const current = inForce(trial, context);
  const taken = stepOfCase(trial, current, step);
  const outcome = trying.execute(visitor, id, {
    command: { type: 'take', id, step: taken },
    replacing: current.record,
  });
  if (outcome.refused === undefined)
    return test({ ...trial, records: trying, context: trying.contextOf(visitor, id) });
  const refused = refusedBy(trial.portal, outcome);
  return failure(`the step ${step} is refused by ${quoted(refused)}`, sayRefusal(trial, step, refused));
}

function tryDocument(
  { context }: Trial,
  { document, state: expected }: ExpectationOf<'document'>,
): FailureText | null {
  const documents = context.documents.map((one) => ({
    document: one.document,
    state: stateOnDay(one, context.today),
  }));
  const is = documents.find((one) => one.document === document)?.state ?? 'none';
  if (is === expected) return null;
  const names = documents.map((one) => `${one.document} (${one.state})`);
  const has = names.length === 0 ? 'no document' : names.join(', ');
  return failure(`document ${document}: expected ${expected}, is ${is}`, [`the record has ${has}`]);
}

function tryNotified(trial: Trial, expected: ExpectationOf<'notified'>): FailureText | null {
  const { who, notices: wanted } = expected;
  const told = new Set(noticesTo(trial, expected));
  if (wanted === null)
    return told.size > 0 ? null : failure(`expected ${who} to be notified; they are not`, sent(trial));
  const isSame = wanted.length === 0 ? told.size === 0 : wanted.every((one) => told.has(one));
  if (isSame) return null;
  return failure(
    `expected ${who} to be sent ${listed(wanted)}; they were sent ${listed([...told])}`,
    sent(trial),
  );
}

function sent({ records }: Trial): string[] {
  const names = [...new Set(records.notices.map(({ notice }) => notice))];
  return [`sent to anybody: ${listed(names)}`];
}

/** The account of a persona; of a department also another member than the one who acts. */
function noticesTo(trial: Trial, { who, persona }: ExpectationOf<'notified'>): string[] {
  const { portal, records } = trial;
  const colleague = persona !== null && persona.name === persona.department;
  return records.notices
    .filter((notice) => {
      const { owner } = notice.context.record;
      const readers =
        who === 'owner' && persona === null
          ? [{ ...signedOut, account: owner }]
          : [
              visitorFor(trial, persona),
              ...(colleague ? [{ ...visitorFor(trial, persona), account: `another ${who}` }] : []),
            ];
      return readers.some((visitor) => isTold({ portal, visitor }, notice));
    })
    .map(({ notice }) => notice);
}

function tryUnsigned(trial: Trial, { people }: ExpectationOf<'unsigned'>): FailureText | null {
  const missing = missingPeople(trial.portal, trial.context);
  if (missing === null) return failure('nobody knows who may take the step: it is not only for roles');
  const isSame = missing.length === people.length && people.every((one) => missing.includes(one));
  if (isSame) return null;
  return failure(`unsigned: expected ${listed(people)}, is ${listed(missing)}`, saySigned(trial));
}

/** How far the steps are that several people take here, and who is missing. */
function saySigned({ portal, context }: Trial): readonly string[] {
  const { record } = context;
  const steps = quorumStepsIn(portal, record);
  const missing = missingPeople(portal, context);
  const said = steps.map(({ name, quorum }) => {
    const { signed, needed } = countQuorum(portal, quorum, context);
    const who = signed.map(({ by }) => by.at(-1) ?? '');
    return `${name}: ${signed.length} of ${needed}${who.length === 0 ? '' : ` (${listed(who)})`}`;
  });
  return steps.length === 0 || missing === null ? said : [...said, `unsigned: ${listed(missing)}`];
}

function tryChildren(trial: Trial, { of, is: expected }: ExpectationOf<'children'>): FailureText | null {
  const children = trial.context.children.filter(({ type, kind }) => type === of || kind === of);
  if (typeof expected === 'number') {
    return children.length === expected
      ? null
      : failure(`${of}: expected ${expected}, there are ${children.length}`, children.map(sayRecord));
  }
  const others = children.filter(({ state }) => state !== expected);
  if (children.length > 0 && others.length === 0) return null;
  return failure(
    children.length === 0 ? `there is no ${of} below the record` : `${of}: expected ${expected}`,
    others.map(sayRecord),
  );
}

function sayRecord({ type, kind, state }: PortalRecord): string {
  return `${kind ?? type} is ${state}`;
}
