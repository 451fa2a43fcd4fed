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
  const told: MergedMistake[] = [];
  // There may be thousands, so each is compared only with those that can be the same.
  const byKey = new Map<string, MergedMistake[]>();
  for (const one of diagnostics) {
    const keys = traitsOf(one);
    const similar = keys.flatMap((key) => byKey.get(key) ?? []).toSorted((a, b) => a.order - b.order);
    const same = similar.find(
      ({ first }) => isSame(first.unknown, one.unknown) || isOfFile(first, one) || isOfRule(first, one),
    );
    if (same !== undefined) {
      same.more.push(one);
      continue;
    }
    const mistake = { first: one, more: [], order: told.length };
    told.push(mistake);
    for (const key of keys) byKey.set(key, [...(byKey.get(key) ?? []), mistake]);
  }
  return told.map((repeated) => (repeated.more.length === 0 ? repeated.first : together(repeated)));
}

/** What a diagnostic has in common with those that may be the same mistake. */
function traitsOf({ code, file, unknown, rule }: Diagnostic): string[] {
  return [
    ...(unknown === undefined ? [] : [`name ${unknown.name}`]),
    ...(ofFiles.has(code) ? [`file ${code} ${file}`] : []),
    ...(rule === undefined ? [] : [`rule ${code} ${lineOf(rule)}`]),
  ];
}

interface MergedMistake {
  readonly first: Diagnostic;
  readonly more: Diagnostic[];
  /** Its place among those that are told. */
  readonly order: number;
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

/** Codes of mistakes that usually have one cause in a file: a pasted block, an editor, a line at the top. */
const ofFiles: ReadonlySet<DiagnosticCode> = new Set([
  'department/unknown-landing',
  'lookup/odd-row',
  'route/no-guard',
  'text/unknown-path',
  'yaml/duplicate-key',
  'yaml/tab',
]);

function isOfFile(one: Diagnostic, other: Diagnostic): boolean {
  return ofFiles.has(one.code) && one.code === other.code && one.file === other.file;
}

function isOfRule(one: Diagnostic, other: Diagnostic): boolean {
  return one.code === other.code && one.rule !== undefined && lineOf(one.rule) === lineOf(other.rule);
}

function together({ first, more }: Omit<MergedMistake, 'order'>): Diagnostic {
  const also = more.map(({ file, line, column }) => ({ file, line, column }));
  const places = listed(also.map(lineOf));
  const count = `${also.length} more ${also.length === 1 ? 'place' : 'places'}`;
  if (first.rule !== undefined)
    return { ...first, message: `${first.message} The same rule closes ${count}: ${places}.`, also };
  if (first.unknown === undefined || !more.every((one) => isSame(first.unknown, one.unknown)))
    return inOneFile(first, also);
  return {
    ...first,
    message: `${first.message} It is used in ${also.length + 1} places: here and in ${places}.`,
    remedy: `${first.remedy} If it was renamed, write the new name in all of these places, or restore the old name.`,
    also,
  };
}

function lineOf(place: Place | undefined): string {
  return place === undefined ? '' : `${place.file}:${place.line}`;
}

/** The first of them, and how many there are beside. */
export function listed(all: readonly (string | number)[]): string {
  const rest = all.length > placesShown ? ` and ${all.length - placesShown} more` : '';
  return `${all.slice(0, placesShown).join(', ')}${rest}`;
}

function inOneFile(first: Diagnostic, also: readonly Place[]): Diagnostic {
  const lines = [...new Set(also.map(({ line }) => line))];
  const where = `The same mistake is in ${lines.length === 1 ? 'line' : 'lines'} ${listed(lines)} of this file.`;
  return { ...first, message: `${first.message} ${where}`, also };
}
