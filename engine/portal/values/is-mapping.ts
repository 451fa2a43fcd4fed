/** A mapping of JSON or YAML: keys with values. */

/** Excludes lists, scalars and null. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The mapping, or an empty one for any other value. */
export function mappingOf(value: unknown): Record<string, unknown> {
  return isMapping(value) ? value : {};
}
