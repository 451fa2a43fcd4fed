/** What a call that writes is answered, and the key under which the answer is kept for a retry. */

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON: what is sent, or an `HttpProblem`, which is said anew to each who reads it. */
  readonly text: string;
}

export interface IdempotencyKey {
  readonly scope: string;
  readonly key: string;
  /** Digest of what the call says: the key stands for this alone. */
  readonly body: Buffer;
}
