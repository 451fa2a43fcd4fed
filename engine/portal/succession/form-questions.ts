/** Lists the questions of a form on every level. */
import type { Form, JsonSchema } from '../model/form.ts';
import { isMapping, mappingOf } from '../values/is-mapping.ts';

export interface PlacedQuestion {
  /** Keys from the root joined by dots, through mappings and the rows of lists: `lines.capital`. */
  readonly path: string;
  readonly schema: JsonSchema;
  readonly uiSchema: JsonSchema;
  /** By the schema alone, without conditions. */
  readonly isRequired: boolean;
}

/** In the order of the form, a question before those below it. */
export function questionsOf({ schema, uiSchema }: Pick<Form, 'schema' | 'uiSchema'>): PlacedQuestion[] {
  return questionsBelow(schema, uiSchema, '');
}

function questionsBelow(schema: JsonSchema, uiSchema: JsonSchema, above: string): PlacedQuestion[] {
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  return Object.entries(mappingOf(schema['properties'])).flatMap(([key, property]) => {
    if (!isMapping(property)) return [];
    const path = above === '' ? key : `${above}.${key}`;
    const ui = mappingOf(uiSchema[key]);
    const { items } = property;
    const isList = isMapping(items) && isMapping(items['properties']);
    const below = isList
      ? questionsBelow(items, mappingOf(ui['items']), path)
      : questionsBelow(property, ui, path);
    return [{ path, schema: property, uiSchema: ui, isRequired: required.has(key) }, ...below];
  });
}
