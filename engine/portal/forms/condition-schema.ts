/**
 * Translates a condition over a form's own answers into JSON Schema, so that every validator agrees with the engine.
 */
import { isPresent } from '../conditions/field-value.ts';
import type { Condition, ConditionOf, FieldPath, Operator, Value } from '../model/condition.ts';
import type { JsonSchema } from '../model/form.ts';
import { levelOf, schemaAt } from './form-levels.ts';
import { isMapping } from '../values/is-mapping.ts';

/**
 * Translates a condition into a schema that accepts the level's data exactly if the condition is true.
 * @param level the schema whose properties the condition reads
 * @returns null if JSON Schema cannot express it (money, dates, today, a comparison of two fields)
 */
export function conditionSchema(condition: Condition, level: JsonSchema): JsonSchema | null {
  switch (condition.test) {
    case 'always':
      return {};
    case 'not': {
      const inner = conditionSchema(condition.of, level);
      return inner && { not: inner };
    }
    case 'all':
    case 'any': {
      const parts = condition.of.map((part) => conditionSchema(part, level));
      if (parts.includes(null)) return null;
      return condition.test === 'all' ? { allOf: parts } : { anyOf: parts };
    }
    case 'compare':
      return comparisonSchema(condition, level);
    default:
      return null;
  }
}

/** The keys of the answers that a comparison reads; null if it reads something else, such as a lookup's column. */
export function answerKeys(condition: ConditionOf<'compare'>): readonly string[] | null {
  const { subject } = condition;
  if (subject.from === 'input') return [subject.name];
  return subject.from === 'field' && isOwnAnswer(subject.path) ? subject.path.keys : null;
}

/** Does the path read an answer of the form, and nothing of another record or a lookup? */
export function isOwnAnswer({ ancestor, lookup, reference }: FieldPath): boolean {
  return ancestor === null && lookup === null && reference === undefined;
}

function comparisonSchema(condition: ConditionOf<'compare'>, level: JsonSchema): JsonSchema | null {
  const keys = answerKeys(condition);
  const { operator, operand } = condition;
  const property = keys && schemaAt(level, keys);
  if (keys === null || !property || !('value' in operand)) return null;
  if (crossesList(level, keys.slice(0, -1))) return null;
  const said = valueSchema(operator, operand.value, property);
  if (said === null) return null;
  const present = { not: { enum: [null, '', []] } };
  const inner = operator === 'exists' ? present : { allOf: [present, said] };
  const whole = at(keys, inner);
  return operator === 'exists' && operand.value === false ? { not: whole } : whole;
}

/** The value at these keys exists and matches the schema. */
function at(keys: readonly string[], schema: JsonSchema): JsonSchema {
  const [key, ...rest] = keys;
  if (key === undefined) return schema;
  return { type: 'object', required: [key], properties: { [key]: at(rest, schema) } };
}

function valueSchema(operator: Operator, value: Value, property: JsonSchema): JsonSchema | null {
  if (operator === 'exists') return {};
  if (!isPresent(value)) return { not: {} };
  const values = Array.isArray(value) ? value : [value];
  switch (operator) {
    case 'is':
      return Array.isArray(value) ? null : { const: value };
    case 'in':
      return Array.isArray(value) ? { enum: values } : { not: {} };
    case 'has':
      return Array.isArray(value) ? null : { type: 'array', contains: { const: value } };
    case 'hasAny':
      return Array.isArray(value) ? { type: 'array', contains: { enum: values } } : { not: {} };
    default:
      return rangeSchema(operator, value, property);
  }
}

const ranges: Partial<Readonly<Record<Operator, string>>> = {
  above: 'exclusiveMinimum',
  below: 'exclusiveMaximum',
  atLeast: 'minimum',
  atMost: 'maximum',
};

function rangeSchema(operator: Operator, value: Value, property: JsonSchema): JsonSchema | null {
  const word = ranges[operator];
  const isNumber = property.type === 'number' || property.type === 'integer';
  if (word === undefined || typeof value !== 'number' || !isNumber) return null;
  return { type: 'number', [word]: value };
}

function crossesList(level: JsonSchema, keys: readonly string[]): boolean {
  return keys.some((_, index) => {
    const property = schemaAt(level, keys.slice(0, index + 1));
    return property !== undefined && (isMapping(property.items) || levelOf(property) !== property);
  });
}
