/** Takes up a call that changes a record: in one statement who makes it, whether it was made before, and the record's family, held for the call. */
import type { Account } from '../../accounts/accounts.ts';
import type { Queryable } from '../../database/database.ts';
import { digestOfToken } from '../../sessions/sessions.ts';
import type { HttpAnswer } from '../read/answer.ts';
import { answerBefore, type ClaimRow, type IdempotentCall } from '../store/idempotency.ts';
import type { FamilyRows } from '../store/lock-family.ts';

export interface IncomingCall extends IdempotentCall {
  /** Who makes the call where no token says it. */
  readonly account: string | null;
  readonly token: string | null;
  /** Null: an address that can name no record. */
  readonly named: { readonly type: string; readonly slug: string } | null;
}

export interface CallStart {
  /** Of the session; null: it is over, or none was named. */
  readonly account: Account | null;
  /** Should be remembered as being in use. */
  readonly isStale: boolean;
  /** What became of the same call before. */
  readonly before: () => HttpAnswer | null;
  /** Null where there is no such record. */
  readonly family: FamilyRows | null;
}

interface CallRow extends ClaimRow {
  readonly account: Account | null;
  readonly stale: boolean | null;
  readonly family: FamilyRows | null;
}

/**
 * Nobody else takes the same call up, or changes the family, before the transaction ends; who tries to repeat the call
 * waits for nothing.
 * @param client of the transaction that carries the call out
 */
export async function startCall(
  client: Queryable,
  { token, account, operation, key, body, named }: IncomingCall,
): Promise<CallStart> {
  const [row] = await client.query<CallRow>({
    name: 'take-up',
    text: 'SELECT * FROM portal_take_up($1, $2, $3, $4, $5, $6, $7)',
    values: [
      token === null ? null : digestOfToken(token),
      account,
      operation,
      key,
      body,
      named?.type ?? null,
      named?.slug ?? null,
    ],
  });
  if (row === undefined) throw new Error('A call was neither taken up nor refused.');
  return {
    account: row.account,
    isStale: row.stale === true,
    before: () => answerBefore(row),
    family: row.family,
  };
}
