/** Links districts/: GeoJSON with the outlines of the rows of a lookup, which has the same name as the file. */
import type { Districts } from '../../../portal/geography/districts.ts';
import { child, type Cursor, items, text } from '../input/cursor.ts';
import { countUse, type LinkContext, report, reportUnknown } from '../input/link-context.ts';
import { offeredRows } from '../input/offered-rows.ts';
import { cornersOf, faultsOf, outlinesOf, type OutlineFault, overlapOf } from './outlines.ts';

/** Corners of one file: forms contain the outlines, and phones load them. */
const mostCorners = 5000;

/** The share of a district above which an overlap is no border that is drawn twice. */
const leastOverlap = 0.02;

/** The districts of this lookup as a form contains them; null if there is no file. Mistakes are reported elsewhere. */
export function districtsNamed(
  name: string,
  { names }: LinkContext,
): Omit<Districts, 'isOutsideAllowed'> | null {
  const root = names.districts.get(name);
  const lookup = names.lookups.get(name);
  if (root === undefined || lookup === undefined) return null;
  const labels = labelsOf(offeredRows(lookup));
  const outlines = outlinesOf(root.file);
  const districts = items(child(root, 'features')).flatMap((feature, index) => {
    const value = text(valueOf(feature)) ?? '';
    const label = labels.get(value);
    const outline = outlines[index];
    return label === undefined || outline === undefined ? [] : [{ value, label, outline }];
  });
  return {
    lookup: name,
    values: districts.map(({ value }) => value),
    outlines: districts.map(({ outline }) => outline),
    names: districts.map(({ label }) => label),
  };
}

/** Reports the mistakes of every file, also of those that no question names. */
export function checkDistricts(context: LinkContext): void {
  for (const [name, root] of context.names.districts) {
    const lookup = context.names.lookups.get(name);
    if (lookup === undefined) {
      const choices = [...context.names.lookups.keys()];
      reportUnknown(context, 'district/unknown-lookup', root, { name, choices });
      continue;
    }
    checkRows(root, { name, lookup }, context);
    checkOutlines(root, lookup, context);
  }
}

interface DistrictLookup {
  readonly name: string;
  readonly lookup: Cursor;
}

/** Each feature is a row, and each row one feature. Only a retired row may have none. */
function checkRows(root: Cursor, { name, lookup }: DistrictLookup, context: LinkContext): void {
  const labels = labelsOf(items(child(lookup, 'rows')));
  const met = new Set<string>();
  for (const feature of items(child(root, 'features'))) {
    const at = valueOf(feature);
    const value = text(at) ?? '';
    if (!labels.has(value))
      reportUnknown(context, 'district/unknown-row', at, { name: value, choices: labels.keys() });
    else countUse(context, 'row', at, { name: value, of: name });
    if (met.has(value)) report(context, 'district/repeated-row', at, { name: value });
    met.add(value);
  }
  const missing = [...labelsOf(offeredRows(lookup)).keys()].filter((value) => !met.has(value));
  // A misspelt value and the row that then has no district are one mistake.
  const isMisspelt = [...met].some((value) => !labels.has(value));
  if (missing.length > 0 && !isMisspelt)
    report(context, 'district/missing-rows', root, { lookup: name, values: missing });
}

function checkOutlines(root: Cursor, lookup: Cursor, context: LinkContext): void {
  const features = items(child(root, 'features'));
  const corners = cornersOf(outlinesOf(root.file));
  if (corners > mostCorners)
    return report(context, 'district/too-detailed', root, { corners, limit: mostCorners });
  const faulty = faultsOf(root.file).flatMap((fault, index) => {
    const at = features[index];
    return fault === null || at === undefined ? [] : [{ fault, at }];
  });
  // A file writes all its positions in the same order, so one report is enough.
  const [misread] = faulty.filter(({ fault }) => 'position' in fault);
  const told = misread === undefined ? faulty : [misread];
  for (const { fault, at } of told) reportFault(fault, at, context);
  if (faulty.length === 0) checkOverlaps(root, lookup, context);
}

function reportFault(fault: OutlineFault, feature: Cursor, context: LinkContext): void {
  const at = child(feature, 'geometry');
  const name = text(valueOf(feature)) ?? '';
  if ('position' in fault) {
    report(context, 'district/not-degrees', at, {
      name,
      position: fault.position,
      isSwapped: fault.is === 'swapped',
    });
  } else report(context, 'district/odd-outline', at, { name, fault: fault.is });
}

/** A retired district may lie where its successors are: no place is looked for in it any more. */
function checkOverlaps(root: Cursor, lookup: Cursor, context: LinkContext): void {
  const offered = labelsOf(offeredRows(lookup));
  const outlines = outlinesOf(root.file);
  const districts = items(child(root, 'features')).flatMap((feature, index) => {
    const at = valueOf(feature);
    const name = text(at) ?? '';
    return offered.has(name) ? [{ at, name, outline: outlines[index] ?? [] }] : [];
  });
  for (const [index, { at, name, outline }] of districts.entries()) {
    for (const earlier of districts.slice(0, index)) {
      const share = overlapOf(outline, earlier.outline);
      if (share < leastOverlap) continue;
      const names = { name, earlier: earlier.name };
      report(context, 'district/overlap', at, { ...names, share });
    }
  }
}

function valueOf(feature: Cursor): Cursor {
  return child(child(feature, 'properties'), 'value');
}

/** Value of a row → its label. */
function labelsOf(rows: readonly Cursor[]): ReadonlyMap<string, string> {
  return new Map(
    rows.map((row) => {
      const value = text(child(row, 'value')) ?? '';
      return [value, text(child(row, 'label')) ?? value];
    }),
  );
}
