/** What somebody who keeps answers on this device can be asked. */
import type { ReceivedAnswer } from './batches.ts';
import type { CallKey } from './call.ts';

/** Name of the browser's database. */
export const answersDatabase = 'portal-answers';

interface KeptAnswer {
  /** When the server gave it, in milliseconds. */
  readonly at: number;
  readonly answered: ReceivedAnswer;
}

export interface KeptAnswers {
  /** Keeps the answer if it is the reader's own, or everybody's. @param token with which it was asked */
  keep(endpoint: CallKey, path: string, answered: ReceivedAnswer, token: string | null): Promise<void>;
  find(path: string, token: string | null): Promise<KeptAnswer | null>;
  erase(): Promise<void>;
}

/** Keeps nothing, for portals that open only with a connection. */
export const keepsNoAnswers: KeptAnswers = {
  keep: async () => {},
  find: async () => null,
  erase: async () => {},
};

/** Who reads, as far as the page knows. */
export interface Reader {
  /** Null while nobody is known to be signed in. */
  readonly slug: string | null;
  /** Their department is of requesters: what they may read is about themselves. */
  readonly isRequester: boolean;
  /** They see the portal as somebody else: nothing of that stays on their device. */
  readonly isOnlooker: boolean;
}

export interface KeptAnswersOptions {
  /** The token of the session now. */
  readonly token: () => string | null;
  readonly reader: () => Reader;
}
