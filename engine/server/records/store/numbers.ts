/**
 * Assigns numbers such as `MP-2026-000123`. They have no gaps, because the counter changes in the transaction that
 * uses the number.
 */
import type { NumberPattern } from '../../../portal/model/record-type.ts';
import { counterFor, fillNumber, type NumberSubject } from '../../../portal/writing/record-number.ts';
import type { Queryable } from '../../database/database.ts';

/** What is numbered, and what its number and its counter say of it. */
export interface NumberRequest {
  readonly of: string;
  readonly subject: NumberSubject;
  /** In the number in place of `subject`. */
  readonly written?: NumberSubject;
}

/** Returns the next number of this counter. */
export async function nextNumber(
  client: Queryable,
  { of, subject, written = subject }: NumberRequest,
  number: NumberPattern,
): Promise<string> {
  const [row] = await client.query<{ value: number }>({
    name: 'next-number',
    text: `INSERT INTO sequences AS s (name, value) VALUES ($1, 1)
      ON CONFLICT (name) DO UPDATE SET value = s.value + 1 RETURNING value`,
    values: [counterFor(of, number, subject)],
  });
  return fillNumber(number, written, row?.value ?? 1);
}
