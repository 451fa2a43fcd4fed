/**
 * Reports a repeated mistake once: an unknown name that many places use appears at its first place, with the other
 * places listed.
 */
import type { Place } from '../../portal/model/place.ts';
import type { DiagnosticCode } from './catalogue.ts';
import type { UnknownName } from './catalogue/reference.ts';
import type { Diagnostic } from './diagnostic.ts';

/** The most places that a message names; `also` has all of them. */
const placesShown = 8;

/** @param diagnostics in the order in which they are reported */
export function mergeRepeated(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const told: { first: Diagnostic; also: Place[] }[] = [];
  for (const one of diagnostics) {
    const same = told.find(({ first }) => isSame(first.unknown, one.unknown) || isOfFile(first, one));
    if (same === undefined) told.push({ first: one, also: [] });
    else same.also.push({ file: one.file, line: one.line, column: one.column });
  }
  return told.map(({ first, also }) => (also.length === 0 ? first : together(first, also)));
}

/**
 * Returns true for the same unknown name if one set of choices contains the other: some places, such as `waitsFor`,
 * allow more names.
 */
function isSame(one: UnknownName | undefined, other: UnknownName | undefined): boolean {
  if (one === undefined || other === undefined || one.name !== other.name) return false;
  const [few, many] = [one, other].map(({ choices }) => new Set(choices)).toSorted((a, b) => a.size - b.size);
  return few !== undefined && many !== undefined && few.isSubsetOf(many) && (few.size > 0 || many.size === 0);
}

/** Codes of mistakes that one line at the top of a file can fix in the whole file. */
const ofFiles: ReadonlySet<DiagnosticCode> = new Set(['route/no-guard', 'text/unknown-path']);

function isOfFile(one: Diagnostic, other: Diagnostic): boolean {
  return ofFiles.has(one.code) && one.code === other.code && one.file === other.file;
}

function together(first: Diagnostic, also: readonly Place[]): Diagnostic {
  if (first.unknown === undefined) return inOneFile(first, also);
  const shown = also.slice(0, placesShown).map(({ file, line }) => `${file}:${line}`);
  const rest = also.length > shown.length ? ` and ${also.length - shown.length} more` : '';
  return {
    ...first,
    message: `${first.message} It is used in ${also.length + 1} places: here and in ${shown.join(', ')}${rest}.`,
    remedy: `${first.remedy} If it was renamed, write the new name in all of these places, or restore the old name.`,
    also,
  };
}

function inOneFile(first: Diagnostic, also: readonly Place[]): Diagnostic {
  const lines = [...new Set(also.map(({ line }) => line))];
  const shown = lines.slice(0, placesShown).join(', ');
  const rest = lines.length > placesShown ? ` and ${lines.length - placesShown} more` : '';
  const where = `The same mistake is in ${lines.length === 1 ? 'line' : 'lines'} ${shown}${rest} of this file.`;
  return { ...first, message: `${first.message} ${where}`, also };
}
