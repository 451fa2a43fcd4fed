/** Contract types that several screens use. */
import type { ApiAnswer, ApiParams } from '../../contract/contract.ts';
import type { WireRecord } from '../../contract/record.ts';

/** A transition of one record. */
export type TransitionName = ApiParams<'POST /records/:type/:slug/:transition'>;

/**
 * The response to a form that opens an account contains no record: it must not reveal whether the account existed.
 */
export function isRecord(answer: ApiAnswer<'POST /records/:type'>): answer is WireRecord {
  return 'slug' in answer;
}
