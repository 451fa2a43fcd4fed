/** The answers that questions begin with: those that the configuration gives, and nothing else. */
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import { propertiesOf } from '../../../portal/forms/form-levels.ts';
import type { JsonSchema } from '../../../portal/model/form.ts';
import { isMapping } from '../../../portal/values/is-mapping.ts';

/** Undefined: none. A group or a list has one if a question in it has one. */
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
  return row === undefined ? undefined : Array.from({ length: Number(minItems) }, () => row);
}

/** @returns the same object if every question of the step has an answer or no default */
export function withStepDefaults(schema: JsonSchema, answers: Answers): Answers {
  const found = Object.entries(propertiesOf(schema))
    .filter(([name]) => answers[name] === undefined)
    .map(([name, one]) => [name, defaultOf(one)] as const)
    .filter(([, value]) => value !== undefined);
  return found.length === 0 ? answers : { ...answers, ...Object.fromEntries(found) };
}
