/** The words of a question for its widget: what the configuration writes with `ui:`, and its choices. */
import type { EnumOptionsType, UIOptionsType } from '@rjsf/utils';
import type { JsonSchema } from '../../../portal/model/form.ts';
import { isMapping, mappingOf } from '../../../portal/values/is-mapping.ts';

type Options = UIOptionsType & { readonly enumOptions?: EnumOptionsType[] };

export function optionsOf(schema: JsonSchema, ui: JsonSchema): Options {
  const words = Object.entries(ui).filter(([key]) => key.startsWith('ui:') && key !== 'ui:options');
  const choices = isMapping(schema['items'])
    ? choicesOf(schema['items'], { ...ui, ...mappingOf(ui['items']) })
    : choicesOf(schema, ui);
  return {
    ...mappingOf(ui['ui:options']),
    ...Object.fromEntries(words.map(([key, value]) => [key.slice('ui:'.length), value])),
    ...(choices.length > 0 && { enumOptions: choices }),
  };
}

function choicesOf(schema: JsonSchema, ui: JsonSchema): EnumOptionsType[] {
  const names: unknown[] = Array.isArray(ui['ui:enumNames']) ? ui['ui:enumNames'] : [];
  const offered = schema['type'] === 'boolean' && names.length > 0 ? [true, false] : [];
  const values: unknown[] = Array.isArray(schema['enum']) ? schema['enum'] : offered;
  return values.map((value, index) => ({ value, label: String(names[index] ?? value) }));
}
