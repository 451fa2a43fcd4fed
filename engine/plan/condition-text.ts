/** Writes conditions, durations and other values as an author would write them in YAML. */
import { pathText, subjectText } from '../portal/conditions/path-text.ts';
import { testsOf } from '../portal/conditions/possible.ts';
import { isOwnUnit } from '../portal/workflow/record-offices.ts';
import type { Condition, ConditionOf, Duration, Operand } from '../portal/model/condition.ts';

/** `3 working days` */
export function durationText({ amount, unit }: Duration): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

/**
 * The tests of the rules by their texts.
 * @param meets a rule as a visitor meets it, whose tests may be named too
 */
export function testsByText(
  rules: readonly Condition[],
  meets: (rule: Condition) => Condition,
): ReadonlyMap<string, Condition> {
  const tests = [...rules, ...rules.map(meets)].flatMap(testsOf);
  return new Map(tests.map((test) => [conditionText(test), test]));
}

/** @returns flow style, without the outer braces of a condition of several keys: `office: own, can: approve` */
export function conditionText(condition: Condition): string {
  switch (condition.test) {
    case 'always':
      return 'always';
    case 'all':
      return condition.of.some(isNamed)
        ? `all: [${condition.of.map(braced).join(', ')}]`
        : condition.of.map(conditionText).join(', ');
    case 'any':
      return isOwnUnit(condition) ? 'unit: own' : `any: [${condition.of.map(braced).join(', ')}]`;
    case 'not':
      return condition.of.test === 'always' ? 'never' : `not: ${braced(condition.of)}`;
    case 'compare':
      return comparisonText(condition);
    case 'self':
      return 'self: true';
    case 'party':
      return `party: ${condition.role}`;
    case 'did':
      return `did: ${oneOrList(condition.transitions)}`;
    case 'children':
      return childrenText(condition);
    case 'parent':
      return condition.of.test === 'always'
        ? `parent: ${condition.type ?? 'true'}`
        : `parent: ${braced(condition.of)}`;
    case 'form':
    case 'checklist':
      return `${condition.test}: ${condition.is}`;
    case 'lapsed':
      return `lapsed: ${condition.clock}`;
    case 'unreachable':
      return `unreachable: ${condition.step}`;
    case 'expired':
      return `expired: ${condition.document ?? 'true'}`;
    case 'after':
      return `after: ${durationText(condition.wait)}`;
    case 'between':
      return `today: { from: ${condition.from.name}, until: ${condition.until.name} }`;
    case 'applies':
      return `applies: ${condition.is}`;
    case 'link':
      return `link: ${condition.field}, within: ${durationText(condition.within)}`;
    case 'unseen':
      return 'unseen: true';
  }
}

/** It may not share one map with others: a map has only one subject such as `field`. */
function isNamed(condition: Condition): boolean {
  return (
    condition.test === 'all' ||
    (condition.test === 'compare' && !['visitor', 'record', 'flag'].includes(condition.subject.from))
  );
}

function braced(condition: Condition): string {
  return condition.test === 'always' ? 'always' : `{ ${conditionText(condition)} }`;
}

function comparisonText({ subject, operator, operand, each }: ConditionOf<'compare'>): string {
  const value = operandText(operand);
  const rows = each === undefined ? '' : `, ${each}: true`;
  if (subject.from === 'visitor' || subject.from === 'record') {
    const isOwn = 'visitor' in operand && ['department', 'unit'].includes(operand.visitor);
    if (isOwn) return `${subject.name}: own`;
    const isEqual = operator === 'is' || operator === 'in';
    return `${subject.name}: ${isEqual ? value : `{ ${operator}: ${value} }`}`;
  }
  if (subject.from === 'flag' && operator === 'is' && 'value' in operand && operand.value === true)
    return `can: ${subject.name}`;
  return `${subject.from}: ${subjectText(subject)}, ${operator}: ${value}${rows}`;
}

/** The value, or where it is read. */
export function operandText(operand: Operand): string {
  if ('value' in operand) return valueText(operand.value);
  if ('field' in operand) return `{ field: ${pathText(operand.field)} }`;
  if ('visitor' in operand) return `{ visitor: ${operand.visitor} }`;
  if ('today' in operand) {
    const { days, months = 0 } = operand.today;
    const shifts = [
      ...(months === 0 ? [] : [`${months} months`]),
      ...(days === 0 && months !== 0 ? [] : [`${days} days`]),
    ];
    return `{ today: ${shifts.join(' and ')} }`;
  }
  if ('area' in operand) return 'area';
  return 'officeConstant' in operand
    ? `{ office: ${operand.officeConstant} }`
    : `{ input: ${operand.input} }`;
}

/** Scalars as YAML has them, lists in brackets, other values as JSON. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  if (typeof value === 'string') return value === '' ? "''" : value;
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

function oneOrList(values: readonly string[]): string {
  return valueText(values.length === 1 ? values[0] : values);
}

function childrenText({ type, quantifier: { every, any, atLeast } }: ConditionOf<'children'>): string {
  const parts = [`children: ${type}`];
  if (every !== null) parts.push(`every: ${braced(every)}`);
  if (any !== null) parts.push(`any: ${braced(any)}`);
  parts.push(`atLeast: ${atLeast}`);
  return parts.join(', ');
}
