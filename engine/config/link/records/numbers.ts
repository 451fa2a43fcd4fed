/** Patterns for the numbers of records and documents. */
import { type NumberPattern, numberScopes } from '../../../portal/model/record-type.ts';
import { child, isMapping, isPresent, text, texts, type Cursor } from '../input/cursor.ts';
import { report, reportUnknown, type LinkContext } from '../input/link-context.ts';

const placeholders: readonly string[] = [...numberScopes, 'sequence', 'check'];

/**
 * Links `number:`, a pattern or `{ pattern, per, gaps }`.
 * @param isOfKind whether what is numbered belongs to a requirement kind
 * @returns null if there is no `number`
 */
export function linkNumber(at: Cursor, isOfKind: boolean, context: LinkContext): NumberPattern | null {
  const written = isMapping(at.value) ? child(at, 'pattern') : at;
  const pattern = text(written);
  if (pattern === null) return null;
  const found = [...pattern.matchAll(/\{([^}:]*)(?::([^}]*))?\}/g)];
  let isKnown = true;
  for (const [, name = '', format] of found) {
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
  const names = found.map(([, name = '']) => name);
  const place = child(at, 'per');
  const said = texts(place);
  const per = numberScopes.filter((one) => said.includes(one));
  // A pattern that restarts each year, in each office or for each kind, must contain it.
  const missing = ['sequence', ...per].filter((name) => !names.includes(name));
  if (isKnown && missing.length > 0) report(context, 'number/not-unique', written, { missing });
  if (!isOfKind && [...names, ...per].includes('kind'))
    report(context, 'number/no-kind', names.includes('kind') || !isPresent(place) ? written : place, {});
  if (/\{check\}(?!$)/.test(pattern)) report(context, 'number/check-inside', written, {});
  return { pattern, per, hasGaps: child(at, 'gaps').value === 'allowed' };
}
