/** Says why a rule holds, in plain words: the parts of it that decide, with the answers that make them true. */
import { reasonMessages } from '../locales/reasons.ts';
import { typeOfField } from '../portal/forms/column-type.ts';
import { around, readOperand } from '../portal/conditions/evaluate.ts';
import { comparisonOf, isPresent, readRows, recordOf } from '../portal/conditions/field-value.ts';
import { type KnownTruth, testsOf } from '../portal/conditions/possible.ts';
import { say } from '../portal/language/say.ts';
import type { Condition, ConditionOf, FieldPath } from '../portal/model/condition.ts';
import type { Portal } from '../portal/model/portal.ts';
import type { RecordContext } from '../portal/model/record.ts';
import type { DerivedValue } from '../portal/model/record-type.ts';
import { sayCondition } from '../workbench/condition-words.ts';
import { sayPath, sayValue } from '../workbench/subject-words.ts';
import type { RuleQuestion } from './explanation.ts';
import { factsOf } from './facts.ts';
import { definite } from './ways.ts';

/** Who asks why, about which record. */
export interface ReasonQuestion {
  readonly question: RuleQuestion;
  /** The portal in the reader's language. */
  readonly reader: Portal;
  /** The results of tests about the record of a context, or about one above it. */
  readonly truthFor: (context: RecordContext) => KnownTruth;
  /** The answers are the reader's own. */
  readonly isOwn: boolean;
}

export interface Reason {
  /** Parts of a sentence; empty: it holds in every case. */
  readonly because: readonly string[];
  /** The whole rule in words; null: it has none for this reader, or they may not read all that it decides by. */
  readonly rule: string | null;
}

/** @returns null if the rule does not hold, or it is not known whether it does */
export function reasonOf(condition: Condition, asked: ReasonQuestion): Reason | null {
  const { question, reader, truthFor } = asked;
  const { context } = question.scope;
  if (definite(condition, truthFor(context)) !== true) return null;
  const deciding = decidingParts({ test: condition, is: true, asked });
  const said = deciding.map(sayPart);
  const isHidden = deciding.some((part) => isHiddenPart(part));
  return {
    because: [...new Set(said)],
    rule:
      isHidden || said.length === 0 || readsFacts(condition)
        ? null
        : sayCondition(reader, condition, context.record),
  };
}

/** Facts have names for authors, and no titles. */
function readsFacts(condition: Condition): boolean {
  return testsOf(condition).some((test) => {
    if (test.test === 'parent') return readsFacts(test.of);
    return test.test === 'compare' && test.subject.from === 'fact';
  });
}

/** A test that decides, with its result. */
interface DecidingPart {
  readonly test: Condition;
  readonly is: boolean;
  readonly asked: ReasonQuestion;
}

function decidingParts(part: DecidingPart): DecidingPart[] {
  const { test, is, asked } = part;
  const truth = asked.truthFor(asked.question.scope.context);
  const decides = (of: readonly Condition[]) =>
    of.filter((one) => definite(one, truth) === is).flatMap((one) => decidingParts({ ...part, test: one }));
  switch (test.test) {
    case 'always':
      return [];
    case 'all':
      // One part that is false is enough.
      return is
        ? decides(test.of)
        : decides(test.of.filter((one) => definite(one, truth) === false).slice(0, 1));
    case 'any':
      return decides(test.of);
    case 'not':
      return decidingParts({ ...part, test: test.of, is: !is });
    case 'parent':
      return is ? decidingAbove(part, test.of, (type) => test.type === null || test.type === type) : [part];
    case 'compare':
      return decidingFact(part, test);
    default:
      return [part];
  }
}

function decidingAbove(
  part: DecidingPart,
  of: Condition,
  isMeant: (type: string) => boolean,
): DecidingPart[] {
  const { context } = part.asked.question.scope;
  const at = context.ancestors.findIndex(({ type }) => isMeant(type));
  const record = context.ancestors[at];
  if (record === undefined) return [part];
  const above = around(record, context.ancestors.slice(at + 1), context);
  return decidingParts({ ...part, test: of, asked: within(part.asked, above) });
}

/** A fact says less than the answers that it is made of. */
function decidingFact(part: DecidingPart, test: ConditionOf<'compare'>): DecidingPart[] {
  const { subject } = test;
  if (subject.from !== 'fact') return [part];
  const { portal, context } = part.asked.question.scope;
  const line = [context.record, ...context.ancestors];
  const at = line.findIndex(({ type }) =>
    Object.hasOwn(portal.recordTypes[type]?.derived ?? {}, subject.name),
  );
  const record = line[at];
  const derived = record && portal.recordTypes[record.type]?.derived[subject.name];
  if (record === undefined || derived === undefined) return [part];
  const own = at === 0 ? context : around(record, line.slice(at + 1), context);
  const asked = within(part.asked, own);
  const found = madeOf(derived, { ...part, test, asked });
  return found.length === 0 ? [part] : found;
}

interface DecidingComparison extends DecidingPart {
  readonly test: ConditionOf<'compare'>;
}

/** Cases are decided by the one that applies, or by all that do not. A union is made of the rows of an answer. */
function madeOf(derived: DerivedValue, part: DecidingComparison): DecidingPart[] {
  if (derived.measure === 'union')
    return [{ ...part, test: { ...part.test, subject: { from: 'field', path: derived.of } } }];
  if (derived.measure !== 'cases') return [];
  const truth = part.asked.truthFor(part.asked.question.scope.context);
  const chosen = derived.cases.find(({ when }) => definite(when, truth) === true);
  if (chosen !== undefined) return decidingParts({ ...part, test: chosen.when, is: true });
  return derived.cases.flatMap(({ when }) => decidingParts({ ...part, test: when, is: false }));
}

/** The same question about another record. */
export function within(asked: ReasonQuestion, context: RecordContext): ReasonQuestion {
  const { question } = asked;
  return { ...asked, question: { ...question, scope: { ...question.scope, context } } };
}

function isHiddenPart({ test, asked }: DecidingPart): boolean {
  return factsOf(test, asked.question).some((fact) => 'hidden' in fact);
}

function sayPart(part: DecidingPart): string {
  const { test, is, asked } = part;
  const { reader, question } = asked;
  if (isHiddenPart(part)) return say(reader.words, reasonMessages.hidden);
  const answered = test.test === 'compare' ? sayAnswer(part, test) : null;
  const shown = is ? test : ({ test: 'not', of: test } as const);
  return answered ?? sayCondition(reader, shown, question.scope.context.record) ?? '';
}

/** What the person answered; null: nothing, or the comparison is about something else. */
function sayAnswer({ is, asked }: DecidingPart, test: ConditionOf<'compare'>): string | null {
  const { subject } = test;
  if (subject.from !== 'field') return null;
  const { reader, question, isOwn } = asked;
  const { record } = question.scope.context;
  const path: FieldPath = { ...subject.path, lookup: null };
  const answers = answersOf(test, subject.path, { is, asked });
  if (answers.length === 0) return null;
  const type = recordOf(path.ancestor, question.scope.context)?.type ?? record.type;
  const valueType = typeOfField(reader, type, path);
  const said = answers.map((one) => sayValue(reader, valueType, one as string));
  return say(reader.words, isOwn ? reasonMessages.answered : reasonMessages.answeredByOwner, {
    question: sayPath({ portal: reader, record }, path),
    answer: [...new Set(said)].join(', '),
  });
}

/** Of the rows of an answer those that satisfy the comparison. */
function answersOf(
  { operator, operand, each }: ConditionOf<'compare'>,
  path: FieldPath,
  { is, asked }: Pick<DecidingPart, 'is' | 'asked'>,
): unknown[] {
  const { scope } = asked.question;
  const rows = readRows({ ...path, lookup: null }, scope);
  const compared = readRows(path, scope);
  const wanted = readOperand(operand, scope);
  const isTrue = comparisonOf(operator);
  const isChosen = (at: number): boolean => {
    const value = compared[at];
    if (operator === 'has' || operator === 'hasAny') return isTrue([value].flat(), wanted);
    return each !== 'any' || isTrue(value, wanted);
  };
  return rows.filter((row, at) => isPresent(row) && typeof row !== 'object' && (!is || isChosen(at)));
}
