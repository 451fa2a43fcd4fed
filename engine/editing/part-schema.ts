/** Finds the schema of a part of a file in the grammar, and what kind of question its parts are. */
import { keysOf } from '../portal/values/pointer.ts';
import { readSchemasByName } from '../config/validate/read-schemas.ts';
import type { JsonSchema } from '../portal/model/form.ts';
import { isMapping, mappingOf } from '../portal/values/is-mapping.ts';

/** A schema without references at its root, and the file whose definitions its parts name. */
export interface PartSchema {
  readonly schema: JsonSchema;
  readonly home: string;
}

/**
 * How a part is edited: as a question of the form around it, in a form of its own, or as YAML.
 * `figure`: a number whose digits stay as they are written. `lines`: texts, one a line. `condition`: rows and groups.
 */
export type PartShape =
  | 'text'
  | 'choice'
  | 'choices'
  | 'lines'
  | 'figure'
  | 'number'
  | 'flag'
  | 'condition'
  | 'yaml'
  | 'form'
  | 'list'
  | 'names';

let grammar: ReadonlyMap<string, JsonSchema> | null = null;

/** The schema of a whole file. */
export function schemaOfFile(kind: string, value: unknown): PartSchema {
  grammar ??= readSchemasByName();
  return resolveSchema({ schema: grammar.get(kind) ?? {}, home: kind }, value);
}

/** The schema of the part below. Undefined: the grammar has no such part. */
export function schemaBelow(
  { schema, home }: PartSchema,
  step: string,
  value: unknown,
): PartSchema | undefined {
  const { properties, additionalProperties, items } = schema;
  const below = Object.hasOwn(mappingOf(properties), step)
    ? mappingOf(properties)[step]
    : isList(schema, value) || /^\d+$/.test(step)
      ? (items ?? additionalProperties)
      : additionalProperties;
  return isMapping(below) ? { schema: below, home } : undefined;
}

function isList(schema: JsonSchema, value: unknown): boolean {
  return schema['type'] === 'array' || Array.isArray(value);
}

/** Follows references, and the branch for a value that may be a mapping. */
export function resolveSchema({ schema, home }: PartSchema, value: unknown): PartSchema {
  const { $ref: reference, ...own } = schema;
  if (typeof reference === 'string') {
    const [name = '', pointer = ''] = reference.split('#');
    const place = name === '' ? home : name.replace(/\.json$/, '');
    const found = keysOf(pointer).reduce<unknown>((part, key) => mappingOf(part)[key], grammar?.get(place));
    return resolveSchema({ schema: { ...mappingOf(found), ...own }, home: place }, value);
  }
  const { anyOf } = schema;
  if (Array.isArray(anyOf) && schema['type'] === undefined && value !== undefined) {
    const wanted = isMapping(value) ? 'object' : Array.isArray(value) ? 'array' : typeof value;
    const branch = anyOf.map(mappingOf).find(({ type }) => type === wanted);
    if (branch !== undefined) return { schema: { ...branch, ...own, anyOf: undefined }, home };
  }
  const { then, if: condition, ...plain } = schema;
  const isBranch = isMapping(then) && mappingOf(condition)['type'] === 'object';
  if (!isBranch || typeof value === 'string') return { schema, home };
  const branch = resolveSchema({ schema: then, home }, value);
  return { schema: { ...branch.schema, ...plain, type: 'object' }, home: branch.home };
}

/** @param value of the part, if it is there */
export function shapeOf(part: PartSchema, value: unknown): PartShape {
  const { schema, home } = resolveSchema(part, value);
  if (isOfConditions(part.schema)) return hasGroups(schema) ? 'condition' : 'yaml';
  const types = [schema['type']].flat();
  const has = (...wanted: readonly string[]): boolean =>
    types.length === wanted.length && wanted.every((type) => types.includes(type));
  if (Array.isArray(schema['enum'])) return 'choice';
  if (schema['const'] === true || has('boolean')) return 'flag';
  if (has('integer') || has('number')) return 'number';
  if (has('string', 'array')) return shapeOfTexts({ schema: mappingOf(schema['items']), home });
  // What is not written yet is begun as a list, if it may be one.
  const mayBegin = value === undefined && !types.includes('string');
  if (has('array') || (types.includes('array') && (Array.isArray(value) || mayBegin)))
    return shapeOfList({ schema: mappingOf(schema['items']), home });
  if (has('object') || isMapping(value)) return shapeOfMapping(schema, types);
  if (!types.includes('string')) return 'yaml';
  if (types.includes('number')) return 'figure';
  return isNamed(schema) && !isOpen(schema) ? 'choice' : 'text';
}

/** One text, or several. */
function shapeOfTexts(items: PartSchema): PartShape {
  if (Object.keys(items.schema).length === 0) return 'lines';
  const shape = isOpen(items.schema) ? 'lines' : shapeOfList(items);
  return shape === 'list' ? 'yaml' : shape;
}

function shapeOfList(items: PartSchema): PartShape {
  const { schema } = resolveSchema(items, undefined);
  const types = [schema['type']].flat();
  if (types.includes('object')) return 'list';
  if (!types.includes('string')) return 'yaml';
  return Array.isArray(schema['enum']) || isNamed(schema) ? 'choices' : 'lines';
}

function shapeOfMapping(schema: JsonSchema, types: readonly unknown[]): PartShape {
  if (isMapping(schema['additionalProperties']) && !isMapping(schema['properties'])) return 'names';
  // A name may stand in its place: only YAML can change the one into the other.
  return isMapping(schema['properties']) && !types.includes('string') ? 'form' : 'yaml';
}

function isNamed(schema: JsonSchema): boolean {
  return schema['x-names'] !== undefined;
}

/** Another text may stand in the place of a name, and nobody can list all of them. */
function isOpen({ 'x-or': other }: JsonSchema): boolean {
  return other !== undefined && !Array.isArray(mappingOf(other)['enum']);
}

/** A condition, or a part of one, such as the value that it compares with. */
function isOfConditions({ $ref: reference }: JsonSchema): boolean {
  return (
    typeof reference === 'string' &&
    reference.startsWith('condition.json') &&
    !/\/(?:formerly|departmentKind)$/.test(reference)
  );
}

function hasGroups({ properties }: JsonSchema): boolean {
  return ['all', 'any', 'not'].every((word) => Object.hasOwn(mappingOf(properties), word));
}
