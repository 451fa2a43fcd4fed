/** The quantities of fee lines: fields of the record, fields of rows, and lines above. */
import type { FieldPath } from '../../../portal/model/condition.ts';
import type { Quantity, RowPath, RowTest } from '../../../portal/model/fee.ts';
import {
  child,
  entries,
  isMapping,
  isPresent,
  oneOrMore,
  text,
  texts,
  type Cursor,
  written,
} from '../input/cursor.ts';
import { baseName } from '../input/files.ts';
import { linkFieldPath } from '../conditions/field-path.ts';
import { linkSummedPath } from '../conditions/subject-shape.ts';
import { report, type LinkContext, countUse } from '../input/link-context.ts';
import { countRows } from '../names/question-uses.ts';
import { lookupsOfField } from '../conditions/possible-values.ts';

/** The names that the parts of a line may use. */
export interface LinePlace {
  readonly context: LinkContext;
  /** Record type of the schedule. */
  readonly of: string;
  /** The list that the line repeats for, or null. */
  readonly rows: { readonly name: string; readonly path: FieldPath } | null;
  /** Whether the rows of the line are grouped. */
  readonly isGrouped: boolean;
  /** Whether it may not apply, or has a least amount: then a rate of nothing may be meant. */
  readonly isForSome: boolean;
  readonly tables: ReadonlySet<string>;
  /** Tags and ids of lines above. */
  readonly above: ReadonlySet<string>;
}

export function linkQuantities(at: Cursor, place: LinePlace): Quantity[] {
  return oneOrMore(at).flatMap((one) => linkQuantity(one, place));
}

function linkQuantity(at: Cursor, place: LinePlace): Quantity[] {
  const { context, of } = place;
  if (!isMapping(at.value)) return linkNumber(at, context);
  const field = child(at, 'field');
  if (isPresent(field)) {
    const path = linkSummedPath(field, context, { type: of });
    return path === null ? [] : [{ field: path }];
  }
  if (isPresent(child(at, 'tag'))) return [{ lines: linkTags(child(at, 'tag'), place.above, context) }];
  return linkSum(at, place);
}

function linkNumber(at: Cursor, context: LinkContext): Quantity[] {
  const digits = written(at);
  if (/^\d{1,15}(?:\.\d{1,9})?$/.test(digits)) return [{ number: digits }];
  report(context, 'fee/not-money', at, { written: digits });
  return [];
}

function linkSum(at: Cursor, place: LinePlace): Quantity[] {
  const sum = child(at, 'sum');
  if (place.rows === null) {
    const path = linkSummedPath(sum, place.context, { type: place.of });
    return path === null ? [] : [{ sumOf: path }];
  }
  const path = linkRowPath(sum, place, linkSummedPath);
  if (path === null) return [];
  const tests = (word: string) => entries(child(at, word)).flatMap(([name, is]) => linkTest(name, is, place));
  return [{ sum: path, where: tests('where'), except: tests('except') }];
}

function linkTest(name: string, is: Cursor, place: LinePlace): RowTest[] {
  const path = linkRowPath({ ...is, value: name }, place);
  countRowTest(is, path, place);
  const values = oneOrMore(is).map(({ value }) => value);
  const choices = values.filter((one) => ['string', 'number', 'boolean'].includes(typeof one));
  return path === null ? [] : [{ path, in: choices as (string | number | boolean)[] }];
}

function countRowTest(is: Cursor, path: RowPath | null, { rows, context, of }: LinePlace): void {
  if (rows === null || path === null) return;
  const whole = { ...rows.path, lookup: path.lookup, keys: [...rows.path.keys, ...path.keys] };
  countRows(context, is, lookupsOfField(whole, context, { type: of }));
}

/** A path inside the rows of the line: it is resolved from the record, then the list is removed from the path. */
export function linkRowPath(
  at: Cursor,
  { context, of, rows }: LinePlace,
  link: typeof linkSummedPath = linkFieldPath,
): RowPath | null {
  if (rows === null) return null;
  const whole = link({ ...at, value: `${rows.name}.${text(at) ?? ''}` }, context, { type: of });
  return whole && { keys: whole.keys.slice(rows.path.keys.length), lookup: whole.lookup };
}

/** Tags and ids; `of: [business-tax]` and `of: { tag: business-tax }` mean the same. */
export function linkTags(at: Cursor, known: ReadonlySet<string>, context: LinkContext): string[] {
  for (const one of oneOrMore(at)) {
    const name = text(one) ?? '';
    if (known.has(name)) countUse(context, 'line', one, { name, of: baseName(one.file) });
    else report(context, 'fee/unknown-tag', one, { name, choices: [...known] });
  }
  return texts(at);
}
