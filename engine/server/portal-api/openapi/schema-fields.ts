/** Reads and replaces the fields of an object schema. */
import type { JsonSchema } from '../../../portal/model/form.ts';

interface ObjectFields {
  readonly fields: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
}

/** @returns no fields for the schema of anything but an object */
export function fieldsOf(schema: JsonSchema): ObjectFields {
  const { properties = {}, required = [] } = schema as {
    readonly properties?: ObjectFields['fields'];
    readonly required?: ObjectFields['required'];
  };
  return { fields: properties, required };
}

/**
 * @param replaced field → its schema; undefined removes the field
 * @param required the required fields, in place of those of the schema
 */
export function withFields(
  schema: JsonSchema,
  replaced: Readonly<Record<string, JsonSchema | undefined>>,
  required: readonly string[] = fieldsOf(schema).required,
): JsonSchema {
  const all = Object.entries({ ...fieldsOf(schema).fields, ...replaced });
  const properties = Object.fromEntries(all.filter(([, field]) => field !== undefined));
  return { ...schema, properties, required };
}
