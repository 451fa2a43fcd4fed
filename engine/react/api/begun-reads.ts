/** Reads that begin before the page which asks for them is drawn: they travel while it is. */
import type { ReceivedAnswer } from './batches.ts';
import type { CallKey } from './call.ts';

/** Milliseconds. A page asks for what was begun for it as soon as it is drawn; later it asks again. */
const patience = 5_000;

/** Null: there was no response. */
type PathReader = (endpoint: CallKey, path: string) => Promise<ReceivedAnswer | null>;

export interface BegunReads {
  /**
   * @param whose the token with which it is sent; nobody else gets the answer
   * @returns settled when it is answered
   */
  begin(endpoint: CallKey, path: string, whose: string | null): Promise<unknown>;
  /** Something has changed: what was begun before may be older. */
  drop(): void;
  /** What was begun, for its first caller; otherwise reads. */
  read(endpoint: CallKey, path: string, whose: string | null): Promise<ReceivedAnswer | null>;
}

function nameOf(path: string, whose: string | null): string {
  return `${whose ?? ''} ${path}`;
}

export function createBegunReads(read: PathReader): BegunReads {
  const begun = new Map<string, Promise<ReceivedAnswer | null>>();
  const keep = (name: string, answered: Promise<ReceivedAnswer | null>) => {
    begun.set(name, answered);
    setTimeout(() => begun.get(name) === answered && begun.delete(name), patience);
  };
  return {
    begin(endpoint, path, whose) {
      const name = nameOf(path, whose);
      const answered = read(endpoint, path);
      keep(name, answered);
      // Another answer gave a part of its path. Meanwhile it may have become old.
      void answered.then((one) => {
        if (one?.path !== undefined && begun.get(name) === answered) keep(nameOf(one.path, whose), answered);
      });
      return answered;
    },
    drop: () => begun.clear(),
    read(endpoint, path, whose) {
      const name = nameOf(path, whose);
      const answered = begun.get(name) ?? read(endpoint, path);
      begun.delete(name);
      return answered;
    },
  };
}
