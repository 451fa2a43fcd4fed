/** What is wrong with a file of the configuration by the JSON Schema of its kind. */
import { readFileSync } from 'node:fs';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { fileKinds, type FileKind } from '../source.ts';
import { exportName, validatorsOf } from './compiled-schemas.ts';

/** Schemas that several kinds of file refer to. */
const shared = ['condition', 'derived', 'form', 'requirement-kind'] as const;

let validators: Readonly<Record<string, ValidateFunction>> | null = null;

/** Everything that is wrong with a value as a file of this kind; empty when it is sound. */
export function schemaErrors(kind: FileKind, value: unknown): readonly ErrorObject[] {
  validators ??= validatorsOf(readSchemas());
  const validate = validators[exportName(kind)];
  if (validate === undefined) throw new Error(`There is no schema of ${kind}.`);
  return validate(value) ? [] : (validate.errors ?? []);
}

/** Name → text, as the files stand in schemas/. */
function readSchemas(): ReadonlyMap<string, string> {
  const names = new Set<string>([...shared, ...fileKinds]);
  return new Map(
    [...names].map((name) => [
      name,
      readFileSync(new URL(`../../../schemas/${name}.json`, import.meta.url), 'utf8'),
    ]),
  );
}
