/** Patterns for the numbers of records and documents. */
import type { NumberPattern } from '../../../portal/model/record-type.ts';
import { child, isMapping, text, texts, type Cursor } from '../input/cursor.ts';
import { report, reportUnknown, type LinkContext } from '../input/link-context.ts';

const placeholders = ['year', 'office', 'sequence'];

/**
 * Links `number:`, a pattern or `{ pattern, per }`.
 * @returns null if there is no `number`
 */
export function linkNumber(at: Cursor, context: LinkContext): NumberPattern | null {
  const written = isMapping(at.value) ? child(at, 'pattern') : at;
  const pattern = text(written);
  if (pattern === null) return null;
  let isKnown = true;
  for (const [, name = '', format] of pattern.matchAll(/\{([^}:]*)(?::([^}]*))?\}/g)) {
    if (
      placeholders.includes(name) &&
      (format === undefined || (name === 'sequence' && /^\d+$/.test(format)))
    )
      continue;
    isKnown = false;
    const said = format === undefined ? name : `${name}:${format}`;
    reportUnknown(context, 'number/unknown-placeholder', written, {
      name: said,
      choices: [...placeholders, 'sequence:6'],
    });
  }
  const said = texts(child(at, 'per'));
  const per = (['year', 'office'] as const).filter((one) => said.includes(one));
  // A pattern that restarts each year, or in each office, must contain the year or the office.
  const missing = ['sequence', ...per].filter(
    (name) => !new RegExp(`\\{${name}(?::[^}]*)?\\}`).test(pattern),
  );
  if (isKnown && missing.length > 0) report(context, 'number/not-unique', written, { missing });
  return { pattern, per };
}
