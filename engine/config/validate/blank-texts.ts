/** Texts of a file that show nothing: spaces, or characters without a shape. */
import { isMapping } from '../../portal/values/is-mapping.ts';
import { createDiagnostic } from '../diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { pointerTo, type ParsedFile } from '../source.ts';
import { subjectOf } from './phrases.ts';

/** What stands below these is data, which may be anything. */
const dataKeys: ReadonlySet<string> = new Set(['examples', 'counterExamples', 'default', 'const', 'enum']);

/** Every value that is blank; one without any character is for the schema to judge. */
export function blankTexts(file: ParsedFile): Diagnostic[] {
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
    help: 'Write words that people can read, or take the key out.',
  };
  return createDiagnostic('schema/bad-size', file.positions(pointer), details);
}
