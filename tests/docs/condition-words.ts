/** Formats a condition as a sentence: "“Swimming pool?” is yes, or line groups include accommodation". */
import type {
  Condition,
  ConditionSubject,
  FieldPath,
  Operand,
  Operator,
} from '../../engine/portal/model/condition.ts';
import type { JsonSchema } from '../../engine/portal/model/form.ts';
import { schemaAt } from '../../engine/portal/forms/form-levels.ts';
import { isMapping } from '../../engine/portal/values/is-mapping.ts';

/** The form with the questions of a condition's fields; of an ancestor by its record type. */
export type FormOf = (ancestor: string | null) => QuestionsOf | null;

interface QuestionsOf {
  readonly schema: JsonSchema;
  readonly uiSchema: JsonSchema;
}

type Compare = Extract<Condition, { test: 'compare' }>;

/** @returns '' for a condition that is always true */
export function conditionWords(condition: Condition, formOf: FormOf): string {
  switch (condition.test) {
    case 'always':
      return '';
    case 'all':
    case 'any':
      return joined(condition, formOf);
    case 'not':
      return negated(condition.of, formOf);
    case 'compare':
      return compared(condition, formOf, false);
    case 'between':
      return `today is between ${condition.from.name} and ${condition.until.name}`;
    case 'parent':
      return `${condition.type ?? 'the record above'}: ${conditionWords(condition.of, formOf)}`;
    default:
      return `\`${JSON.stringify(condition)}\``;
  }
}

function joined({ test, of }: Extract<Condition, { test: 'all' | 'any' }>, formOf: FormOf): string {
  const parts = of.map((part) => {
    const words = conditionWords(part, formOf);
    return part.test === 'all' || part.test === 'any' ? `(${words})` : words;
  });
  return parts.join(test === 'all' ? ' and ' : ' or ');
}

function negated(condition: Condition, formOf: FormOf): string {
  if (condition.test === 'compare') return compared(condition, formOf, true);
  return `not (${conditionWords(condition, formOf)})`;
}

function compared(condition: Compare, formOf: FormOf, isNot: boolean): string {
  const { subject, operator, operand, each } = condition;
  const { name, question } = subjectOf(subject, formOf);
  const every = each === undefined ? '' : each === 'every' ? 'every ' : 'any ';
  const value = (one: unknown): string => valueWords(one, question);
  const [yes, no] = verbs[operator];
  const verb = isNot ? no : yes;
  if (operator === 'exists') {
    const isThere = ('value' in operand ? operand.value : true) !== isNot;
    return `${every}${name} is ${isThere ? 'given' : 'not given'}`;
  }
  return `${every}${name} ${verb} ${operandWords(operand, value)}`;
}

const verbs: Readonly<Record<Operator, readonly [string, string]>> = {
  is: ['is', 'is not'],
  in: ['is', 'is not'],
  has: ['include', 'do not include'],
  hasAny: ['include', 'do not include'],
  above: ['is above', 'is not above'],
  below: ['is below', 'is not below'],
  atLeast: ['is at least', 'is less than'],
  atMost: ['is at most', 'is more than'],
  before: ['is before', 'is not before'],
  after: ['is after', 'is not after'],
  exists: ['is given', 'is not given'],
};

interface Said {
  readonly name: string;
  readonly question: JsonSchema | null;
}

function subjectOf(subject: ConditionSubject, formOf: FormOf): Said {
  if (subject.from === 'field') return fieldWords(subject.path, formOf);
  return { name: subject.name.replaceAll(/[-_]/g, ' '), question: null };
}

/** The title of the question, with its choices to format values. */
function fieldWords({ ancestor, keys, lookup }: FieldPath, formOf: FormOf): Said {
  const form = formOf(ancestor);
  const schema = form === null ? undefined : schemaAt(form.schema, keys);
  const title = typeof schema?.['title'] === 'string' ? `“${schema['title']}”` : `\`${keys.join('.')}\``;
  const name = lookup === null ? title : `${lookup.column} of ${title}`;
  if (form === null || schema === undefined || lookup !== null) return { name, question: null };
  return { name, question: { ...schema, ...uiAt(form.uiSchema, keys) } };
}

function uiAt(uiSchema: JsonSchema, keys: readonly string[]): JsonSchema {
  let found: unknown = uiSchema;
  for (const key of keys) {
    if (isMapping(found) && isMapping(found['items']) && !Object.hasOwn(found, key)) found = found['items'];
    found = isMapping(found) ? found[key] : undefined;
  }
  return isMapping(found) ? found : {};
}

function operandWords(operand: Operand, value: (one: unknown) => string): string {
  if ('value' in operand) {
    const { value: said } = operand;
    return Array.isArray(said) ? said.map(value).join(' or ') : value(said);
  }
  if ('today' in operand) {
    const { days, months = 0 } = operand.today;
    const parts = [months === 0 ? [] : `${months} months`, days === 0 ? [] : `${days} days`].flat();
    return ['today', ...parts].join(' and ');
  }
  if ('field' in operand) return `\`${operand.field.keys.join('.')}\``;
  return `\`${JSON.stringify(operand)}\``;
}

function valueWords(one: unknown, question: JsonSchema | null): string {
  if (one === true) return 'yes';
  if (one === false) return 'no';
  const items = question !== null && isMapping(question['items']) ? question['items'] : null;
  const choices = items?.['enum'] ?? question?.['enum'];
  const names = question?.['ui:enumNames'];
  if (Array.isArray(choices) && Array.isArray(names)) {
    const name: unknown = names[choices.indexOf(one)];
    if (typeof name === 'string') return `“${name}”`;
  }
  return typeof one === 'number' ? String(one) : `\`${String(one)}\``;
}
