/** Links the currency of a question, a fee schedule or the portal: its code (ISO 4217). */
import { currencyCodes, currencyIn, decimalsOf, mostDecimals } from '../../../portal/values/currency.ts';
import { type Cursor, isPresent, text } from './cursor.ts';
import { type LinkContext, report } from './link-context.ts';

/** @returns undefined for the currency of the portal, and for one that cannot be used (reported) */
export function linkCurrency(
  at: Cursor,
  context: Pick<LinkContext, 'diagnostics' | 'names'>,
): string | undefined {
  const code = text(at);
  if (!isPresent(at) || code === null || !isCurrency(code, at, context)) return undefined;
  return code === currencyIn(Object.fromEntries(context.names.constants)) ? undefined : code;
}

/** Reports a code of no currency, and a currency with more decimals than an amount may have. */
export function isCurrency(code: string, at: Cursor, context: Pick<LinkContext, 'diagnostics'>): boolean {
  const choices = currencyCodes();
  if (!choices.includes(code)) {
    report(context, 'currency/unknown', at, { name: code, choices });
    return false;
  }
  const decimals = decimalsOf(code);
  if (decimals <= mostDecimals) return true;
  report(context, 'currency/three-decimals', at, { code, decimals });
  return false;
}
