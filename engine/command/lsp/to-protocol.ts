/** Writes what the compiler found as the Language Server Protocol has it. Lines and characters begin with 0 there. */
import {
  type Diagnostic as ShownDiagnostic,
  DiagnosticSeverity,
  DiagnosticTag,
  type Location,
  type Range,
} from 'vscode-languageserver/node';
import type { Diagnostic } from '../../config/diagnostics/diagnostic.ts';
import { pageOfCode } from '../../config/diagnostics/page-of-code.ts';
import type { Place } from '../../portal/model/place.ts';
import type { NameRange } from '../../symbols/locate.ts';

export function rangeOf({
  line,
  column,
  endColumn,
}: Omit<NameRange, 'start' | 'end' | 'isInText' | 'file'>): Range {
  return {
    start: { line: line - 1, character: column - 1 },
    end: { line: line - 1, character: endColumn - 1 },
  };
}

export function locationOf(range: NameRange, uriOf: (path: string) => string): Location {
  return { uri: uriOf(range.file), range: rangeOf(range) };
}

function markOf({ line, column }: Omit<Place, 'file'>, width: number): Range {
  return rangeOf({ line, column, endColumn: column + Math.max(1, width) });
}

/** @param isStale from a check before the last change: shown faded until the next one */
export function diagnosticOf(
  { code, severity, line, column, length, message, remedy, also = [] }: Diagnostic,
  { uriOf, isStale }: { readonly uriOf: (path: string) => string; readonly isStale: boolean },
): ShownDiagnostic {
  return {
    range: markOf({ line, column }, length),
    severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code,
    codeDescription: { href: pageOfCode(code) },
    source: 'munisipyo',
    message: remedy === '' ? message : `${message} ${remedy}`,
    ...(isStale && { tags: [DiagnosticTag.Unnecessary] }),
    ...(also.length > 0 && {
      relatedInformation: also.map((one) => ({
        location: { uri: uriOf(one.file), range: markOf(one, 1) },
        message: 'The same mistake',
      })),
    }),
  };
}
