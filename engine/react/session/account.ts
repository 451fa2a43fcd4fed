/** Signing in, signing out and loading the user: the states of the specification, in order. */
import { accountMessages } from '../../locales/account.ts';
import type { PortalSlice } from '../../portal/wire/slice.ts';
import type { UserRecord } from '../../contract/sessions.ts';
import type { ApiBody } from '../../contract/contract.ts';
import type { Answer } from '../api/call.ts';
import type { Client, Result } from '../api/client.ts';
import { type Problem, sayProblem } from '../api/problem.ts';
import { text } from '../language/text.ts';
import { loadLanguage } from './language.ts';
import { forgetOnlooker } from './forget-onlooker.ts';
import { frozenSlice, type Store } from './store.ts';
import { chosenOf, nobody, sessionOf, type UserSession } from './user.ts';

/** `in`: signed in, with the portal slice of the new visitor. `over`: the ticket no longer works. */
export type SignInResult =
  | { readonly outcome: 'in' | 'refused' | 'over' }
  | { readonly outcome: 'second-step'; readonly ticket: string };

interface ProviderWish {
  /** Its key. */
  readonly provider: string;
  /** The path to open afterwards. */
  readonly next: string;
  /** The provider asks who the person is, also if it knows. */
  readonly again: boolean;
}

export interface AccountActions {
  signIn(username: string, password: string): Promise<SignInResult>;
  /** The second step, with the ticket of the first. */
  enterCode(ticket: string, code: string): Promise<SignInResult>;
  /** The address at the provider; null: the sign-in did not begin, and a dialog says why. */
  leaveForProvider(wish: ProviderWish): Promise<string | null>;
  /** The same as `signIn`, with the ticket of a sign-in with a provider. */
  signInWithTicket(ticket: string): Promise<SignInResult>;
  /** Null: the person has closed the browser's dialog. */
  signInWithPasskey(): Promise<SignInResult | null>;
  /** Acts in another membership of the account from now on. A dialog shows why not. */
  chooseMembership(id: string): Promise<boolean>;
  /** Sees the portal as another account from now on. The problem says why not. */
  seeAs(wish: ApiBody<'PUT /seen-account'>): Promise<Problem | null>;
  /** Is the account of the session again. False: the session has ended. */
  seeAsMyself(): Promise<boolean>;
  /** Follows a name, flags, memberships and delegations that changed elsewhere. True: the session acts otherwise now. */
  refreshMemberships(): Promise<boolean>;
  /** False: the call failed and the visitor is still signed in. */
  signOut(): Promise<boolean>;
  /** Ends the session in the browser at once and notifies the server without waiting for it. */
  drop(): void;
  /**
   * Loads the user of a stored token. A failure (false) shows a dialog and ends the session.
   * @param user asked before
   */
  load(user?: Promise<Result<UserRecord>>): Promise<boolean>;
  /** Loads the portal slice again, for another visitor or another configuration. */
  reloadSlice(): Promise<PortalSlice>;
}

export function createAccount(client: Client, store: Store): AccountActions {
  const reloadSlice = async () => {
    const slice = await readSlice(client);
    store.change((draft) => void Object.assign(draft, { slice }));
    return slice;
  };
  const forget = () => {
    client.tokens.remove();
    store.change((draft) => void Object.assign(draft, { session: nobody, dashboard: [], spinner: false }));
  };
  return {
    reloadSlice,
    signIn: (username, password) => signIn({ client, store }, username, password),
    enterCode: (ticket, code) =>
      enter({ client, store }, () => client.send('POST /login/second-step', { body: { ticket, code } })),
    leaveForProvider: (wish) => leaveForProvider({ client, store }, wish),
    signInWithTicket: (ticket) =>
      enter({ client, store }, () => client.send('POST /login/ticket', { body: { ticket } })),
    signInWithPasskey: () => signInWithPasskey({ client, store }),
    chooseMembership: (id) => chooseMembership({ client, store, reloadSlice }, id),
    seeAs: async (body) => {
      const result = await client.send('PUT /seen-account', { body });
      if (!result.ok) return result.problem;
      await takeUp({ client, store, reloadSlice }, result.value);
      return null;
    },
    seeAsMyself: async () => {
      const token = client.tokens.read();
      // The sign-in page never needs it.
      const { seeAsMyself } = await import('./see-as-myself.ts');
      const hands = { client, store, reloadSlice, forget };
      return seeAsMyself(
        { ...hands, takeUp: (user) => takeUp(hands, user), loadUser: () => loadUser(hands) },
        token,
      );
    },
    refreshMemberships: () => refreshMemberships({ client, store, reloadSlice }),
    signOut: () => signOut({ client, store, reloadSlice, forget }),
    drop() {
      const headers = client.headers();
      forget();
      // The token is sent with this call although it is already deleted here; nothing waits for the response.
      void fetch(client.addressOf('POST /logout', {}), { method: 'POST', headers, keepalive: true }).catch(
        () => {},
      );
    },
    load: (user) => loadUser({ client, store, reloadSlice, forget }, user),
  };
}

/** In the language of the user, or of the choice in another tab; its messages load with it. */
async function readSlice(client: Client): Promise<PortalSlice> {
  const slice = await client.call('GET /portal', {});
  await loadLanguage(client, slice.language);
  return frozenSlice(slice);
}

interface Hands {
  readonly client: Client;
  readonly store: Store;
  readonly reloadSlice: () => Promise<PortalSlice>;
  readonly forget: () => void;
}

type SignInHands = Pick<Hands, 'client' | 'store'>;

function signIn({ client, store }: SignInHands, username: string, password: string): Promise<SignInResult> {
  const body = new FormData();
  for (const [name, value] of Object.entries({ _method: 'POST', username, password })) body.set(name, value);
  return enter({ client, store }, () => client.send('POST /login', { body }));
}

async function signInWithPasskey({ client, store }: SignInHands): Promise<SignInResult | null> {
  const begun = await client.send('POST /login/passkey/options', {});
  if (!begun.ok) {
    showSignInFailure(store, begun.problem);
    return { outcome: 'refused' };
  }
  // Most visits never need it.
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const credential = await startAuthentication({ optionsJSON: begun.value.options }).catch(() => null);
  if (credential === null) return null;
  return enter({ client, store }, () => client.send('POST /login/passkey', { body: { credential } }));
}

async function leaveForProvider({ client, store }: SignInHands, wish: ProviderWish): Promise<string | null> {
  const result = await client.send('POST /login/provider', { body: { ...wish } });
  if (result.ok) return result.value.address;
  showSignInFailure(store, result.problem);
  return null;
}

async function enter(
  { client, store }: SignInHands,
  ask: () => Promise<Result<Answer<'POST /login'>>>,
): Promise<SignInResult> {
  store.change((draft) => void (draft.loader = true));
  const result = await ask();
  if (!result.ok) {
    client.tokens.remove();
    showSignInFailure(store, result.problem);
    const isOver = result.problem.kind === 'fields' && 'ticket' in result.problem.errors;
    return { outcome: isOver ? 'over' : 'refused' };
  }
  if (!isUser(result.value)) {
    store.change((draft) => void Object.assign(draft, { errors: [], loader: false }));
    return { outcome: 'second-step', ticket: result.value.ticket };
  }
  const user = result.value;
  const { token } = user;
  client.tokens.write(token);
  const slice = await readSlice(client).catch(() => null);
  store.change((draft) => {
    Object.assign(draft, { session: sessionOf(user, token), errors: [], loader: false });
    if (slice !== null) Object.assign(draft, { slice });
  });
  return { outcome: 'in' };
}

function isUser(answer: Answer<'POST /login'>): answer is UserRecord {
  return 'token' in answer;
}

/** The dialog names the kind of failure and every field's errors; the alert lists them too. */
function showSignInFailure(store: Store, problem: Problem): void {
  const { messages, constants } = store.get().slice;
  const errors = listErrors(problem);
  const isServer = problem.kind === 'server' || problem.kind === 'offline';
  const summary = isServer ? messages['server-error'] : messages['check-fields'];
  store.change((draft) => {
    Object.assign(draft, { errors, loader: false });
    draft.dialog = {
      title: messages['sign-in-error-title'] ?? text(accountMessages.errorHeading),
      text: [summary ?? '', ...errors].join('\n'),
      button: messages['sign-in-error-button'] ?? text(accountMessages.closeError),
      closesAfter: Number(constants.signInErrorDialog ?? 3000),
    };
  });
}

/** The password field shows only its first message, every other field all of them. */
function listErrors(problem: Problem): string[] {
  if (problem.kind === 'limited') return [...problem.messages];
  if (problem.kind !== 'fields') return [];
  return Object.entries(problem.errors).flatMap(([field, messages]) =>
    field === 'password' ? messages.slice(0, 1) : [...messages],
  );
}

/** The new token keeps what was read before out of every cache, and tells the other tabs. */
async function takeUp(
  { client, store, reloadSlice }: Omit<Hands, 'forget'>,
  user: UserRecord,
): Promise<void> {
  client.tokens.write(user.token);
  forgetOnlooker();
  await reloadSlice().catch(() => {});
  store.change((draft) => void Object.assign(draft, { session: sessionOf(user, user.token), dashboard: [] }));
}

async function chooseMembership(
  { client, store, reloadSlice }: Omit<Hands, 'forget'>,
  membership: string,
): Promise<boolean> {
  store.change((draft) => void (draft.loader = true));
  const result = await client.send('PUT /membership', { body: { membership } });
  if (result.ok) {
    await takeUp({ client, store, reloadSlice }, result.value);
  } else {
    const { problem } = result;
    store.change((draft) => {
      draft.dialog = {
        title: text(accountMessages.membershipNotChosen),
        text: problem.kind === 'fields' ? listErrors(problem).join('\n') : sayProblem(problem),
        button: text(accountMessages.closeError),
        closesAfter: null,
      };
    });
  }
  store.change((draft) => void (draft.loader = false));
  return result.ok;
}

async function refreshMemberships({ client, store, reloadSlice }: Omit<Hands, 'forget'>): Promise<boolean> {
  const { token } = store.get().session;
  const result = await client.send('GET /user', {});
  const { session } = store.get();
  if (!result.ok || token === null || session.token !== token) return false;
  const next = sessionOf(result.value, token);
  if (partOf(next) === partOf(session)) return false;
  const isMoved = chosenOf(next) !== chosenOf(session) || next.actsFor !== session.actsFor;
  if (isMoved) await reloadSlice().catch(() => {});
  store.change((draft) => void Object.assign(draft, { session: next, ...(isMoved && { dashboard: [] }) }));
  return isMoved;
}

/** Without the count of messages, which follows by itself. */
function partOf(session: UserSession): string {
  return JSON.stringify({ ...session, unreadMessages: 0, record: null });
}

async function signOut(hands: Hands): Promise<boolean> {
  const { client, store, forget, reloadSlice } = hands;
  store.change((draft) => void (draft.loader = true));
  // Also if the server cannot be reached: whoever leaves wants nothing to be found.
  client.forgetKept();
  const result = await client.send('POST /logout', {});
  const isGone = result.ok || result.problem.kind === 'signed-out';
  if (isGone) {
    forget();
    await reloadSlice().catch(() => {});
  }
  store.change((draft) => void (draft.loader = false));
  return isGone;
}

async function loadUser(hands: Hands, asked?: Promise<Result<UserRecord>>): Promise<boolean> {
  const { client, store, forget, reloadSlice } = hands;
  const token = client.tokens.read();
  if (token === null) {
    forget();
    return true;
  }
  const result = await (asked ?? client.send('GET /user', {}));
  if (result.ok) {
    store.change((draft) => void Object.assign(draft, { session: sessionOf(result.value, token) }));
    return true;
  }
  forget();
  await reloadSlice().catch(() => {});
  const { messages } = store.get().slice;
  store.change((draft) => {
    draft.errors = [messages['no-access'] ?? ''];
    draft.dialog = {
      title: messages['user-load-title'] ?? '',
      text: messages['user-load-error'] ?? '',
      button: messages['sign-in-error-button'] ?? text(accountMessages.closeError),
      closesAfter: null,
    };
  });
  return false;
}
