/**
 * Links comparisons: a subject with a name (`field`, `fact`, `document`, `flag`, `param`, `input`) and an operand.
 */
import {
  type Condition,
  type ConditionSubject,
  isOperator,
  type Operand,
  type Operator,
} from '../../../portal/model/condition.ts';
import type { ConditionPlace } from './condition-place.ts';
import { child, entries, isMapping, oneOrMore, text, type Cursor } from '../input/cursor.ts';
import { linkFieldPath } from './field-path.ts';
import { amountsOfAnswer, amountsOfOperand } from './joined-amounts.ts';
import {
  type JoinedAmount,
  report,
  reportUnknown,
  type LinkContext,
  isKnown,
} from '../input/link-context.ts';
import { checkAnswer, linkOperand } from './operand.ts';
import { checkLimits } from './possible-range.ts';
import { checkShape, isNumeric, typeOfValues } from './subject-shape.ts';
import {
  checkLiterals,
  valuesOfFact,
  valuesOfField,
  lookupsOfField,
  lookupsOfFact,
} from './possible-values.ts';
import { countRows } from '../names/question-uses.ts';

/** Operators whose operand is a value of the subject. */
const choosing: ReadonlySet<string> = new Set(['is', 'in', 'has', 'hasAny']);

export interface ComparisonWord {
  readonly word: string;
  /** The name of the subject. */
  readonly value: Cursor;
  /** The mapping with the subject and its comparisons. */
  readonly at: Cursor;
  readonly context: LinkContext;
  readonly place: ConditionPlace;
}

export function linkComparisons(comparison: ComparisonWord): Condition[] {
  const { word, value, at, context, place } = comparison;
  if (word === 'input' && isMapping(value.value)) {
    return entries(value).flatMap(([name, is]) => linkAnswer({ name, is }, comparison));
  }
  const subject = linkSubject(comparison);
  if (subject === null) return [];
  const each = rowsOf(at);
  const known = withOnlyType(place);
  const chosen = entries(at).filter(([operator]) => choosing.has(operator));
  if (chosen.length > 0) {
    const values = valuesOf(subject, context, known);
    const type = typeOfValues(subject, context, known);
    for (const [, operand] of chosen)
      checkLiterals(operand, { name: text(value) ?? '', values, type }, context);
    if (context.questionUses !== null)
      countChosen(
        subject,
        chosen.map(([, operand]) => operand),
        { context, place },
      );
  }
  for (const [written, operand] of entries(at)) {
    if (!isOperator(written)) continue;
    const operator = bare(written, operand);
    checkShape(
      { name: text(value) ?? '', subject, operator, operand, isEach: each !== null },
      context,
      known,
    );
  }
  const found = entries(at).flatMap(([written, said]): Condition[] => {
    if (!isOperator(written) || (written === 'exists' && typeof said.value !== 'boolean')) return [];
    const operator = bare(written, said);
    const operand = operandFor(subject, said, { context, place });
    const name = text(value) ?? '';
    if (isMapping(said.value) && text(child(said, word)) === name)
      report(context, 'condition/compares-itself', said, { name });
    checkLimits({ name, subject, operator, operand, at: said }, context, known);
    joinAmounts({ subject, operand, at: said }, context, known);
    return [{ test: 'compare', subject, operator, operand, ...(each !== null && { each }) }];
  });
  if (found.length === 0) {
    report(context, 'condition/no-comparison', value, { name: `${word}: ${text(value) ?? ''}` });
  }
  return found;
}

/** A condition that may be about several types is read as one of its type, if there is only one. */
function withOnlyType(place: ConditionPlace): ConditionPlace {
  const [only, ...others] = place.about ?? [];
  return place.type !== null || only === undefined || others.length > 0 ? place : { ...place, type: only };
}

/** Counts the rows of lookups that the operands name. */
function countChosen(
  subject: ConditionSubject,
  operands: readonly Cursor[],
  { context, place }: Pick<ComparisonWord, 'context' | 'place'>,
): void {
  const lookups =
    subject.from === 'field'
      ? lookupsOfField(subject.path, context, place)
      : subject.from === 'fact'
        ? lookupsOfFact(subject.name, context)
        : [];
  for (const operand of operands) countRows(context, operand, lookups);
}

function valuesOf(
  subject: ConditionSubject,
  context: LinkContext,
  place: ConditionPlace,
): readonly unknown[] | null {
  if (subject.from === 'field') return valuesOfField(subject.path, context, place);
  return subject.from === 'fact' ? valuesOfFact(subject.name, context) : null;
}

/** `every: true` or `any: true` beside the comparison: it compares each row. */
function rowsOf(at: Cursor): 'every' | 'any' | null {
  if (child(at, 'every').value === true) return 'every';
  return child(at, 'any').value === true ? 'any' : null;
}

/** `is` with a list means `in`. */
function bare(operator: Operator, operand: Cursor): Operator {
  return operator === 'is' && Array.isArray(operand.value) ? 'in' : operator;
}

/** `input: { passed: true }`: several answers, each with its value. */
function linkAnswer(
  { name, is }: { readonly name: string; readonly is: Cursor },
  { context, place }: ComparisonWord,
): Condition[] {
  checkAnswer({ name, at: is }, context, place);
  const operator = Array.isArray(is.value) ? 'in' : 'is';
  const subject = { from: 'input', name } as const;
  const operand = operandFor(subject, is, { context, place });
  joinAmounts({ subject, operand, at: is }, context, place);
  return [{ test: 'compare', subject, operator, operand }];
}

/** Both sides of a comparison have one currency. */
function joinAmounts(
  {
    subject,
    operand,
    at,
  }: { readonly subject: ConditionSubject; readonly operand: Operand; readonly at: Cursor },
  context: LinkContext,
  place: ConditionPlace,
): void {
  const others = amountsOfOperand(operand, place, context);
  if (others.length === 0) return;
  const { type, answers } = place;
  const own: readonly JoinedAmount[] =
    subject.from === 'field'
      ? [{ type, path: subject.path }]
      : subject.from === 'fact' && type !== null
        ? [{ type, name: subject.name }]
        : subject.from === 'input' && answers !== undefined
          ? amountsOfAnswer(subject.name, answers, context)
          : [];
  context.amounts.push({ at, parts: [...own, ...others] });
}

/** A list is read as texts. To be equal to a number, its values must be numbers too. */
function operandFor(
  subject: ConditionSubject,
  at: Cursor,
  { context, place }: Pick<ComparisonWord, 'context' | 'place'>,
): Operand {
  const operand = linkOperand(at, context, place);
  if (!('value' in operand) || !Array.isArray(at.value) || !isNumeric(subject, context, place))
    return operand;
  const numbers = at.value.map(Number);
  return numbers.some(Number.isNaN) ? operand : { value: numbers };
}

function linkSubject({ word, value, at, context, place }: ComparisonWord): ConditionSubject | null {
  const name = text(value) ?? '';
  const { names } = context;
  switch (word) {
    case 'field': {
      const path = linkFieldPath(value, context, place);
      return path && { from: 'field', path };
    }
    case 'fact':
      return known('condition/unknown-fact', names.facts) && { from: 'fact', name };
    case 'flag':
      return known('condition/unknown-flag', names.flags) && { from: 'flag', name };
    case 'document':
      return linkDocument(value, at, context);
    case 'param':
      return known('condition/unknown-parameter', names.parameters) && { from: 'param', name };
    default:
      checkAnswer({ name, at: value }, context, place);
      return { from: 'input', name };
  }

  function known(
    code: 'condition/unknown-fact' | 'condition/unknown-flag' | 'condition/unknown-parameter',
    choices: ReadonlySet<string>,
  ): true | null {
    return isKnown(context, code, value, { name, choices }) || null;
  }
}

const standings = ['valid', 'expired', 'suspended', 'revoked'];

/** `document: NAME, is: suspended`: the status of a document that was issued to the record. */
function linkDocument(value: Cursor, at: Cursor, context: LinkContext): ConditionSubject | null {
  const name = text(value) ?? '';
  const { documents } = context.names;
  if (!isKnown(context, 'document/unknown', value, { name, choices: documents })) return null;
  for (const one of ['is', 'in'].flatMap((word) => oneOrMore(child(at, word)))) {
    const said = text(one);
    if (said === null || standings.includes(said)) continue;
    reportUnknown(context, 'condition/unknown-state', one, { name: said, choices: standings });
  }
  return { from: 'document', name };
}
