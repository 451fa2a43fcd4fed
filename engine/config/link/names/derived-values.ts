/** The derived values of a record type: those under `derived`, and those that its `capacity` adds. */
import { placesLeft, placesTaken } from '../../../portal/model/record-type.ts';
import { child, type Cursor, entries, isPresent, text } from '../input/cursor.ts';

/** @param root the root of a record type's file */
export function derivedValuesOf(root: Cursor): [name: string, at: Cursor][] {
  return [...entries(child(root, 'derived')), ...capacityValues(child(root, 'capacity'))];
}

/** The derived value of this name. If the type has none, the cursor has no value. */
export function derivedValueAt(root: Cursor, name: string): Cursor {
  const found = derivedValuesOf(root).find(([key]) => key === name);
  return found?.[1] ?? child(child(root, 'derived'), name);
}

/** Written as a configuration would: the places of the record, less those that records below it take. */
function capacityValues(at: Cursor): [name: string, at: Cursor][] {
  if (!isPresent(at)) return [];
  const places = child(at, 'places');
  const taken = { count: text(child(at, 'of')), where: { state: child(at, 'state').value } };
  return [
    [placesTaken, { ...at, value: taken }],
    [placesLeft, { ...at, value: { sum: places.value, less: taken } }],
  ];
}
