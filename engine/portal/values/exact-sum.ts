/** Adds amounts without binary fractions: money is stored as digits in a text. */
const decimals = 10;

/** The sum of all numbers, which may be numbers or texts; other values are ignored. */
export function exactSum(values: readonly unknown[]): number {
  return toNumber(values.reduce<bigint>((total, one) => total + (parts(one) ?? 0n), 0n));
}

/** @returns undefined if one of them is not a number */
export function exactDifference(of: unknown, less: unknown): number | undefined {
  const [whole, taken] = [parts(of), parts(less)];
  return whole === null || taken === null ? undefined : toNumber(whole - taken);
}

/** In units of the last decimal place. */
function parts(value: unknown): bigint | null {
  const text = typeof value === 'number' ? plain(value) : value;
  const found = typeof text === 'string' ? /^(-?)(\d+)(?:\.(\d{1,10}))?$/.exec(text) : null;
  if (found === null) return null;
  const [, sign = '', whole = '0', fraction = ''] = found;
  return BigInt(`${sign}${whole}${fraction.padEnd(decimals, '0')}`);
}

/** `1e21` and `1e-7` have no plain digits. */
function plain(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(decimals) : text.replace(/(\.\d{10})\d+$/, '$1');
}

function toNumber(amount: bigint): number {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return Number(amount < 0n ? `-${text}` : text);
}
