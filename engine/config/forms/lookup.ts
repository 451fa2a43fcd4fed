/** A question whose answers are the rows of a lookup: the values to choose from, and their labels beside them. */
import { child, text, type Cursor } from '../link/reading/cursor.ts';
import { report, type LinkContext } from '../link/reading/link-context.ts';
import { offeredRows } from '../link/names/offered-rows.ts';
import type { CompiledSchema } from './form-compilation.ts';

export function compileLookup(at: Cursor, context: LinkContext): CompiledSchema {
  const name = text(at) ?? '';
  const root = context.names.lookups.get(name);
  if (root === undefined) {
    report(context, 'form/unknown-lookup', at, { name, choices: [...context.names.lookups.keys()] });
    return { schema: { type: 'string' }, uiSchema: {} };
  }
  const labels = new Map<string, string>();
  for (const row of offeredRows(root)) {
    const value = text(child(row, 'value'));
    if (value !== null && !labels.has(value)) labels.set(value, text(child(row, 'label')) ?? value);
  }
  // A lookup without rows has no answer to give; `enum` may not be empty.
  const choice = labels.size === 0 ? { not: {} } : { enum: [...labels.keys()] };
  return {
    schema: { type: 'string', ...choice },
    uiSchema: { 'ui:lookup': name, 'ui:enumNames': [...labels.values()] },
  };
}
