/** Reads the grammar of the configuration: one JSON Schema for each kind of file, and those that they share. */
import { readFileSync } from 'node:fs';
import type { AnySchemaObject } from 'ajv';
import { fileKinds } from '../source/source.ts';

/** Schemas that several kinds of files use. */
const shared = ['condition', 'derived', 'form', 'layer', 'requirement-kind'] as const;

/**
 * The schemas without `$id`: others are found by the name of their file.
 * @param schemas by default those of files that were merged
 */
export function readSchemasByName(schemas = readSchemas()): ReadonlyMap<string, AnySchemaObject> {
  const named = [...schemas].map(([name, schema]) => {
    const kept = Object.entries(schema).filter(([key]) => key !== '$id');
    return [name, Object.fromEntries(kept)] as const;
  });
  return new Map(named);
}

/**
 * The schemas of files whose layers were merged: `layer` is no key of theirs any more.
 * @returns the schemas by name, each a new object; the name of a schema is the kind of its files
 */
export function readSchemas(): ReadonlyMap<string, AnySchemaObject> {
  const schemas = readWrittenSchemas();
  for (const schema of schemas.values()) delete schema['properties']?.layer;
  return schemas;
}

/** The schemas as editors use them, of files as they are written. @returns them by name, each a new object */
export function readWrittenSchemas(): ReadonlyMap<string, AnySchemaObject> {
  return new Map(
    [...new Set<string>([...shared, ...fileKinds])].map((name) => {
      const file = new URL(`../../../schemas/${name}.json`, import.meta.url);
      return [name, JSON.parse(readFileSync(file, 'utf8')) as AnySchemaObject];
    }),
  );
}
