/**
 * Assigns numbers such as `MP-2026-000123`. They have no gaps, because the counter changes in the transaction that
 * uses the number.
 */
import type { NumberPattern } from '../../../portal/model/record-type.ts';
import type { Queryable } from '../../database/database.ts';

/** The counter's name and the office in the number. */
export interface CounterRequest {
  readonly counter: string;
  readonly office: string | null;
  /** The office's code in the number; its name if left out. */
  readonly written?: string;
}

/** Returns the next number of this counter; `today` decides the year. */
export async function nextNumber(
  client: Queryable,
  { counter, office, written }: CounterRequest,
  { pattern, per }: NumberPattern,
  today: string,
): Promise<string> {
  const year = today.slice(0, 4);
  const scope = per.map((part) => (part === 'year' ? year : (office ?? '')));
  const [row] = await client.query<{ value: number }>({
    name: 'next-number',
    text: `INSERT INTO sequences AS s (name, value) VALUES ($1, 1)
      ON CONFLICT (name) DO UPDATE SET value = s.value + 1 RETURNING value`,
    values: [[counter, ...scope].join('/')],
  });
  return fillPattern(pattern, { year, office: written ?? office ?? '', sequence: String(row?.value ?? 1) });
}

/** `{name}` and `{name:width}`, padded with zeros. */
export function fillPattern(pattern: string, values: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{(\w+)(?::(\d+))?\}/g, (brace, name: string, width: string | undefined) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? brace : value.padStart(Number(width ?? 0), '0');
  });
}
