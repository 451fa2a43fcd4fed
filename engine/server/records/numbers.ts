/** Stamps numbers such as `MP-2026-000123`: gapless, since the counter moves in the transaction that uses it. */
import type { PortalRecord } from '../../portal/record.ts';
import type { NumberPattern } from '../../portal/record-type.ts';
import type { Queryable } from '../database/database.ts';

/** The next number of this record's type; `today` decides the year. */
export async function nextNumber(
  client: Queryable,
  record: PortalRecord,
  { pattern, per }: NumberPattern,
  today: string,
): Promise<string> {
  const year = today.slice(0, 4);
  const scope = per.map((part) => (part === 'year' ? year : (record.office ?? '')));
  const [row] = await client.query<{ value: number }>({
    name: 'next-number',
    text: `INSERT INTO sequences AS s (name, value) VALUES ($1, 1)
      ON CONFLICT (name) DO UPDATE SET value = s.value + 1 RETURNING value`,
    values: [[record.type, ...scope].join('/')],
  });
  return fillPattern(pattern, { year, office: record.office ?? '', sequence: String(row?.value ?? 1) });
}

/** `{name}` and `{name:width}`, filled up with zeros. */
export function fillPattern(pattern: string, values: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{(\w+)(?::(\d+))?\}/g, (brace, name: string, width: string | undefined) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? brace : value.padStart(Number(width ?? 0), '0');
  });
}
