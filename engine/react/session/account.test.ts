/** Signing in and out: what is shown, stored and deleted at each step. */
import { expect, test } from 'vitest';
import { createClient } from '../api/client.ts';
import type { TokenStore } from '../api/token.ts';
import { sampleSlice } from '../sample/sample-slice.ts';
import { createAccount } from './account.ts';
import { createStore } from './store.ts';
import { nobody } from './user.ts';

const user = {
  token: 'new',
  department: 'clerk',
  name: 'Ana',
  slug: 'ana',
  office: null,
  can: { access: true },
};

function stage(answers: Readonly<Record<string, () => Response>>, token: string | null = null) {
  let stored = token;
  const tokens: TokenStore = {
    read: () => stored,
    write: (next) => void (stored = next),
    remove: () => void (stored = null),
    onChangeElsewhere: () => () => {},
  };
  const client = createClient({
    tokens,
    csrf: 'x',
    base: '/api/v1',
    fetch: async (input) => (answers[String(input)] ?? (() => new Response('{}', { status: 500 })))(),
  });
  const store = createStore(sampleSlice);
  return { account: createAccount(client, store), store, tokens, token: () => stored };
}

function json(status: number, body: unknown) {
  return () => new Response(JSON.stringify(body), { status });
}

const portal = json(200, sampleSlice);

test('signing in keeps the token, clears the errors and fills the session', async () => {
  const { account, store, token } = stage({ '/api/v1/login': json(200, user), '/api/v1/portal': portal });
  store.change((draft) => void (draft.errors = ['Sign in first.']));
  expect(await account.signIn('ana@example.com', 'secret')).toEqual({ outcome: 'in' });
  expect(token()).toBe('new');
  expect(store.get()).toMatchObject({ errors: [], loader: false, session: { name: 'Ana', token: 'new' } });
});

test('with a second step, nobody is signed in before the code, and a ticket that is over begins again', async () => {
  const ticket = { ticket: ['Sign in again.'] };
  const { account, store, token } = stage({
    '/api/v1/login': json(202, { ticket: 'T' }),
    '/api/v1/login/second-step': json(422, { errors: ticket }),
  });
  expect(await account.signIn('ana@example.com', 'x')).toEqual({ outcome: 'second-step', ticket: 'T' });
  expect([token(), store.get().session, store.get().loader]).toEqual([null, nobody, false]);
  expect(await account.enterCode('T', '123456')).toEqual({ outcome: 'over' });
  expect(store.get().errors).toEqual(['Sign in again.']);
});

test('a refused sign-in shows the field errors, only the first for the password, and opens a dialog', async () => {
  const errors = { username: ['No.', 'Never.'], password: ['Short.', 'Weak.'] };
  const { account, store, token } = stage({ '/api/v1/login': json(422, { errors }) }, 'old');
  expect(await account.signIn('ana@example.com', 'x')).toEqual({ outcome: 'refused' });
  expect(token()).toBeNull();
  expect(store.get().errors).toEqual(['No.', 'Never.', 'Short.']);
  expect(store.get().loader).toBe(false);
  expect(store.get().dialog).toEqual({
    title: 'Error',
    text: 'Look again.\nNo.\nNever.\nShort.',
    button: 'Ok',
    closesAfter: 3000,
  });
});

test.each([
  [
    'plain text',
    'Slow down, please.\nCome back at noon.',
    'text/plain',
    ['Slow down, please.', 'Come back at noon.'],
  ],
  ['an object', '{"message":"Slow down."}', 'application/json', ['Slow down.']],
  ['a page', '<html>429</html>', 'text/html', ['Too many attempts. Wait a few minutes, then try again.']],
  ['nothing', '', 'text/plain', ['Too many attempts. Wait a few minutes, then try again.']],
])('a limit that a proxy says in %s is shown as well', async (_, body, type, shown) => {
  const answer = () => new Response(body, { status: 429, headers: { 'Content-Type': type } });
  const { account, store } = stage({ '/api/v1/login': answer });
  await account.signIn('ana@example.com', 'x');
  expect(store.get().errors).toEqual(shown);
});

test('too many attempts show what the server answered', async () => {
  const { account, store } = stage({ '/api/v1/login': json(429, ['Wait a while.']) });
  await account.signIn('ana@example.com', 'x');
  expect(store.get().errors).toEqual(['Wait a while.']);
  expect(store.get().dialog?.text).toBe('Look again.\nWait a while.');
});

test('a fault of the server has its own words', async () => {
  const { account, store } = stage({ '/api/v1/login': json(500, {}) });
  await account.signIn('ana@example.com', 'x');
  expect(store.get().dialog?.text).toBe('Try later.');
  expect(store.get().errors).toEqual([]);
});

test('signing out forgets the token, the session and the dashboard', async () => {
  const { account, store, token } = stage(
    { '/api/v1/user': json(200, user), '/api/v1/logout': json(200, {}), '/api/v1/portal': portal },
    'old',
  );
  await account.load();
  store.change((draft) => void (draft.dashboard = [{ list: 'loan/mine', total: 2 }]));
  expect(await account.signOut()).toBe(true);
  expect(token()).toBeNull();
  expect(store.get()).toMatchObject({ session: nobody, dashboard: [], loader: false });
});

test('a sign-out that fails leaves everything as it was', async () => {
  const { account, store, token } = stage(
    { '/api/v1/user': json(200, user), '/api/v1/logout': json(500, {}) },
    'old',
  );
  await account.load();
  expect(await account.signOut()).toBe(false);
  expect(token()).toBe('old');
  expect(store.get()).toMatchObject({ session: { name: 'Ana' }, loader: false });
});

test('a user that cannot be loaded ends the session with a dialog and a message', async () => {
  const { account, store, token } = stage({ '/api/v1/portal': portal }, 'old');
  await account.load();
  expect(token()).toBeNull();
  expect(store.get()).toMatchObject({
    session: nobody,
    errors: ['Ask the desk.'],
    dialog: { title: 'Something is wrong', text: 'In a minute' },
  });
});

test('a tab that goes back to oneself after another one did goes on with the token of that one', async () => {
  const { account, store, tokens, token } = stage(
    {
      '/api/v1/seen-account': () => {
        // The other tab was quicker.
        tokens.write('own');
        return json(401, {})();
      },
      '/api/v1/user': json(200, { ...user, token: 'own' }),
      '/api/v1/portal': portal,
    },
    'seeing',
  );
  expect(await account.seeAsMyself()).toBe(true);
  expect([token(), store.get().session.name, store.get().session.token]).toEqual(['own', 'Ana', 'own']);
  // Now the session itself has ended.
  expect(await account.seeAsMyself()).toBe(false);
  expect([token(), store.get().session]).toEqual([null, nobody]);
});

test('two tabs that go back to oneself at once do it one after the other', async () => {
  let calls = 0;
  const answers = {
    '/api/v1/seen-account': () => json((calls += 1) === 1 ? 200 : 401, { ...user, token: 'own' })(),
    '/api/v1/user': json(200, { ...user, token: 'own' }),
    '/api/v1/portal': portal,
  };
  const { account, token } = stage(answers, 'seeing');
  expect(await Promise.all([account.seeAsMyself(), account.seeAsMyself()])).toEqual([true, true]);
  expect([calls, token()]).toEqual([1, 'own']);
});
