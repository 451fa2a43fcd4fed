/**
 * Begins a call that changes a record. One statement reads the caller and earlier calls with the key, and locks the
 * record's family.
 */
import type { Account } from '../../accounts/accounts.ts';
import type { Queryable } from '../../database/database.ts';
import { digestOfToken } from '../../sessions/sessions.ts';
import type { HttpAnswer } from '../read/answer.ts';
import { answerBefore, type ClaimRow, type IdempotentCall } from '../store/idempotency.ts';
import type { FamilyRows } from '../store/lock-family.ts';

export interface IncomingCall extends IdempotentCall {
  /** The caller, if no token names one. */
  readonly account: string | null;
  readonly token: string | null;
  /** Null: the address cannot name a record. */
  readonly named: { readonly type: string; readonly slug: string } | null;
}

export interface CallStart {
  /** The session's account. Null: the session has expired, or none was given. */
  readonly account: Account | null;
  /** The session's last use should be recorded. */
  readonly isStale: boolean;
  /** The state of the earlier call with the same key. */
  readonly before: () => HttpAnswer | null;
  /** Null if there is no such record. */
  readonly family: FamilyRows | null;
}

interface CallRow extends ClaimRow {
  readonly account: Account | null;
  readonly stale: boolean | null;
  readonly family: FamilyRows | null;
}

/**
 * Until the transaction ends, nobody else can claim this call or change the family. A retry of the call does not
 * wait.
 * @param client of the transaction that runs the call
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
