/** A problem of a configuration: where it is, why it is wrong, and what to do. */
import type { Place } from '../../portal/model/place.ts';
import { catalogue, type DetailsOf, type DiagnosticCode } from './catalogue.ts';
import type { FieldMark } from './catalogue/document.ts';
import type { UnknownName } from './catalogue/reference.ts';
import type { Severity } from './phrase.ts';

export interface Diagnostic {
  /** `subject/problem`; never changes. */
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** The path as shown to people: `config/guards.yaml`. */
  readonly file: string;
  /** The first line is 1. */
  readonly line: number;
  /** The first column is 1. */
  readonly column: number;
  /** Number of marked characters; 0 until the line has been quoted. */
  readonly length: number;
  /** One sentence that describes the problem. */
  readonly message: string;
  /** One or two sentences that say what to write instead, with the choices. */
  readonly remedy: string;
  /** The language of a missing translation. If many are missing, the output counts them by file. */
  readonly language?: string;
  /** An unknown name and the valid names. Each unknown name is reported once. */
  readonly unknown?: UnknownName;
  /** The rule of a guard that causes it. What one rule causes is reported once. */
  readonly rule?: Place;
  /** The rule of a field that forbids what it reports. */
  readonly marked?: FieldMark;
  /** Further places of the same mistake; the message names the first of them. */
  readonly also?: readonly Place[];
  /** The line and its neighbours; null if the file cannot be shown. */
  readonly quote: Quote | null;
}

export interface Quote {
  /** Number of the first quoted line. */
  readonly first: number;
  readonly lines: readonly string[];
}

/** Returns true if a configuration with these diagnostics must not be published. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(isError);
}

/** The diagnostics without the warnings. */
export function errorsOf(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(isError);
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}

/**
 * `quoteDiagnostics` adds the quoted lines later.
 * @param place a `Place` of the portal, or a `Span` from `file.positions(pointer, 'key' | 'value')`
 */
export function createDiagnostic<C extends DiagnosticCode>(
  code: C,
  place: Place & { readonly length?: number },
  details: DetailsOf<C>,
): Diagnostic {
  const phrase = catalogue[code];
  return {
    code,
    severity: phrase.severity,
    file: place.file,
    line: place.line,
    column: place.column,
    length: place.length ?? 0,
    message: phrase.message(details),
    remedy: phrase.remedy(details),
    ...('name' in details && 'choices' in details && { unknown: details }),
    ...('value' in details && 'values' in details && { unknown: unknownValue(details) }),
    ...('path' in details && 'choices' in details && { unknown: unknownPath(details) }),
    ...('refusedBy' in details && details.refusedBy !== null && { rule: details.refusedBy }),
    ...('marked' in details && details.marked !== null && { marked: details.marked }),
    ...('language' in details && { language: details.language }),
    quote: null,
  };
}

/** A value that a lookup or a question no longer has may be missing in many places. */
function unknownValue({ value, values }: { value: unknown; values: readonly unknown[] }): UnknownName {
  return { name: String(value), choices: values.map(String) };
}

/** A question is read below different record types: `name`, `loan.name`. */
function unknownPath({ path }: { readonly path: string }): UnknownName {
  return { name: path.split('.').at(-1) ?? path, choices: [] };
}
