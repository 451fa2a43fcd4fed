/** The value before somebody answers: a literal, or a day or year relative to today. */
import type { DayDefault } from '../../../portal/forms/day-defaults.ts';
import type { JsonSchema } from '../../../portal/model/form.ts';
import { linkShift } from '../conditions/operand.ts';
import { child, type Cursor, isMapping, isPresent } from '../input/cursor.ts';
import { report } from '../input/link-context.ts';
import type { FormCompilation } from './form-compilation.ts';

/** Null if there is no default. A literal of a group of questions may be a mapping too. */
export function compileDefault(
  at: Cursor,
  type: unknown,
  { context }: FormCompilation,
): { readonly value: unknown } | { readonly day: DayDefault } | null {
  if (!isPresent(at)) return null;
  const year = child(at, 'yearOf');
  const shift = child(isPresent(year) ? year : at, 'today');
  if (type === 'object' || !isMapping(at.value) || !isPresent(shift)) return { value: at.value };
  const by = linkShift(shift, context);
  return by === null ? null : { day: { by, gives: isPresent(year) ? 'year' : 'day' } };
}

/** Reports a day as the default of a question that asks for something else. */
export function checkDefault(
  at: Cursor,
  { schema, uiSchema }: { readonly schema: JsonSchema; readonly uiSchema: JsonSchema },
  { context }: FormCompilation,
): void {
  const day = uiSchema['ui:default'];
  if (!isMapping(day)) return;
  const isYear = day.gives === 'year';
  const fits = isYear ? schema.type === 'integer' || schema.type === 'number' : schema.format === 'date';
  if (!fits) report(context, 'form/odd-default', child(at, 'default'), { word: isYear ? 'yearOf' : 'today' });
}
