/** Exact decimal sums: no total of money is off by a binary fraction. */

/** Nobody writes more than ten decimals. */
const decimals = 10;

/** One, in units of the tenth decimal. */
export const unitsOfOne = 10n ** BigInt(decimals);

/** The value in units of the tenth decimal; null if it is not a number. */
export function exactUnits(value: unknown): bigint | null {
  const digits = typeof value === 'number' ? withoutExponent(String(value)) : String(value ?? '');
  const found = /^(-?)(\d+)(?:\.(\d{1,10}))?$/.exec(digits);
  if (found === null) return null;
  const [, sign = '', whole = '0', part = ''] = found;
  return BigInt(`${sign}${whole}${part.padEnd(decimals, '0')}`);
}

/** `0.0000001` for `1e-7`, as small and large numbers are written; any other text as it is. */
export function withoutExponent(text: string): string {
  const found = /^(-?)(\d+)(?:\.(\d+))?e([+-]?\d{1,3})$/i.exec(text);
  if (found === null) return text;
  const [, sign = '', whole = '', part = '', exponent] = found;
  const point = whole.length + Number(exponent);
  const digits = '0'.repeat(Math.max(0, 1 - point)) + (whole + part).padEnd(point, '0');
  const fraction = digits.slice(Math.max(1, point));
  return `${sign}${digits.slice(0, Math.max(1, point))}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The digits of a value in these units: `1325`, `1325.1`. */
export function digitsOfUnits(units: bigint): string {
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return `${sign}${digits.slice(0, -decimals)}${fraction === '' ? '' : `.${fraction}`}`;
}
