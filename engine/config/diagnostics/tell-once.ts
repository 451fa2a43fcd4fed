/** What is renamed in one place and named in many is one mistake: it is told where it is named first, with all other places. */
import type { Place } from '../../portal/model/place.ts';
import type { DiagnosticCode } from './catalogue.ts';
import type { UnknownName } from './catalogue/reference.ts';
import type { Diagnostic } from './diagnostic.ts';

/** Longest list of places that a message names; all of them stand in `also`. */
const placesShown = 8;

/** @param diagnostics in the order in which they are told */
export function tellOnce(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const told: { first: Diagnostic; also: Place[] }[] = [];
  for (const one of diagnostics) {
    const same = told.find(({ first }) => isSame(first.unknown, one.unknown) || isOfFile(first, one));
    if (same === undefined) told.push({ first: one, also: [] });
    else same.also.push({ file: one.file, line: one.line, column: one.column });
  }
  return told.map(({ first, also }) => (also.length === 0 ? first : together(first, also)));
}

/** The same name for the same thing: where more may be named, as by `waitsFor`, what else is right is there too. */
function isSame(one: UnknownName | undefined, other: UnknownName | undefined): boolean {
  if (one === undefined || other === undefined || one.name !== other.name) return false;
  const [few, many] = [one, other].map(({ choices }) => new Set(choices)).toSorted((a, b) => a.size - b.size);
  return few !== undefined && many !== undefined && few.isSubsetOf(many) && (few.size > 0 || many.size === 0);
}

/** What one line at the head of a file may mend everywhere in it. */
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
    message: `${first.message} It is named in ${also.length + 1} places, this one and ${shown.join(', ')}${rest}.`,
    remedy: `${first.remedy} Was it renamed? Then write the new name in all of these places, or give it its old name back.`,
    also,
  };
}

function inOneFile(first: Diagnostic, also: readonly Place[]): Diagnostic {
  const lines = [...new Set(also.map(({ line }) => line))];
  const shown = lines.slice(0, placesShown).join(', ');
  const rest = lines.length > placesShown ? ` and ${lines.length - placesShown} more` : '';
  const where = `The same is wrong in ${lines.length === 1 ? 'line' : 'lines'} ${shown}${rest} of this file.`;
  return { ...first, message: `${first.message} ${where}`, also };
}
