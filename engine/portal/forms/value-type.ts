/** Types of values. The configuration decides them, so nobody guesses a type from the spelling of a value. */
import { sayCoordinates } from '../geography/coordinates.ts';
import type { JsonSchema } from '../model/form.ts';
import { mostDecimals } from '../values/currency.ts';
import { isMapping } from '../values/is-mapping.ts';

export const valueKinds = [
  'text',
  'number',
  'money',
  'date',
  'moment',
  'time',
  'due',
  'boolean',
  'choice',
  'lookup',
  'department',
  'kind',
  'state',
  'location',
  'rows',
] as const;

/**
 * text: exactly as typed · number · money: decimal digits · date: a day (ISO date), or the day of a moment · moment:
 * a day with its time · time: of a day (21:00) · due: the moment when a time ends · boolean · choice: a value of a
 * closed list · lookup: a row of a lookup · department, kind, state: their keys · location: a point or an area on a
 * map · rows: a mapping of answers
 */
export type ValueKind = (typeof valueKinds)[number];

/** Key → its title. */
export type Labels = Readonly<Record<string, string>>;

export interface ValueType {
  readonly type: ValueKind;
  /** The value may be a list. */
  readonly isList?: true;
  /** Titles of keys and choices. */
  readonly labels?: Labels;
  /** What a number counts, such as `m²`: written after it. */
  readonly unit?: string;
  /** Of an amount of money (ISO 4217); left out: that of the portal. */
  readonly currency?: string;
  /** How a stored number, such as a telephone number, is read: `#` is a digit. */
  readonly shapes?: readonly string[];
  /** The answers of a row. */
  readonly parts?: Readonly<Record<string, ValueType>>;
}

/** The pattern of an amount of money in a compiled form: digits without a sign. @param decimals of its currency */
export function amountPattern(decimals: number): string {
  // Computed amounts always have two decimals.
  return decimals === 0 ? '^\\d{1,15}(\\.0{1,2})?$' : `^\\d{1,15}(\\.\\d{1,${decimals}})?$`;
}

/** The decimals of an amount with this pattern; null: it is the pattern of something else. */
export function decimalsOfAmount(pattern: unknown): number | null {
  return [mostDecimals, 0, 1].find((decimals) => pattern === amountPattern(decimals)) ?? null;
}

export const plainText: ValueType = { type: 'text' };

/** The type of a question of a compiled form. A question without its own format is text. */
export function typeOfQuestion(schema: JsonSchema, ui: JsonSchema): ValueType {
  const { items } = schema;
  if (isMapping(items)) {
    const names = ui['ui:enumNames'];
    const below = {
      ...(names !== undefined && { 'ui:enumNames': names }),
      ...('ui:unit' in ui && { 'ui:unit': ui['ui:unit'] }),
      ...mappingAt(ui, 'items'),
    };
    return { ...typeOfQuestion(items, below), isList: true };
  }
  if ('ui:shape' in ui) return { type: 'location' };
  const labels = labelsOf(schema, ui);
  if (labels !== null) return { type: typeof ui['ui:lookup'] === 'string' ? 'lookup' : 'choice', labels };
  const properties = mappingAt(schema, 'properties');
  if (Object.keys(properties).length > 0) {
    const parts = Object.entries(properties).map(([name, one]) => [
      name,
      typeOfQuestion(isMapping(one) ? one : {}, mappingAt(ui, name)),
    ]);
    return { type: 'rows', parts: Object.fromEntries(parts) };
  }
  const shapes = mappingAt(ui, 'ui:telephone')['shapes'];
  if (Array.isArray(shapes)) return { type: 'text', shapes: shapes.map(String) };
  return { type: scalarType(schema, ui), ...unitOf(ui), ...currencyOfQuestion(ui) };
}

function unitOf(ui: JsonSchema): Pick<ValueType, 'unit'> {
  const unit = ui['ui:unit'] ?? mappingAt(ui, 'ui:options')['unit'];
  return typeof unit === 'string' ? { unit } : {};
}

/** The currency of an amount; empty: that of the portal. */
function currencyOfQuestion(ui: JsonSchema): Pick<ValueType, 'currency'> {
  const currency = ui['ui:currency'];
  return typeof currency === 'string' ? { currency } : {};
}

function scalarType({ type, format }: JsonSchema, ui: JsonSchema): ValueKind {
  if (isMoney(ui) || format === 'money') return 'money';
  if (ui['ui:widget'] === 'time') return 'time';
  if (format === 'date') return 'date';
  if (format === 'date-time') return 'moment';
  const types: readonly unknown[] = [type].flat();
  if (types.includes('boolean')) return 'boolean';
  return types.includes('number') || types.includes('integer') ? 'number' : 'text';
}

/** The compiled form marks an amount as money. */
function isMoney(ui: JsonSchema): boolean {
  return ui['ui:widget'] === 'money' || mappingAt(ui, 'ui:options')['format'] === 'money';
}

/** The titles of a closed list: beside the list (`ui:enumNames`) or in it (`oneOf` with titles). */
function labelsOf(schema: JsonSchema, ui: JsonSchema): Labels | null {
  const { enum: values, oneOf } = schema;
  const names = ui['ui:enumNames'];
  if (Array.isArray(values) && Array.isArray(names)) {
    return Object.fromEntries(values.map((value, index) => [String(value), String(names[index] ?? value)]));
  }
  const choices = Array.isArray(oneOf) ? oneOf.filter(isMapping) : [];
  if (choices.length === 0 || !choices.every((choice) => 'const' in choice)) return null;
  return Object.fromEntries(
    choices.map(({ const: value, title }) => [
      String(value),
      typeof title === 'string' ? title : String(value),
    ]),
  );
}

/**
 * The title of a key, or the coordinates of a place; null for other values, so that typed text is never mistaken for a
 * key.
 */
export function labelIn({ type, labels }: Partial<ValueType>, value: unknown): string | null {
  if (type === 'location') return sayCoordinates(value);
  const key = String(value);
  return labels !== undefined && Object.hasOwn(labels, key) ? (labels[key] ?? null) : null;
}

function mappingAt(mapping: JsonSchema, key: string): JsonSchema {
  const value = Object.hasOwn(mapping, key) ? mapping[key] : undefined;
  return isMapping(value) ? value : {};
}
