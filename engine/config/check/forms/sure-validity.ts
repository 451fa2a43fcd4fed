/** Says of a value that a schema takes it, where a few plain words of the schema settle that; compiling costs far more. */
import { isMapping } from '../../link/reading/cursor.ts';

type Takes = (limit: unknown, value: unknown) => boolean;

/** By word: true where the value certainly keeps to it. */
const words: Readonly<Record<string, Takes>> = {
  title: () => true,
  description: () => true,
  default: () => true,
  readOnly: () => true,
  type: (type, value) => typeof type === 'string' && hasType(type, value),
  enum: (choices, value) => Array.isArray(choices) && typeof value !== 'object' && choices.includes(value),
  const: (one, value) => typeof value !== 'object' && one === value,
  minLength: (limit, value) => typeof value !== 'string' || [...value].length >= Number(limit),
  maxLength: (limit, value) => typeof value !== 'string' || value.length <= Number(limit),
  pattern: (pattern, value) => typeof value !== 'string' || new RegExp(String(pattern), 'u').test(value),
  minimum: (limit, value) => typeof value !== 'number' || value >= Number(limit),
  maximum: (limit, value) => typeof value !== 'number' || value <= Number(limit),
  exclusiveMinimum: (limit, value) => typeof value !== 'number' || value > Number(limit),
  minItems: (limit, value) => !Array.isArray(value) || value.length >= Number(limit),
  maxItems: (limit, value) => !Array.isArray(value) || value.length <= Number(limit),
  items: (schema, value) => !Array.isArray(value) || value.every((item) => isSurelyValid(schema, item)),
  required: (keys, value) =>
    !isMapping(value) || (Array.isArray(keys) && keys.every((key) => Object.hasOwn(value, String(key)))),
  properties: (schemas, value) =>
    !isMapping(value) ||
    Object.entries(Object(schemas)).every(
      ([key, schema]) => !Object.hasOwn(value, key) || isSurelyValid(schema, value[key]),
    ),
};

/** False says nothing: the value is wrong, or the schema has another word. */
export function isSurelyValid(schema: unknown, value: unknown): boolean {
  return (
    isMapping(schema) &&
    Object.entries(schema).every(([word, limit]) => Object.hasOwn(words, word) && words[word]?.(limit, value))
  );
}

function hasType(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isMapping(value);
  return type === typeof value && Number.isNaN(value) === false;
}
