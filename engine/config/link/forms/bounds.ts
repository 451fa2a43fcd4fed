/** The first and the last day of a date question: `notBefore` and `notAfter`. */
import { boundDays, isDateFormat, type ShiftedBound } from '../../../portal/forms/form-days.ts';
import { keysOf } from '../../../portal/values/pointer.ts';
import { countedDay, isAlways } from '../../logic/day-limits.ts';
import { child, entries, isMapping, isPresent, text, type Cursor } from '../input/cursor.ts';
import { report } from '../input/link-context.ts';
import { linkShift } from '../conditions/operand.ts';
import type { FormCompilation } from './form-compilation.ts';

export const boundWords = ['notBefore', 'notAfter'] as const;

/** The name of a day or of a question, or `{ today: 90 days }`; null if there is no limit. */
export function compileBound(at: Cursor, { context }: FormCompilation): string | ShiftedBound | null {
  if (!isMapping(at.value)) return text(at);
  const [word = '', shift = at] = entries(at)[0] ?? [];
  const day = boundDays.find((one) => one === word);
  const by = linkShift(shift, context);
  return day === undefined || by === null ? null : { day, by };
}

/** Reports a name that is neither a known day nor another date question at the same level. */
function checkBound(at: Cursor, level: Cursor, { context }: FormCompilation): void {
  const name = text(at);
  const days = [...boundDays, 'any'];
  if (name === null || days.includes(name)) return;
  const dates = entries(level).flatMap(([key, one]) =>
    isDateFormat(text(child(one, 'format'))) ? [key] : [],
  );
  if (!dates.includes(name)) report(context, 'form/unknown-day', at, { name, choices: [...days, ...dates] });
}

/** Checks the limits of a question and of the rows of its list. */
export function checkBounds(question: Cursor, level: Cursor, compilation: FormCompilation): void {
  for (const word of boundWords) checkBound(child(question, word), level, compilation);
  checkSpan(question, level, compilation);
  const rows = child(question, 'items');
  if (isPresent(rows)) checkBounds(rows, level, compilation);
}

/** Reports a last day before the first day, and a date whose limit has this date as the same limit. */
function checkSpan(question: Cursor, level: Cursor, compilation: FormCompilation): void {
  const { context } = compilation;
  const quiet = { ...compilation, context: { ...context, diagnostics: [] } };
  const [first, last] = boundWords.map((word) => countedDay(compileBound(child(question, word), quiet)));
  const name = keysOf(question.pointer).at(-1) ?? '';
  if (first && last && isAlways(first, last, (a, b) => a > b))
    report(context, 'form/backward-days', child(question, 'notAfter'), { name, word: 'notAfter' });
  for (const word of boundWords) {
    const limit = text(child(question, word)) ?? '';
    if (limit < name && text(child(child(level, limit), word)) === name)
      report(context, 'form/backward-days', child(question, word), { name, word, other: limit });
  }
}

/** Reports limits on a branch of a schema: only questions and the rows of a list may have them. */
export function reportBoundsHere(at: Cursor, { context }: FormCompilation): void {
  for (const word of boundWords) {
    const said = child(at, word);
    if (isPresent(said)) report(context, 'form/bound-not-here', said, { word });
  }
}
