/** Whether a parsed file has the shape of its kind. */
import type { ErrorObject } from 'ajv';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { ParsedFile } from '../source.ts';
import { schemaDiagnostic } from './schema-diagnostic.ts';
import { schemaErrors } from './schemas.ts';

/** More mistakes than this in one file have one cause; the first are told. */
const mistakesShown = 100;

/** Every mistake of the file's shape, each told once. */
export function validateFile(file: ParsedFile): Diagnostic[] {
  const errors = schemaErrors(file.kind, file.value);
  const mistyped = new Set(errors.filter(({ keyword }) => keyword === 'type').map(pathOf));
  const diagnostics: Diagnostic[] = [];
  for (const error of errors) {
    // What a value of the wrong type lacks besides is of no interest.
    if (error.keyword !== 'type' && mistyped.has(pathOf(error))) continue;
    const diagnostic = schemaDiagnostic(file, error);
    if (diagnostic !== null) diagnostics.push(diagnostic);
    if (diagnostics.length >= mistakesShown) break;
  }
  return diagnostics;
}

function pathOf({ instancePath }: ErrorObject): string {
  return instancePath;
}
