/** Examples satisfy their form, counterexamples do not. */
import type { Portal } from '../../../portal/model/portal.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { baseName, kindId } from '../../link/reading/files.ts';
import { onceSound } from '../../kept-work.ts';
import type { ParsedFile } from '../../source.ts';
import { DiagnosticSet, type CheckContext } from '../checking/check-context.ts';
import { formValidators } from './form-validator.ts';

interface ExampleSource {
  readonly name: string;
  readonly file: ParsedFile;
  readonly form: string | null;
}

export function checkExamples({ portal, files }: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  const problemsOf = formValidators();
  for (const { name, file, form } of exemplified(portal, files)) {
    const [good, bad] = [listAt(file, 'examples'), listAt(file, 'counterExamples')];
    const schema = portal.forms[form ?? '']?.schema;
    // Where no form is asked there is nothing to hold an example against.
    if (schema === undefined || good.length + bad.length === 0) continue;
    const values = [...good, ...bad].map(({ value }) => value);
    let problems: readonly (readonly string[])[] = [];
    const isSound = onceSound(['examples', form ?? '', JSON.stringify([good.length, values])], () => {
      problems = problemsOf(schema, values) ?? [];
      return problems.every(({ length }, at) => length === (at < good.length ? 0 : 1));
    });
    if (isSound) continue;
    for (const [at, { span }] of good.entries()) {
      const problem = problems[at]?.[0];
      if (problem !== undefined) findings.add('kind/bad-example', span, { name, problem });
    }
    for (const [at, { span }] of bad.entries()) {
      const faults = problems[good.length + at] ?? [];
      if (faults.length === 0) findings.add('kind/good-counter-example', span, { name });
      // One fault hides whether the form refuses the other.
      if (faults.length > 1) findings.add('kind/vague-counter-example', span, { name, problems: faults });
    }
  }
  return findings.all();
}

/** The files that hold examples, each with the form that they are examples of. */
function exemplified(portal: Portal, files: readonly ParsedFile[]): ExampleSource[] {
  const named = formsByName(portal, files);
  return files.flatMap((file): ExampleSource[] => {
    const name = baseName(file);
    if (file.kind === 'record') return [{ name, file, form: portal.recordTypes[name]?.form ?? null }];
    if (file.kind === 'form') return [{ name, file, form: named.get(name) ?? null }];
    if (file.kind !== 'requirement-kind') return [];
    const kind = portal.kinds[kindId(file)];
    return kind === undefined ? [] : [{ name: kind.title, file, form: kind.form }];
  });
}

/** The forms that record types and steps ask; a fragment of others is held against nothing. */
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

function listAt(file: ParsedFile, key: string) {
  const said = Object(file.value)[key] as unknown;
  if (!Array.isArray(said)) return [];
  return said.map((value: unknown, at) => ({ value, span: file.positions(`/${key}/${at}`) }));
}
