/** Converts one JSON Schema error to one diagnostic. */
import type { ErrorObject } from 'ajv';
import { isMapping } from '../../portal/values/is-mapping.ts';
import type { DetailsOf } from '../diagnostics/catalogue.ts';
import { createDiagnostic, type Diagnostic } from '../diagnostics/diagnostic.ts';
import type { ParsedFile } from '../source/source.ts';
import { pointerTo } from '../../portal/values/pointer.ts';
import { mapAt, typesInWords, describeValue, subjectOf, typeRemedy, writtenAt } from './phrases.ts';
import { patternProblem } from './pattern.ts';

interface Case {
  readonly file: ParsedFile;
  readonly error: ErrorObject;
  /** The place of the value that the error is about. */
  readonly pointer: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

type Describe = (found: Case) => Diagnostic | null;

/** Key: the JSON Schema keyword. Null means that another error describes the problem better. */
const describers: Readonly<Record<string, Describe>> = {
  if: () => null,
  propertyNames: () => null,
  additionalProperties: unknownKey,
  unevaluatedProperties: unknownKey,
  required: missingKey,
  dependentRequired: missingKey,
  not: excludedKeys,
  oneOf: alternatives,
  anyOf: alternatives,
  type: wrongType,
  enum: (found) => unknownValue(found, stringsOf(found.schema['enum'])),
  const: (found) => unknownValue(found, [String(found.schema['const'])]),
  format: badPattern,
  pattern: badFormat,
  minLength: (found) => badSize(found, 'is empty', 'Write a value, or remove the key.'),
  minItems: (found) => badSize(found, 'is an empty list', 'Write at least one entry, or remove the key.'),
  minProperties: (found) => badSize(found, 'is an empty map', 'Write at least one key, or remove the map.'),
  maxProperties: (found) => badSize(found, 'has more than one key', 'Keep one of them.'),
  uniqueItems: repeatedEntry,
  minimum: (found) => outOfRange(found, 'at least'),
  maximum: (found) => outOfRange(found, 'at most'),
  exclusiveMinimum: (found) => outOfRange(found, 'more than'),
};

/** A word of an earlier release. */
export interface RenamedWord {
  /** The place of the key, or of the value. */
  readonly pointer: string;
  readonly part: 'key' | 'value';
  readonly word: string;
  /** The word that took its place. */
  readonly now: string;
}

/** @returns null if the error is not about a word that the schema has under `x-renamed` */
export function renamedWord({
  keyword,
  instancePath,
  params,
  data,
  parentSchema,
}: ErrorObject): RenamedWord | null {
  const isKey = keyword === 'additionalProperties';
  const word: unknown = isKey ? params['additionalProperty'] : keyword === 'enum' ? data : null;
  const renamed: unknown = isMapping(parentSchema) ? parentSchema['x-renamed'] : null;
  if (typeof word !== 'string' || !isMapping(renamed) || !Object.hasOwn(renamed, word)) return null;
  const pointer = isKey ? instancePath + pointerTo(word) : instancePath;
  return { pointer, part: isKey ? 'key' : 'value', word, now: String(renamed[word]) };
}

/** @returns null if another error of the same value explains this one */
export function schemaDiagnostic(file: ParsedFile, error: ErrorObject): Diagnostic | null {
  const renamed = renamedWord(error);
  if (renamed !== null)
    return createDiagnostic('schema/renamed-word', file.positions(renamed.pointer, renamed.part), renamed);
  const describe = describers[error.keyword] ?? badFormat;
  const schema = isMapping(error.parentSchema) ? error.parentSchema : {};
  return describe({ file, error, pointer: error.instancePath, schema });
}

function unknownKey(found: Case): Diagnostic {
  const { error, schema } = found;
  const known = Object.keys(isMapping(schema['properties']) ? schema['properties'] : {});
  return notAmong(found, String(error.params['additionalProperty']), known);
}

function notAmong({ file, pointer, schema }: Case, key: string, known: readonly string[]): Diagnostic {
  const place = file.positions(pointer + pointerTo(key), 'key');
  return createDiagnostic('schema/unknown-key', place, { key, where: whereOf(pointer, schema), known });
}

function missingKey({ file, error, pointer, schema }: Case): Diagnostic | null {
  if (/\/(?:oneOf|anyOf)\/\d+\/required$/.test(error.schemaPath)) return null;
  const key = String(error.params['missingProperty']);
  const property = isMapping(schema['properties']) ? schema['properties'][key] : undefined;
  const help =
    isMapping(property) && typeof property['description'] === 'string' ? property['description'] : null;
  const details = { key, where: whereOf(pointer, schema), help };
  return createDiagnostic('schema/missing-key', file.positions(pointer, 'key'), details);
}

function excludedKeys({ file, error, pointer, schema }: Case): Diagnostic | null {
  const excluded = isMapping(schema['not']) ? stringsOf(schema['not']['required']) : [];
  return tooManyKeys({ file, error, pointer, schema }, excluded);
}

function alternatives(found: Case): Diagnostic | null {
  const { file, error, pointer, schema } = found;
  const branches = schema[error.keyword];
  const named = (Array.isArray(branches) ? branches : []).flatMap((branch: unknown) =>
    isMapping(branch) ? stringsOf(branch['required']) : [],
  );
  const keys = [...new Set(named)];
  if (Array.isArray(error.params['passingSchemas'])) return tooManyKeys(found, keys);
  const details = { keys, where: whereOf(pointer, schema) };
  return createDiagnostic('schema/missing-choice', file.positions(pointer, 'key'), details);
}

function tooManyKeys({ file, error, pointer, schema }: Case, excluded: readonly string[]): Diagnostic | null {
  const { data } = error;
  if (!isMapping(data)) return null;
  const keys = excluded.filter((key) => Object.hasOwn(data, key));
  const second = file.positions(pointer + pointerTo(keys[1] ?? ''), 'key');
  return createDiagnostic('schema/too-many-choices', second, { keys, where: whereOf(pointer, schema) });
}

function wrongType(found: Case): Diagnostic {
  const { file, error, pointer } = found;
  const expected = stringsOf(error.params['type']);
  return createDiagnostic('schema/wrong-type', file.positions(pointer), {
    subject: subjectOf(pointer),
    expected: typesInWords(expected),
    found: describeValue(error.data),
    remedy: typeRemedy(found, expected),
  });
}

function unknownValue(found: Case, known: readonly string[]): Diagnostic {
  const { file, error, pointer } = found;
  if (error.propertyName !== undefined) return notAmong(found, error.propertyName, known);
  const details = { subject: subjectOf(pointer), value: writtenAt(file, pointer, error.data), known };
  return createDiagnostic('schema/unknown-value', file.positions(pointer), details);
}

function badPattern({ file, error, pointer }: Case): Diagnostic {
  const value = String(error.data ?? error.propertyName).slice(0, 80);
  const problem = patternProblem(String(error.data ?? '')) ?? 'it is not valid';
  return createDiagnostic('schema/bad-pattern', file.positions(pointer), { value, problem });
}

function badFormat({ file, error, pointer, schema }: Case): Diagnostic {
  const help =
    typeof schema['description'] === 'string' ? schema['description'] : 'Write it in another format.';
  const key = error.propertyName;
  if (key !== undefined) {
    return createDiagnostic('schema/bad-key', file.positions(pointer + pointerTo(key), 'key'), { key, help });
  }
  const details = { subject: subjectOf(pointer), value: writtenAt(file, pointer, error.data), help };
  return createDiagnostic('schema/bad-format', file.positions(pointer), details);
}

function badSize({ file, pointer }: Case, problem: string, help: string): Diagnostic {
  return createDiagnostic('schema/bad-size', file.positions(pointer), {
    subject: subjectOf(pointer),
    problem,
    help,
  });
}

/** Marks the second of the two entries. */
function repeatedEntry(found: Case): Diagnostic {
  const { file, error, pointer } = found;
  const second = Math.max(Number(error.params['i']), Number(error.params['j']));
  const entry: unknown = Array.isArray(error.data) ? error.data[second] : undefined;
  const at = pointer + pointerTo(second);
  const name = isMapping(entry) ? null : writtenAt(file, at, entry);
  return createDiagnostic('schema/bad-size', file.positions(at), namedTwice(subjectOf(pointer), name));
}

/** The details of a list that names something twice; without a name: it has an equal map twice. */
export function namedTwice(subject: string, name: string | null): DetailsOf<'schema/bad-size'> {
  const problem = name === null ? 'has the same entry twice' : `names "${name}" twice`;
  return { subject, problem, help: 'Remove one of them.' };
}

function outOfRange(found: Case, relation: string): Diagnostic {
  const limit = `${relation} ${String(found.error.params['limit'])}`;
  return badSize(found, `must be ${limit}`, `Write a number that is ${limit}.`);
}

function whereOf(pointer: string, schema: Readonly<Record<string, unknown>>): string {
  return mapAt(pointer, typeof schema['title'] === 'string' ? schema['title'] : undefined);
}

function stringsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((one) => one !== undefined).map(String);
}
