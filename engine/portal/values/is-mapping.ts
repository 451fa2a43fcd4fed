/** A mapping, as JSON and YAML write one: keys with values. */

/** Neither a list nor a single value nor nothing. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
