/** The answers that questions begin with: those that the configuration gives, and nothing else. */
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import { propertiesOf, requiredOf } from '../../../portal/forms/form-levels.ts';
import type { JsonSchema } from '../../../portal/model/form.ts';
import { isMapping, mappingOf } from '../../../portal/values/is-mapping.ts';

/**
 * Undefined: none. A group has one if a question in it has one. A list has one if its rows lack no answer: the first row
 * of others is shown with what it begins with, and is an answer once somebody adds to it.
 */
export function defaultOf(schema: JsonSchema): unknown {
  const { type, items, minItems } = schema;
  if (schema['default'] !== undefined) return schema['default'];
  if (type === 'object') {
    const found = Object.entries(propertiesOf(schema))
      .map(([name, one]) => [name, defaultOf(one)] as const)
      .filter(([, value]) => value !== undefined);
    return found.length === 0 ? undefined : Object.fromEntries(found);
  }
  const row = type === 'array' && isMapping(items) && Number(minItems) > 0 ? defaultOf(items) : undefined;
  return row === undefined || lacksAnswers(items, row)
    ? undefined
    : Array.from({ length: Number(minItems) }, () => row);
}

function lacksAnswers(schema: unknown, row: unknown): boolean {
  return isMapping(schema) && requiredOf(schema).some((name) => mappingOf(row)[name] === undefined);
}

/** @returns the same object if every question of the step has an answer or no default */
export function withStepDefaults(schema: JsonSchema, answers: Answers): Answers {
  const found = Object.entries(propertiesOf(schema))
    .filter(([name]) => answers[name] === undefined)
    .map(([name, one]) => [name, defaultOf(one)] as const)
    .filter(([, value]) => value !== undefined);
  return found.length === 0 ? answers : { ...answers, ...Object.fromEntries(found) };
}
