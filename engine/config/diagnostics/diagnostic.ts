/** What is wrong with a configuration, where, why, and what to do about it. */
import type { UnknownName } from './catalogue/reference.ts';
import type { Place } from '../../portal/model/place.ts';
import type { DiagnosticCode } from './catalogue.ts';
import type { Severity } from './phrase.ts';

export interface Diagnostic {
  /** `subject/problem`; permanent. */
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** As shown to people: `config/guards.yaml`. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** Characters that the mark covers; 0 until the line has been quoted. */
  readonly length: number;
  /** One sentence: what is wrong. */
  readonly message: string;
  /** One or two sentences: what to write instead, with the choices. */
  readonly remedy: string;
  /** The language that it is about; where there are many of one language, people are told how many stand in which file. */
  readonly language?: string;
  /** The name that refers to nothing, with all that would be right: of one name it is told once. */
  readonly unknown?: UnknownName;
  /** Further places of the same mistake, which the message names. */
  readonly also?: readonly Place[];
  /** The line with the ones beside it; null where the file cannot be shown. */
  readonly quote: Quote | null;
}

export interface Quote {
  /** Number of the first quoted line. */
  readonly first: number;
  readonly lines: readonly string[];
}

/** True when a configuration with these diagnostics must not be put in force. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}
