/** Validates the shape of a parsed file with the JSON Schema of its kind. */
import type { AnySchemaObject, ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isMapping } from '../../portal/values/is-mapping.ts';
import { createDiagnostic, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { nearestName } from '../diagnostics/nearest.ts';
import { placeOfKind } from './file-kinds.ts';
import { type FileKind, fileKinds, type ParsedFile } from '../source/source.ts';
import { pointerTo } from '../../portal/values/pointer.ts';
import { isPattern } from './pattern.ts';
import { subjectOf } from './phrases.ts';
import { readSchemas } from './read-schemas.ts';
import { renamedWord, type RenamedWord, schemaDiagnostic } from './schema-diagnostic.ts';

/** A file with more mistakes usually has one cause, so only the first ones are reported. */
const mistakesShown = 100;

/** Every mistake of the file's shape, each reported once. */
export function validateFile(file: ParsedFile): Diagnostic[] {
  const errors = schemaErrors(file.kind, file.value);
  const meantKind = errors.some(isOfUnknownRootKey) ? kindOfKeys(file) : null;
  if (meantKind !== null) {
    const details = { kind: meantKind, place: placeOfKind(meantKind) };
    return [createDiagnostic('file/wrong-place', file.positions('', 'key'), details)];
  }
  const mistyped = new Set(errors.filter(({ keyword }) => keyword === 'type').map(pathOf));
  const meant = meantKeys(errors);
  const diagnostics: Diagnostic[] = [];
  for (const error of errors) {
    // Other errors of a value of the wrong type are left out.
    if (error.keyword !== 'type' && mistyped.has(pathOf(error))) continue;
    if (isMisspelt(error, meant.get(pathOf(error)) ?? [])) continue;
    const diagnostic = schemaDiagnostic(file, error);
    if (diagnostic !== null) diagnostics.push(diagnostic);
    if (diagnostics.length >= mistakesShown) break;
  }
  const told = new Set(diagnostics.map(({ line, column }) => `${line}:${column}`));
  const blank = blankTexts(file).filter(({ line, column }) => !told.has(`${line}:${column}`));
  return [...diagnostics, ...blank].slice(0, mistakesShown);
}

/** Every key and value of the file that has another name in this release. */
export function renamedWordsOf({ kind, value }: ParsedFile): RenamedWord[] {
  return schemaErrors(kind, value).flatMap((error) => renamedWord(error) ?? []);
}

function isOfUnknownRootKey({ keyword, instancePath }: ErrorObject): boolean {
  return keyword === 'additionalProperties' && instancePath === '';
}

/** The other kind of file that has all of these keys at its top; null if there is none. */
function kindOfKeys({ kind, value }: ParsedFile): FileKind | null {
  const keys = Object.keys(Object(value));
  grammar ??= readGrammar();
  const { roots } = grammar;
  const meant = fileKinds.find((other) => {
    const { properties, required } = Object(roots.get(other));
    const known = Object.keys(Object(properties));
    return (
      other !== kind &&
      keys.every((key) => known.includes(key)) &&
      [required].flat().every((key) => keys.includes(String(key)))
    );
  });
  return meant ?? null;
}

/** For each map the keys that its unknown keys probably mean. */
function meantKeys(errors: readonly ErrorObject[]): Map<string, string[]> {
  const meant = new Map<string, string[]>();
  for (const error of errors) {
    if (error.keyword !== 'additionalProperties') continue;
    const written = String(error.params['additionalProperty']);
    const known = Object.keys(Object(Object(error.parentSchema).properties));
    const key = nearestName(written, known) ?? known.find((one) => written.startsWith(one));
    if (key !== undefined) meant.set(pathOf(error), [...(meant.get(pathOf(error)) ?? []), key]);
  }
  return meant;
}

/** A missing key is not reported if an unknown key is probably a misspelling of it. */
function isMisspelt({ keyword, params, parentSchema }: ErrorObject, meant: readonly string[]): boolean {
  if (keyword === 'required') return meant.includes(String(params['missingProperty']));
  const branches: unknown = Object(parentSchema)[keyword];
  const isChoice = (keyword === 'oneOf' || keyword === 'anyOf') && !Array.isArray(params['passingSchemas']);
  if (!isChoice || !Array.isArray(branches)) return false;
  return branches.some((branch) =>
    [Object(branch).required].flat().some((key) => meant.includes(String(key))),
  );
}

function pathOf({ instancePath }: ErrorObject): string {
  return instancePath;
}

/** The values below these keys are data and may be anything. */
const dataKeys: ReadonlySet<string> = new Set(['examples', 'counterExamples', 'default', 'const', 'enum']);

/** Every text of white space or invisible characters only; the schema reports empty texts. */
function blankTexts(file: ParsedFile): Diagnostic[] {
  const found: Diagnostic[] = [];
  const visit = (value: unknown, keys: readonly (string | number)[]): void => {
    if (typeof value === 'string') {
      if (isBlank(value)) found.push(blankAt(file, pointerTo(...keys)));
    } else if (Array.isArray(value)) {
      value.forEach((part, index) => visit(part, [...keys, index]));
    } else if (isMapping(value)) {
      for (const [key, part] of Object.entries(value)) if (!dataKeys.has(key)) visit(part, [...keys, key]);
    }
  };
  visit(file.value, []);
  return found;
}

function isBlank(text: string): boolean {
  return /^[\s\p{Default_Ignorable_Code_Point}\u2800]+$/u.test(text);
}

function blankAt(file: ParsedFile, pointer: string): Diagnostic {
  const details = {
    subject: subjectOf(pointer),
    problem: 'is blank',
    help: 'Write text that people can read, or remove the key.',
  };
  return createDiagnostic('schema/bad-size', file.positions(pointer), details);
}

let grammar: Grammar | null = null;

/** Returns all errors of a value as a file of this kind; empty if it is valid. */
function schemaErrors(kind: FileKind, value: unknown): readonly ErrorObject[] {
  grammar ??= readGrammar();
  const { ajv, ids } = grammar;
  // The validator is compiled on first use.
  const validate = ajv.getSchema(ids.get(kind) ?? '');
  if (validate === undefined) throw new Error(`There is no schema of ${kind}.`);
  return validate(value) === true ? [] : (validate.errors ?? []);
}

interface Grammar {
  readonly ajv: Ajv2020;
  /** The schema ids by kind of file. */
  readonly ids: ReadonlyMap<string, string>;
  /** The schemas by kind of file. */
  readonly roots: ReadonlyMap<string, AnySchemaObject>;
}

function readGrammar(): Grammar {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    messages: false,
    strict: false,
    validateSchema: false,
    // Shared schemas are compiled once, and the generated code is not optimized, because it runs for milliseconds
    // only.
    inlineRefs: false,
    code: { optimize: false },
    formats: { regex: isPattern },
  });
  const ids = new Map<string, string>();
  const roots = readSchemas();
  for (const [name, schema] of roots) {
    ajv.addSchema(schema);
    ids.set(name, String(schema['$id']));
  }
  return { ajv, ids, roots };
}
