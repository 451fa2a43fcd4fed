/** Examples satisfy their form, counterexamples do not. */
import type { Portal } from '../../portal/portal.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { baseName, kindId } from '../link/files.ts';
import type { ParsedFile } from '../source.ts';
import { Findings, type Checking } from './checking.ts';
import { formValidators } from './form-validator.ts';

interface Exemplified {
  readonly name: string;
  readonly file: ParsedFile;
  readonly form: string | null;
}

export function checkExamples({ portal, files }: Checking): Diagnostic[] {
  const findings = new Findings();
  const validatorFor = formValidators();
  for (const { name, file, form } of exemplified(portal, files)) {
    const [good, bad] = [listAt(file, 'examples'), listAt(file, 'counterExamples')];
    const schema = portal.forms[form ?? '']?.schema;
    // Where no form is asked there is nothing to hold an example against.
    if (schema === undefined || good.length + bad.length === 0) continue;
    const problemOf = validatorFor(schema);
    if (problemOf === null) continue;
    for (const { value, span } of good) {
      const problem = problemOf(value);
      if (problem !== null) findings.add('kind/bad-example', span, { name, problem });
    }
    for (const { value, span } of bad) {
      if (problemOf(value) === null) findings.add('kind/good-counter-example', span, { name });
    }
  }
  return findings.all();
}

/** The files that hold examples, each with the form that they are examples of. */
function exemplified(portal: Portal, files: readonly ParsedFile[]): Exemplified[] {
    return files.flatMap((file): Exemplified[] => {
    const name = baseName(file);
    if (file.kind === 'record') return [{ name, file, form: portal.recordTypes[name]?.form ?? null }];
    if (file.kind !== 'requirement-kind') return [];
    const kind = portal.kinds[kindId(file)];
    return kind === undefined ? [] : [{ name: kind.title, file, form: kind.form }];
  });
}

function listAt(file: ParsedFile, key: string) {
  const said = Object(file.value)[key] as unknown;
  if (!Array.isArray(said)) return [];
  return said.map((value: unknown, at) => ({ value, span: file.positions(`/${key}/${at}`) }));
}

