/** A mapping of JSON or YAML: keys with values. */

/** Excludes lists, scalars and null. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
