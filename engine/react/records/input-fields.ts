/** The properties of a small form as fields of text. */
import type { WireForm } from '../../portal/slice.ts';

export interface InputField {
  readonly name: string;
  readonly title: string;
  readonly help: string | null;
  readonly isRequired: boolean;
}

export function inputFields(form: WireForm): readonly InputField[] {
  const required = Array.isArray(form.schema.required) ? form.schema.required : [];
  const properties = form.schema.properties;
  if (typeof properties !== 'object' || properties === null) return [];
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    title: textOf(schema, 'title') ?? name,
    help: textOf(schema, 'description'),
    isRequired: required.includes(name),
  }));
}

function textOf(schema: unknown, key: string): string | null {
  if (typeof schema !== 'object' || schema === null) return null;
  const value = new Map(Object.entries(schema)).get(key);
  return typeof value === 'string' ? value : null;
}
