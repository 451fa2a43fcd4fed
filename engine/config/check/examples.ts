/** Examples satisfy their form, counterexamples do not. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Portal } from '../../portal/portal.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { baseName } from '../link/files.ts';
import type { ParsedFile } from '../source.ts';
import { Findings, type Checking } from './checking.ts';

interface Exemplified {
  readonly name: string;
  readonly file: ParsedFile;
  readonly form: string | null;
}

type Validators = (hash: string) => ValidateFunction | null;

export function checkExamples({ portal, files }: Checking): Diagnostic[] {
  const findings = new Findings();
  const validators = validatorsOf(portal);
  for (const { name, file, form } of exemplified(portal, files)) {
    const [good, bad] = [listAt(file, 'examples'), listAt(file, 'counterExamples')];
    const validate = form === null || good.length + bad.length === 0 ? null : validators(form);
    // Where no form is asked there is nothing to hold an example against.
    if (validate === null) continue;
    for (const { value, span } of good) {
      const problem = problemOf(value, validate);
      if (problem !== null) findings.add('kind/bad-example', span, { name, problem });
    }
    for (const { value, span } of bad) {
      if (validate(value) === true) findings.add('kind/good-counter-example', span, { name });
    }
  }
  return findings.all();
}

/** The files that hold examples, each with the form that they are examples of. */
function exemplified(portal: Portal, files: readonly ParsedFile[]): Exemplified[] {
  const kinds = new Map(Object.values(portal.kinds).map((kind) => [kind.id, kind]));
  return files.flatMap((file): Exemplified[] => {
    const name = baseName(file);
    if (file.kind === 'record') return [{ name, file, form: portal.recordTypes[name]?.form ?? null }];
    if (file.kind !== 'requirement-kind') return [];
    const kind = kinds.get(`${file.path.split('/').at(-2)}/${name}`);
    return kind === undefined ? [] : [{ name: kind.title, file, form: kind.form }];
  });
}

function listAt(file: ParsedFile, key: string) {
  const said = Object(file.value)[key] as unknown;
  if (!Array.isArray(said)) return [];
  return said.map((value: unknown, at) => ({ value, span: file.positions(`/${key}/${at}`) }));
}

function problemOf(value: unknown, validate: ValidateFunction): string | null {
  if (validate(value) === true) return null;
  const [first] = validate.errors ?? [];
  return `${first?.instancePath || 'the whole'} ${first?.message ?? 'is not valid'}`;
}

/** Compiles a form's schema when an example first asks for it. */
function validatorsOf(portal: Portal): Validators {
  const ajv = new Ajv2020({ strict: false, allErrors: false, logger: false });
  addFormats.default(ajv);
  const compiled = new Map<string, ValidateFunction | null>();
  return (hash) => {
    if (!compiled.has(hash)) compiled.set(hash, compileSchema(portal.forms[hash]?.schema));
    return compiled.get(hash) ?? null;
  };

  function compileSchema(schema: object | undefined): ValidateFunction | null {
    try {
      return schema === undefined ? null : ajv.compile(schema);
    } catch {
      // A schema that cannot be compiled is the form compiler's finding.
      return null;
    }
  }
}
