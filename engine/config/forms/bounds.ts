/** The first and the last day that a question for a date takes: `notBefore` and `notAfter`. */
import { boundDays, type ShiftedBound } from '../../portal/form-days.ts';
import { child, entries, isMapping, text, type Cursor } from '../link/cursor.ts';
import { report } from '../link/linking.ts';
import { linkShift } from '../link/operand.ts';
import type { Compiling } from './compiling.ts';

/** A day by its name, a question, or `{ today: 90 days }`; null where nothing is said. */
export function compileBound(at: Cursor, { linking }: Compiling): string | ShiftedBound | null {
  if (!isMapping(at.value)) return text(at);
  const [word = '', shift = at] = entries(at)[0] ?? [];
  const day = boundDays.find((one) => one === word);
  const by = linkShift(shift, linking);
  return day === undefined || by === null ? null : { day, by };
}

/** A name is a day that moves with the calendar or the record, or another question for a date at the same level. */
export function checkBound(at: Cursor, level: Cursor, { linking }: Compiling): void {
  const name = text(at);
  const days = [...boundDays, 'any'];
  if (name === null || days.includes(name)) return;
  const dates = entries(level).flatMap(([key, one]) => (text(child(one, 'format')) === 'date' ? [key] : []));
  if (!dates.includes(name)) report(linking, 'form/unknown-day', at, { name, choices: [...days, ...dates] });
}
