/** Walks the levels of a form: its root, its mappings and the rows of its lists, with the conditions of each. */
import type { JsonSchema } from '../model/form.ts';
import { isMapping } from '../values/is-mapping.ts';

/** The schema with the properties of a level: the mapping itself, or a row of the list. */
export function levelOf(schema: JsonSchema): JsonSchema {
  const { items } = schema;
  return isMapping(items) ? levelOf(items) : schema;
}

/** Its questions by name; empty if it has none. */
export function propertiesOf(level: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const { properties } = level;
  return isMapping(properties) ? (properties as Record<string, JsonSchema>) : {};
}

export function requiredOf(level: JsonSchema): readonly string[] {
  return Array.isArray(level.required) ? level.required : [];
}

/** The schema of the property at these keys, through lists; undefined if there is none. */
export function schemaAt(schema: JsonSchema, keys: readonly string[]): JsonSchema | undefined {
  let found: JsonSchema | undefined = schema;
  for (const key of keys) {
    const properties: Readonly<Record<string, JsonSchema>> = found ? propertiesOf(levelOf(found)) : {};
    found = Object.hasOwn(properties, key) ? properties[key] : undefined;
  }
  return found;
}

/**
 * Changes the level at these keys, through lists, and returns the whole changed schema.
 * A path that does not exist changes nothing.
 */
export function changeLevel(
  schema: JsonSchema,
  keys: readonly string[],
  change: (level: JsonSchema) => JsonSchema,
): JsonSchema {
  const { items } = schema;
  if (isMapping(items)) return { ...schema, items: changeLevel(items, keys, change) };
  const [key, ...rest] = keys;
  if (key === undefined) return change(schema);
  const properties = propertiesOf(schema);
  const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
  if (property === undefined) return schema;
  return { ...schema, properties: { ...properties, [key]: changeLevel(property, rest, change) } };
}
