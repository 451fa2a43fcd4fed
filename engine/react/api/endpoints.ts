/** Words about the contract that several screens use. */
import type { ApiAnswer, ApiParams } from '../../contract/contract.ts';
import type { WireRecord } from '../../contract/record.ts';

/** A transition of one record. */
export type TransitionName = ApiParams<'POST /records/:type/:slug/:transition'>;

/** What a form that opens an account is answered is no record: it does not tell whether there was an account already. */
export function isRecord(answer: ApiAnswer<'POST /records/:type'>): answer is WireRecord {
  return 'slug' in answer;
}
