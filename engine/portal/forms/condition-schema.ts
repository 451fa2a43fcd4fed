/** A condition over a form's own answers, said in JSON Schema, so that every validator gives the engine's verdict. */
import { isPresent } from '../conditions/compare.ts';
import type { Condition, Operator, Value, ConditionOf } from '../model/condition.ts';
import type { JsonSchema } from '../model/form.ts';
import { levelOf, schemaAt } from './form-levels.ts';
import { isMapping } from '../values/is-mapping.ts';

/**
 * Says a condition as a schema that holds for the level's data exactly when the condition does.
 * @param level the schema whose properties the condition is about
 * @returns null where JSON Schema has no words for it (money, dates, today, two fields compared)
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

/** The keys that a comparison reads of the answers, or null where it reads something else (a lookup's column too). */
export function answerKeys(condition: ConditionOf<'compare'>): readonly string[] | null {
  const { subject } = condition;
  if (subject.from === 'input') return [subject.name];
  if (subject.from !== 'field' || subject.path.ancestor !== null || subject.path.lookup !== null) return null;
  return subject.path.keys;
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

/** The value stands at these keys and meets the schema. */
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
