/** Words for choices whose author wrote none: each value as a person would write it, to be translated like any other text. */
import { isMapping } from '../link/reading/cursor.ts';
import type { CompiledSchema } from './form-compilation.ts';

export function withChoiceNames(compiled: CompiledSchema): CompiledSchema {
  const { schema, uiSchema } = compiled;
  const rows = isMapping(schema.items) ? schema.items : {};
  const values: unknown = Array.isArray(schema.enum) ? schema.enum : rows.enum;
  if ('ui:enumNames' in uiSchema || !Array.isArray(values)) return compiled;
  if (!values.every((value) => typeof value === 'string')) return compiled;
  return { schema, uiSchema: { ...uiSchema, 'ui:enumNames': values.map(sayChoice) } };
}

/** A key becomes words; what is no key was written for people. */
function sayChoice(value: string): string {
  const words = /^[a-z0-9]+([_-][a-z0-9]+)*$/.test(value) ? value.replaceAll(/[_-]/g, ' ') : value;
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
