/** Ends a view as another account, in every tab that has it. */
import type { UserRecord } from '../../contract/sessions.ts';
import type { Client } from '../api/client.ts';
import { forgetOnlooker } from './forget-onlooker.ts';
import type { Store } from './store.ts';

interface ReturnHands {
  readonly client: Client;
  readonly store: Store;
  readonly reloadSlice: () => Promise<unknown>;
  readonly forget: () => void;
  readonly takeUp: (user: UserRecord) => Promise<void>;
  readonly loadUser: () => Promise<boolean>;
}

/**
 * When the time is over, several tabs go back at once. One does after the other, and those that find another token go on
 * with it: the one that they sent is worthless, but the session is not over.
 * @param token of the view that ends
 * @returns false if the session has ended
 */
export async function seeAsMyself(
  { client, store, forget, reloadSlice, takeUp, loadUser }: ReturnHands,
  token: string | null,
): Promise<boolean> {
  const isReplaced = () => ![null, token].includes(client.tokens.read());
  return inTurn(async () => {
    const result = isReplaced() ? null : await client.send('DELETE /seen-account', {});
    if (result?.ok === true) {
      await takeUp(result.value);
      return true;
    }
    if (result?.problem.kind === 'offline') return false;
    if (!isReplaced()) {
      forget();
      return false;
    }
    forgetOnlooker();
    await reloadSlice().catch(() => {});
    store.change((draft) => void (draft.dashboard = []));
    return loadUser();
  });
}

/** One tab of this browser at a time, where the browser can do so. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const locks = 'locks' in navigator ? navigator.locks : null;
  return locks === null ? work() : locks.request('portal.seen-account', work);
}
