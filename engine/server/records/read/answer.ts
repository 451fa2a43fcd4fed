/** The answer to a call that writes, and the key under which it is stored for a retry. */
import { RecordAnswer } from '../../../contract/record.ts';
import { writeAnswer } from '../../http/output.ts';
import { etagOf } from '../../http/required-headers.ts';
import type { StoredRecord } from '../rows/read-record.ts';
import type { RequestContext } from '../rows/request-context.ts';
import { toWireAfterChange } from './wire-record.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON: the body, or an `HttpProblem` that is translated again for each reader. */
  readonly text: string;
}

export interface IdempotencyKey {
  readonly scope: string;
  readonly key: string;
  /** Digest of the call. The key is valid only for this digest. */
  readonly body: Buffer;
}

interface AnswerDetails {
  readonly status: number;
  readonly apiPrefix: string;
  /** Address of the mail that tells the visitor of the change; null: none. */
  readonly mailed: string | null;
}

/** The answer to a visitor who has just changed the record. */
export function answerOf(
  scope: RequestContext,
  stored: StoredRecord,
  { status, apiPrefix, mailed }: AnswerDetails,
): HttpAnswer {
  const { record } = stored.context;
  const location = { Location: `${apiPrefix}/records/${record.type}/${record.slug}` };
  const headers = { ETag: etagOf(record.version), ...(status === 201 && location) };
  const wire = { ...toWireAfterChange(scope, stored), ...(mailed !== null && { mailed }) };
  return { status, headers, text: writeAnswer(RecordAnswer, wire) };
}
