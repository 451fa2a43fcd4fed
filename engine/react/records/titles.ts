/** What the questions of a form are called. */
import type { WireForm } from '../../portal/slice.ts';

export function titlesOf(form: WireForm): ReadonlyMap<string, string> {
  const { properties } = form.schema;
  const entries = typeof properties === 'object' && properties !== null ? Object.entries(properties) : [];
  return new Map(entries.map(([name, schema]) => [name, titleIn(schema) ?? name]));
}

function titleIn(schema: unknown): string | null {
  if (typeof schema !== 'object' || schema === null || !('title' in schema)) return null;
  return typeof schema.title === 'string' ? schema.title : null;
}
