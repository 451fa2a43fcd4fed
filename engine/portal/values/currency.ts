/** Currencies by their code (ISO 4217): the sign before an amount, and how many decimals it has. */

export interface Currency {
  /** Precedes the amount, with a space where it needs one; empty for a portal that names no currency. */
  readonly sign: string;
  readonly decimals: number;
}

/** Amounts are stored with at most so many decimals. */
export const mostDecimals = 2;

const unnamed: Currency = { sign: '', decimals: mostDecimals };

const known = new Map<string, Currency>();

/**
 * The currency of an amount.
 * @param code that the amount names; undefined: it is in the currency of the portal
 * @param own the code of the portal, if it has one. Its sign is the short one, `$`. Every other currency has a sign that
 * no two share, `US$`.
 */
export function currencyOf(code: string | undefined, own: string | undefined): Currency {
  const is = code ?? own;
  if (is === undefined) return unnamed;
  const key = `${is} ${own ?? ''}`;
  const currency = known.get(key) ?? { sign: signOf(is, own), decimals: decimalsOf(is) };
  known.set(key, currency);
  return currency;
}

/** The code in the constants of a portal; undefined: none. */
export function currencyIn(constants: Readonly<Record<string, unknown>>): string | undefined {
  const { currency } = constants;
  return typeof currency === 'string' ? currency : undefined;
}

/** All codes in use today. */
export function currencyCodes(): readonly string[] {
  return Intl.supportedValuesOf('currency');
}

/** The currency with this short sign; undefined if there is none, or several: `$`. */
export function codeOfSign(sign: string): string | undefined {
  const [code, other] = currencyCodes().filter((one) => signIn(one, 'narrowSymbol') === sign);
  return other === undefined ? code : undefined;
}

/** The number of decimals of a currency that exists. */
export function decimalsOf(code: string): number {
  return formatOf(code, 'symbol').resolvedOptions().maximumFractionDigits ?? mostDecimals;
}

function signOf(code: string, own: string | undefined): string {
  if (own === undefined) return signIn(code, 'symbol');
  const short = signIn(own, 'narrowSymbol');
  if (code === own) return short;
  const sign = signIn(code, 'symbol');
  return sign === short ? signIn(code, 'code') : sign;
}

function signIn(code: string, display: CurrencyDisplay): string {
  const parts = formatOf(code, display).formatToParts(0);
  const end = parts.findIndex(({ type }) => type === 'integer');
  return parts
    .slice(0, end)
    .map(({ value }) => value)
    .join('');
}

type CurrencyDisplay = NonNullable<Intl.NumberFormatOptions['currencyDisplay']>;

/** The same signs in all languages. Among the locales of English, this one tells `$` of the US from others. */
function formatOf(currency: string, currencyDisplay: CurrencyDisplay): Intl.NumberFormat {
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency, currencyDisplay });
}
