/** Defaults that depend on today: the day itself, or its year. */
import type { DayShift } from '../model/condition.ts';
import type { JsonSchema } from '../model/form.ts';
import { shiftDay } from '../time/today.ts';
import { isMapping, mappingOf } from '../values/is-mapping.ts';
import { propertiesOf } from './form-levels.ts';
import type { Question } from './form-words.ts';

/** The day after this time, or the year of that day. */
export interface DayDefault {
  readonly by: DayShift;
  readonly gives: 'day' | 'year';
}

/**
 * The form with the defaults of this day as literals; the same object if it has none.
 * @param today ISO date in the portal's time zone
 */
export function withDayDefaults<T extends Question>(form: T, today: string): T {
  const schema = resolved(form, today);
  return schema === form.schema ? form : { ...form, schema };
}

function resolved({ schema, uiSchema }: Question, today: string): JsonSchema {
  const { items } = schema;
  if (isMapping(items)) {
    const row = resolved({ schema: items, uiSchema: mappingOf(uiSchema['items']) }, today);
    return row === items ? schema : { ...schema, items: row };
  }
  const properties = propertiesOf(schema);
  const entries = Object.entries(properties).map(([name, property]): [string, JsonSchema] => [
    name,
    resolved({ schema: property, uiSchema: mappingOf(uiSchema[name]) }, today),
  ]);
  const value = defaultOn(uiSchema['ui:default'], today);
  const isSame = value === undefined && entries.every(([name, property]) => property === properties[name]);
  if (isSame) return schema;
  return {
    ...schema,
    ...(entries.length > 0 && { properties: Object.fromEntries(entries) }),
    ...(value !== undefined && { default: value }),
  };
}

function defaultOn(said: unknown, today: string): string | number | undefined {
  if (!isDayDefault(said)) return undefined;
  const day = shiftDay(today, said.by);
  return said.gives === 'year' ? Number(day?.slice(0, 4)) : day;
}

function isDayDefault(said: unknown): said is DayDefault {
  return isMapping(said) && isMapping(said['by']);
}
