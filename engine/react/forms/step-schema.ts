/** The part of a form that one step shows now: its questions that apply, and which of them are required. */
import type { JsonSchema } from '../../portal/model/form.ts';
import { isAsked, withRequired, type Answers } from '../../portal/forms/form-conditions.ts';
import { propertiesOf, requiredOf } from '../../portal/forms/form-levels.ts';
import { isMapping, mappingOf } from '../../portal/values/is-mapping.ts';
import { onceForEach } from '../../portal/values/once-for-each.ts';
import type { WireForm } from '../../portal/wire/slice.ts';
import { isOfCondition } from './questions/drawable.ts';

/** Names of the step's questions that apply to the person who fills it in, in order. */
export function questionsOfStep(
  form: WireForm,
  step: number,
  answers: Answers,
  filler: string | null,
): string[] {
  const properties = propertiesOf(form.schema);
  return (form.steps[step]?.properties ?? []).filter(
    (name) =>
      isFilledBy(form, name, filler) &&
      Object.hasOwn(properties, name) &&
      isAsked(conditionOf(form, name), answers),
  );
}

/** Names of all questions that may apply to this department, whatever the answers; null: the owner. */
export function questionsFor(form: WireForm, filler: string | null): ReadonlySet<string> {
  const names = form.steps.flatMap(({ properties }) => properties);
  return new Set(names.filter((name) => isFilledBy(form, name, filler)));
}

function isFilledBy({ filledBy }: WireForm, name: string, filler: string | null): boolean {
  const by = filledBy[name];
  return by === undefined || (filler !== null && by.includes(filler));
}

export interface StepSchema {
  readonly schema: JsonSchema;
  readonly uiSchema: JsonSchema;
}

/**
 * A schema of these questions only, so that only they are mounted.
 * @param isLast the last step carries the keywords across questions (`if`, `anyOf` and the like)
 */
export function stepSchema(form: WireForm, names: readonly string[], isLast: boolean): StepSchema {
  const { properties, uiSchema, required } = allQuestions(form);
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, properties[name] ?? {}])),
      required: names.filter((name) => required.has(name)),
      ...(isLast && acrossQuestions(form.schema)),
    },
    uiSchema: Object.fromEntries(names.map((name) => [name, uiSchema[name] ?? {}])),
  };
}

/** Once for each form: a question is not drawn again because another one appears beside it. */
const allQuestions = onceForEach((form: WireForm) => {
  const properties = propertiesOf(withAskedInRows(form));
  const asked = form.conditions.filter(({ isRequired }) => isRequired).map(({ property }) => property);
  const required: ReadonlySet<string> = new Set([...requiredOf(form.schema), ...asked]);
  const words = Object.entries(properties).map(([name, schema]): [string, JsonSchema] => [
    name,
    withWidget(schema, mappingOf(form.uiSchema[name]), required.has(name)),
  ]);
  return { properties, uiSchema: Object.fromEntries(words), required };
});

/** A row shows only its questions that apply; required ones are starred. */
function withAskedInRows({ schema, conditions }: WireForm): JsonSchema {
  return conditions
    .filter(({ isRequired, property }) => isRequired && property.includes('.'))
    .reduce((whole, { property }) => withRequired(whole, property), schema);
}

/**
 * A few choices are radio buttons, more become a list; digits get the numeric keyboard. The configuration's choice
 * wins.
 */
function withWidget(schema: JsonSchema, uiSchema: JsonSchema, isRequired: boolean): JsonSchema {
  const { items, properties } = schema;
  if (isMapping(items)) {
    // The library reads the labels of multiple choices from the items of the list.
    const words = 'ui:enumNames' in uiSchema ? { 'ui:enumNames': uiSchema['ui:enumNames'] } : {};
    const ofItems = { ...words, ...mappingOf(uiSchema.items) };
    return { ...uiSchema, items: withWidget(items, ofItems, false) };
  }
  if (isMapping(properties)) {
    const required = requiredOf(schema);
    const below = Object.entries(propertiesOf(schema)).map(([name, one]): [string, JsonSchema] => [
      name,
      withWidget(one, mappingOf(uiSchema[name]), required.includes(name)),
    ]);
    return { ...uiSchema, ...Object.fromEntries(below) };
  }
  const widget = 'ui:widget' in uiSchema ? null : widgetFor(schema, isRequired);
  return widget === null ? uiSchema : { ...uiSchema, 'ui:widget': widget };
}

const openChoices = 3;

function widgetFor(schema: JsonSchema, isRequired: boolean): string | null {
  if (Array.isArray(schema.enum)) return schema.enum.length <= openChoices ? 'radio' : null;
  if (schema.type === 'number' || schema.type === 'integer') return 'number';
  return schema.type === 'boolean' && isRequired && schema.const === undefined ? 'radio' : null;
}

const words = ['if', 'then', 'else', 'anyOf', 'oneOf', 'dependentSchemas', 'dependencies'];

function acrossQuestions(schema: JsonSchema): JsonSchema {
  const own = Object.fromEntries(words.flatMap((word) => (word in schema ? [[word, schema[word]]] : [])));
  const branches: unknown[] = Array.isArray(schema.allOf) ? schema.allOf : [];
  const written = branches.filter((branch) => !isOfCondition(branch));
  return written.length === 0 ? own : { ...own, allOf: written };
}

function conditionOf(form: WireForm, name: string) {
  return conditionsByName(form).get(name);
}

const conditionsByName = onceForEach(
  (form: WireForm) => new Map(form.conditions.map((condition) => [condition.property, condition])),
);

/** Initial answers of the form. */
export function withDefaults(form: WireForm, data: Answers): Answers {
  const defaults = Object.entries(propertiesOf(form.schema)).filter(
    ([name, schema]) => !Object.hasOwn(data, name) && schema.default !== undefined,
  );
  if (defaults.length === 0) return data;
  return { ...data, ...Object.fromEntries(defaults.map(([name, schema]) => [name, schema.default])) };
}

/** A read-only form with these answers. */
export function withFixed(form: WireForm, names: readonly string[]): WireForm {
  if (names.length === 0) return form;
  const fixed = names.map((name) => [name, { ...mappingOf(form.uiSchema[name]), 'ui:readonly': true }]);
  return { ...form, uiSchema: { ...form.uiSchema, ...Object.fromEntries(fixed) } };
}

/** Questions whose answers stay in the page's memory: they are never stored or shown again. */
export function secretsOf(form: Pick<WireForm, 'uiSchema'>): string[] {
  return Object.entries(form.uiSchema)
    .filter(([, ui]) => isMapping(ui) && ui['ui:widget'] === 'password')
    .map(([name]) => name);
}
