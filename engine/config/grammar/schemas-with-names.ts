/** Schemas for editors: the grammar, with the declared names as the only values of the keys that name something. */
import { isMapping } from '../../portal/values/is-mapping.ts';
import { readSchemasByName, readWrittenSchemas } from '../validate/read-schemas.ts';
import { type DeclaredNames, nameKinds } from './declared-names.ts';

/** The schema that lists the names; the others refer to it. */
const namesFile = 'names';

/**
 * @returns the schemas by name. They have no `$id`, because an editor finds the other schemas beside each file.
 */
export function schemasWithNames(names: DeclaredNames): ReadonlyMap<string, unknown> {
  const schemas = [...readSchemasByName(readWrittenSchemas())].map(
    ([name, schema]) => [name, resolve(schema)] as const,
  );
  return new Map<string, unknown>([[namesFile, schemaOfNames(names)], ...schemas]);
}

function schemaOfNames(names: DeclaredNames): unknown {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $defs: Object.fromEntries(nameKinds.map((kind) => [kind, enumeration(names[kind])])),
  };
}

/** Editors show `enumDescriptions` beside each value. A list without values would be no valid schema. */
function enumeration(names: ReadonlyMap<string, string>): unknown {
  if (names.size === 0) return { type: 'string', not: {} };
  return { type: 'string', enum: [...names.keys()], enumDescriptions: [...names.values()] };
}

/** Replaces `x-names` and `x-or` in a schema and everything below it, and leaves out `x-renamed`. */
function resolve(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(resolve);
  if (!isMapping(schema)) return schema;
  const { 'x-names': kinds, 'x-or': or, 'x-renamed': _, ...plain } = schema;
  const resolved = Object.fromEntries(Object.entries(plain).map(([key, part]) => [key, resolve(part)]));
  if (kinds === undefined) return resolved;
  const otherTypes = [schema['type']].flat().filter((type) => type !== 'string');
  const choices = [
    ...[kinds].flat().map((kind) => ({ $ref: `${namesFile}.json#/$defs/${String(kind)}` })),
    ...(or === undefined ? [] : [or]),
    // A name is only one of the forms that this value can have.
    ...(otherTypes.length === 0 ? [] : [{ type: otherTypes }]),
  ];
  return { ...resolved, anyOf: choices };
}
