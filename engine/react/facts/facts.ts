/** The answers of a form as titles and texts, in the form's own groups. */
import { propertiesOf } from '../../portal/forms/form-levels.ts';
import { questionAt } from '../../portal/forms/form-verdict.ts';
import type { Question } from '../../portal/forms/form-words.ts';
import { labelIn, type Labels, typeOfQuestion } from '../../portal/forms/value-type.ts';
import { type Districts, districtsIn } from '../../portal/geography/districts.ts';
import { type Geometry, readGeometry } from '../../portal/geography/geometry.ts';
import type { Basis } from '../../portal/model/place.ts';
import type { JsonSchema } from '../../portal/model/form.ts';
import { isMapping, mappingOf } from '../../portal/values/is-mapping.ts';
import type { PortalSlice, WireForm } from '../../portal/wire/slice.ts';
import { nothing, sayTyped } from './words.ts';

export interface Fact {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  /** For a list of rows: the same as a table. */
  readonly table: FactTable | null;
  readonly basis: Basis;
  /** Null: the answer is no place. */
  readonly location: FactLocation | null;
}

/** A place, and the districts to draw around it. */
export interface FactLocation {
  readonly geometry: Geometry;
  readonly districts: Districts | null;
}

export interface FactTable {
  readonly titles: readonly string[];
  /** A text for each title, in the same order. */
  readonly rows: readonly (readonly string[])[];
}

export interface FactGroup {
  /** The title of the step that contains the question. */
  readonly id: string;
  readonly title: string;
  readonly facts: readonly Fact[];
}

/**
 * Empty answers and groups without an answer are left out.
 * @param labels of the records that answers name, by question
 */
export function groupFacts(
  form: WireForm,
  data: Readonly<Record<string, unknown>>,
  slice: PortalSlice,
  labels: Readonly<Record<string, Labels>> = {},
): readonly FactGroup[] {
  const properties = mappingOf(form.schema['properties']);
  return form.steps
    .map((step) => ({
      id: step.id,
      title: step.title,
      facts: step.properties.flatMap((name) =>
        factOf(name, {
          schema: mappingOf(properties[name]),
          ui: mappingOf(form.uiSchema[name]),
          value: data[name],
          slice,
          labels,
        }),
      ),
    }))
    .filter((group) => group.facts.length > 0);
}

interface FactSource {
  readonly schema: JsonSchema;
  readonly ui: JsonSchema;
  readonly value: unknown;
  readonly slice: PortalSlice;
  /** Of the records that answers name, by question: `lines.item` in the rows of a list. */
  readonly labels: Readonly<Record<string, Labels>>;
}

function factOf(name: string, source: FactSource): readonly Fact[] {
  const { schema, ui, value, labels } = source;
  if (ui['ui:widget'] === 'password') return [];
  const rows = rowsOf(name, source);
  const said = labelOf(labels, name, value) ?? sayTyped(source.slice, value, typeOfQuestion(schema, ui));
  const text = rows === null ? said : rows.map(sayRow).join('\n');
  if (text === nothing || text === '') return [];
  const table = rows !== null && Array.isArray(value) ? tableOf(rows) : null;
  return [
    {
      name,
      title: textAt(schema, 'title') ?? name,
      text,
      table,
      basis: basisOf(ui),
      location: locationOf(value, ui),
    },
  ];
}

function locationOf(value: unknown, ui: JsonSchema): FactLocation | null {
  const geometry = 'ui:shape' in ui ? readGeometry(value) : null;
  return geometry === null ? null : { geometry, districts: districtsIn(ui) };
}

function basisOf(ui: JsonSchema): Basis {
  const said = ui['ui:certainty'];
  const certainty = said === 'law' || said === 'practice' || said === 'assumption' ? said : null;
  return { source: textAt(ui, 'ui:source'), certainty };
}

interface FactCell {
  readonly title: string;
  /** `''` without an answer. */
  readonly text: string;
}

/** The rows of a list, or the single row of a mapping; null if the answer is neither. */
function rowsOf(
  name: string,
  { schema, ui, value, slice, labels }: FactSource,
): (readonly FactCell[])[] | null {
  const [level, words] = Array.isArray(value)
    ? [mappingOf(schema['items']), mappingOf(ui['items'])]
    : [schema, ui];
  const properties = Object.entries(mappingOf(level['properties']));
  const rows = [value].flat();
  if (properties.length === 0 || !rows.every(isMapping)) return null;
  return rows.map((row) =>
    properties.map(([key, one]): FactCell => {
      const property = isMapping(one) ? one : {};
      const type = typeOfQuestion(property, mappingOf(words[key]));
      const text = labelOf(labels, `${name}.${key}`, row[key]) ?? sayTyped(slice, row[key], type);
      return { title: textAt(property, 'title') ?? key, text: text === nothing ? '' : text };
    }),
  );
}

/** What the record that the answer names is called; null: it names none. */
function labelOf(labels: FactSource['labels'], question: string, value: unknown): string | null {
  return labelIn({ labels: labels[question] ?? {} }, value);
}

/** In the order of the form. The first answer names the row, the others describe it. */
function sayRow(cells: readonly FactCell[]): string {
  return cells
    .filter(({ text }) => text !== '')
    .map(({ text, title }, index) => (index === 0 ? text : `${title}: ${text}`))
    .join(' · ');
}

/** Without empty columns. */
function tableOf(rows: readonly (readonly FactCell[])[]): FactTable {
  const titles = (rows[0] ?? []).map(({ title }) => title);
  const isUsed = (_: unknown, column: number) => rows.some((cells) => cells[column]?.text !== '');
  return {
    titles: titles.filter(isUsed),
    rows: rows.map((cells) => cells.filter(isUsed).map(({ text }) => text)),
  };
}

/** @param name of a question, or `lines.line` for a question in the rows of a list */
export function questionNamed(form: Pick<WireForm, 'schema' | 'uiSchema'>, name: string): Question {
  const [first = '', ...inRows] = name.split('.');
  return questionAt(form, [first, ...inRows.flatMap((key) => ['0', key])]);
}

/** The choices of a question, if its form lists them: value and text. */
export function choicesIn(
  form: WireForm,
  name: string,
): readonly { readonly value: string; readonly label: string }[] {
  const { schema, uiSchema } = questionNamed(form, name);
  const { labels = {} } = typeOfQuestion(schema, uiSchema);
  const values = Array.isArray(schema.enum) ? schema.enum.map(String) : Object.keys(labels);
  return values.map((value) => ({ value, label: labelIn({ labels }, value) ?? value }));
}

function textAt(schema: JsonSchema, key: string): string | null {
  const value = schema[key];
  return typeof value === 'string' ? value : null;
}

export function titlesOf(form: WireForm): ReadonlyMap<string, string> {
  const questions = Object.entries(propertiesOf(form.schema));
  return new Map(questions.map(([name, { title }]) => [name, typeof title === 'string' ? title : name]));
}
