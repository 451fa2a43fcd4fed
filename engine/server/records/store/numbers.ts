/**
 * Assigns numbers such as `MP-2026-000123`. They have no gaps, because the counter changes in the transaction that
 * uses the number. Where gaps are allowed, it changes at once, and no transaction waits for another.
 */
import type { NumberPattern } from '../../../portal/model/record-type.ts';
import { counterFor, fillNumber, type NumberSubject } from '../../../portal/writing/record-number.ts';
import type { Database, Queryable } from '../../database/database.ts';

/** What is numbered, and what its number and its counter say of it. */
export interface NumberRequest {
  readonly of: string;
  readonly subject: NumberSubject;
  /** In the number in place of `subject`. */
  readonly written?: NumberSubject;
}

interface CounterPlace {
  /** Of the transaction that uses the number. */
  readonly client: Queryable;
  readonly database: Pick<Database, 'lasting'>;
}

/** Returns the next number of this counter. */
export async function nextNumber(
  { client, database }: CounterPlace,
  { of, subject, written = subject }: NumberRequest,
  number: NumberPattern,
): Promise<string> {
  // A transaction must not wait for another connection of the pool, and the permanent one is in no transaction.
  const counting = number.hasGaps ? database.lasting : client;
  const [row] = await counting.query<{ value: number }>({
    name: 'next-number',
    text: `INSERT INTO sequences AS s (name, value) VALUES ($1, 1)
      ON CONFLICT (name) DO UPDATE SET value = s.value + 1 RETURNING value`,
    values: [counterFor(of, number, subject)],
  });
  return fillNumber(number, written, row?.value ?? 1);
}
