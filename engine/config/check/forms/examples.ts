/** Checks that examples and the rows of editable lookups satisfy their form, and that counterexamples do not. */
import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { computeAnswers } from '../../../portal/forms/computed-answers.ts';
import { propertiesOf } from '../../../portal/forms/form-levels.ts';
import type { Form, JsonSchema } from '../../../portal/model/form.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { checkOnce } from '../../cache/compile-cache.ts';
import { isMapping } from '../../link/input/cursor.ts';
import { baseName, kindId } from '../../link/input/files.ts';
import type { ParsedFile, SourceSpan } from '../../source/source.ts';
import { type CheckContext, DiagnosticSet } from '../context/check-context.ts';

interface ExampleSource {
  readonly name: string;
  readonly form: string | null;
  /** Those that have to satisfy the form. */
  readonly good: readonly Example[];
  /** Those that must not. */
  readonly bad: readonly Example[];
  /** Of one that should satisfy the form, and does not. */
  readonly code: 'kind/bad-example' | 'lookup/odd-row';
}

interface Example {
  readonly value: unknown;
  readonly span: () => SourceSpan;
}

export function checkExamples({ portal, files }: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  const problemsOf = formValidators();
  for (const { name, form, good, bad, code } of exemplified(portal, files)) {
    const compiled = portal.forms[form ?? ''];
    // Without a form there is nothing to check an example against.
    if (compiled === undefined || good.length + bad.length === 0) continue;
    const { schema } = compiled;
    const values = [...good, ...bad].map(({ value }) =>
      isMapping(value) ? computeAnswers(compiled, value) : value,
    );
    let problems: readonly (readonly string[])[] = [];
    const isSound = checkOnce(['examples', form ?? '', JSON.stringify([good.length, values])], () => {
      problems = problemsOf(schema, values) ?? [];
      return problems.every(({ length }, at) => length === (at < good.length ? 0 : 1));
    });
    if (isSound) continue;
    for (const [at, { span }] of good.entries()) {
      const problem = problems[at]?.[0];
      if (problem !== undefined) findings.add(code, span(), { name, problem });
    }
    for (const [at, { span }] of bad.entries()) {
      const faults = problems[good.length + at] ?? [];
      if (faults.length === 0) findings.add('kind/good-counter-example', span(), { name });
      // With two faults it is unclear whether the form rejects each of them.
      if (faults.length > 1) findings.add('kind/vague-counter-example', span(), { name, problems: faults });
    }
  }
  return findings.all();
}

/** The examples of each file, with their form. The rows of a lookup are answers to its form. */
function exemplified(portal: Portal, files: readonly ParsedFile[]): ExampleSource[] {
  const named = formsByName(portal, files);
  return files.flatMap((file): ExampleSource[] => {
    const name = baseName(file);
    const examples = {
      good: listAt(file, 'examples'),
      bad: listAt(file, 'counterExamples'),
      code: 'kind/bad-example',
    } as const;
    const kind = portal.kinds[kindId(file)];
    switch (file.kind) {
      case 'record':
        return [{ ...examples, name, form: portal.recordTypes[name]?.form ?? null }];
      case 'form':
        return [{ ...examples, name, form: named.get(name) ?? null }];
      case 'requirement-kind':
        return kind === undefined ? [] : [{ ...examples, name: kind.title, form: kind.form }];
      case 'lookup': {
        const form = portal.lookups[name]?.edit?.form ?? null;
        return [
          { name, form, good: rowsOf(file, portal.forms[form ?? '']), bad: [], code: 'lookup/odd-row' },
        ];
      }
      default:
        return [];
    }
  });
}

/** The forms of record types and transitions. A fragment that other forms include is not checked. */
function formsByName({ recordTypes, workflows }: Portal, files: readonly ParsedFile[]): Map<string, string> {
  const named = files.flatMap((file): [unknown, string | null | undefined][] => {
    const said = Object(file.value) as { form?: unknown; of?: unknown; transitions?: unknown };
    if (file.kind === 'record') return [[said.form, recordTypes[baseName(file)]?.form]];
    if (file.kind !== 'workflow') return [];
    const steps = workflows[String(said.of)]?.transitions ?? {};
    return Object.values(steps).map(({ name, input }) => [
      Object(Object(said.transitions)[name]).input,
      input,
    ]);
  });
  return new Map(
    named.flatMap(([name, hash]) =>
      typeof name === 'string' && hash != null ? [[name, hash] as const] : [],
    ),
  );
}

function listAt(file: ParsedFile, key: string): Example[] {
  const said = Object(file.value)[key] as unknown;
  if (!Array.isArray(said)) return [];
  return said.map((value: unknown, at) => ({ value, span: () => file.positions(`/${key}/${at}`) }));
}

/** Keys that every row may have; a form may ask for them. */
const ofEveryRow: ReadonlySet<string> = new Set(['value', 'group', 'retired', 'formerly']);

/** The columns of each row that is still offered; the form asks for all of them. */
function rowsOf(file: ParsedFile, form: Form | undefined): Example[] {
  const asked = propertiesOf(form?.schema ?? {});
  return listAt(file, 'rows').flatMap(({ value: row, span }) => {
    if (!isMapping(row) || row['retired'] === true) return [];
    const columns = Object.entries(row).filter(([key]) => Object.hasOwn(asked, key) || !ofEveryRow.has(key));
    return [{ value: Object.fromEntries(columns), span }];
  });
}

/** The faults of the value in words; empty if it satisfies the schema. */
type Problems = (value: unknown) => readonly string[];

/** The first fault of a part. */
type ValueCheck = (value: unknown) => string | null;

const annotations: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  'title',
  'description',
  'examples',
  'default',
  'type',
  'properties',
  'required',
]);

/**
 * Compiling a schema takes milliseconds, and a portal has thousands of forms with similar properties. So this
 * function splits the root of a form, and ajv compiles each distinct property once.
 * @returns a function from schema and values to the faults of each value, or null if ajv refuses the schema, which
 * the form compiler reports
 */
function formValidators(): (schema: JsonSchema, values: readonly unknown[]) => (readonly string[])[] | null {
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });
  addFormats.default(ajv);
  const compiled = new Map<string, ValidateFunction>();
  return (schema, values) => {
    try {
      return values.map(compileRoot(schema));
    } catch {
      return null;
    }
  };

  function compileRoot(schema: JsonSchema): Problems {
    const rest = Object.entries(schema).filter(([key]) => !annotations.has(key));
    // Keywords that depend on all properties need the whole schema.
    const isWhole = rest.some(([key]) => key.endsWith('Properties') || key === '$defs');
    if (isWhole || !isMapping(schema.properties)) {
      const whole = problemOf(compile(schema));
      return (value) => [whole(value)].filter((one) => one !== null);
    }
    const properties = new Map(Object.entries(schema.properties).map(([key, one]) => [key, lazily(one)]));
    const others = rest.length === 0 ? () => null : problemOf(compile(Object.fromEntries(rest)));
    const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
    return (value) => problemsIn(value, { properties, required, others });
  }

  function lazily(schema: unknown): ValueCheck {
    return (value) => problemOf(compile(schema))(value);
  }

  function compile(schema: unknown): ValidateFunction {
    const key = JSON.stringify(schema, withoutAnnotations);
    let validate = compiled.get(key);
    if (validate === undefined) {
      validate = ajv.compile(typeof schema === 'boolean' ? schema : Object(JSON.parse(key)));
      compiled.set(key, validate);
    }
    return validate;
  }
}

interface Root {
  readonly properties: ReadonlyMap<string, ValueCheck>;
  readonly required: readonly string[];
  readonly others: ValueCheck;
}

function problemsIn(value: unknown, { properties, required, others }: Root): string[] {
  if (!isMapping(value)) return ['it must be an object'];
  const missing = required.filter((key) => !Object.hasOwn(value, key)).map((key) => `"${key}" is missing`);
  const wrong = Object.entries(value).flatMap(([key, said]) => {
    const problemIn = properties.get(key);
    if (problemIn === undefined) return [`the form has no question "${key}"`];
    const problem = problemIn(said);
    return problem === null ? [] : [`"${key}": ${problem}`];
  });
  const own = [...missing, ...wrong];
  // Faults across questions are reported only if no single question has a fault.
  return own.length > 0 ? own : [others(value)].filter((one) => one !== null);
}

function problemOf(validate: ValidateFunction): ValueCheck {
  return (value) => {
    if (validate(value) === true) return null;
    const [first] = validate.errors ?? [];
    const where = first?.instancePath ? `${first.instancePath} ` : '';
    return `${where}${first?.message ?? 'is not valid'}`;
  };
}

/** Texts for people do not affect validity. A property of such a name is a mapping and stays. */
function withoutAnnotations(key: string, value: unknown): unknown {
  const isText = typeof value === 'string' && (key === 'title' || key === 'description');
  return isText ? undefined : value;
}
