/** The answer to a call that writes, and the key under which it is stored for a retry. */

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
