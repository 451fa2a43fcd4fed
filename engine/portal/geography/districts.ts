/** The districts of a location question, as its compiled form contains them. */
import type { MultiPolygon } from 'geojson';
import type { JsonSchema } from '../model/form.ts';
import { isMapping } from '../values/is-mapping.ts';

/** Rows of a lookup with their outlines, all lists in the same order. */
export interface Districts {
  readonly lookup: string;
  readonly values: readonly string[];
  readonly outlines: readonly MultiPolygon['coordinates'][];
  /** A place in none of them is accepted. */
  readonly isOutsideAllowed: boolean;
  /** What people read. */
  readonly names: readonly string[];
}

/** The districts in the words of a compiled question; null if it has none. */
export function districtsIn(uiSchema: JsonSchema): Districts | null {
  const said = uiSchema['ui:districts'];
  const names = uiSchema['ui:districtNames'];
  return isMapping(said) && Array.isArray(names) ? { ...(said as Omit<Districts, 'names'>), names } : null;
}
