/** Exact decimal sums: no total of money is off by a binary fraction. */

/** Nobody writes more than ten decimals. */
const decimals = 10;

/** One, in units of the tenth decimal. */
export const unitsOfOne = 10n ** BigInt(decimals);

/** The value in units of the tenth decimal; null if it is not a number. */
export function exactUnits(value: unknown): bigint | null {
  const found = /^(-?)(\d+)(?:\.(\d{1,10}))?$/.exec(String(value ?? ''));
  if (found === null) return null;
  const [, sign = '', whole = '0', part = ''] = found;
  return BigInt(`${sign}${whole}${part.padEnd(decimals, '0')}`);
}

/** The digits of a value in these units: `1325`, `1325.1`. */
export function digitsOfUnits(units: bigint): string {
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return `${sign}${digits.slice(0, -decimals)}${fraction === '' ? '' : `.${fraction}`}`;
}
