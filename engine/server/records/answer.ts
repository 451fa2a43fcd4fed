/** What a call that writes is answered, and the key under which the answer is kept for a retry. */

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Claim {
  readonly scope: string;
  readonly key: string;
}
