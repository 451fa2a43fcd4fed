/** The portal of a story: its services over a store in memory, for one visitor. */
import { createClient } from '../engine/react/api/client.ts';
import type { TokenStore } from '../engine/react/api/token.ts';
import { createAccount } from '../engine/react/session/account.ts';
import { createLookups } from '../engine/react/session/lookups.ts';
import type { PortalServices } from '../engine/react/session/portal-context.ts';
import { createStore } from '../engine/react/session/store.ts';
import { setFormats, setLanguage } from '../engine/react/language/text.ts';
import type { Scope } from '../engine/portal/conditions/scope.ts';
import type { Portal } from '../engine/portal/model/portal.ts';
import { slicePortal } from '../engine/portal/wire/slice-portal.ts';
import { signedOut } from '../engine/portal/model/department.ts';
import { visitorOf } from '../engine/portal/routing/visitors.ts';
import { createMemoryApi } from './memory-api.ts';
import { createMemoryStore, type MemoryStore, owner } from './memory-store.ts';
import type { Story } from './story.ts';

export interface PortalDesk extends Scope {
  readonly records: MemoryStore;
  readonly services: PortalServices;
}

export type StoryVisitor = Pick<Story, 'as' | 'flags' | 'standIn' | 'fullness'>;

/** @param spoken the portal in the language of the story */
export async function openDesk(
  spoken: Portal,
  { as, flags, standIn, fullness }: StoryVisitor,
): Promise<PortalDesk> {
  setLanguage(spoken.words);
  setFormats(spoken);
  const records = createMemoryStore(spoken);
  const known = as === null ? null : visitorOf(spoken, as, flags);
  const visitor = known === null ? signedOut : { ...known, account: owner };
  const client = createClient({
    fetch: createMemoryApi({ portal: spoken, visitor, store: records, standIn, fullness }),
    csrf: 'story',
    base: '/api/v1',
    tokens: memoryTokens(visitor.signedIn),
  });
  const store = createStore(slicePortal({ portal: spoken, visitor }));
  const account = createAccount(client, store);
  await account.load();
  const services = { client, store, account, readLookups: createLookups(client, store) };
  return { portal: spoken, visitor, records, services };
}

function memoryTokens(isSignedIn: boolean): TokenStore {
  let token = isSignedIn ? 'story' : null;
  return {
    read: () => token,
    write: (next) => void (token = next),
    remove: () => void (token = null),
    onChangeElsewhere: () => () => {},
  };
}
