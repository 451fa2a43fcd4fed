/** Links for a new password: asked for by everybody, mailed to the owner alone, and used once. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Account, createAccount, findAccount } from '../../engine/server/accounts/accounts.ts';
import { forgetOldPasswordLinks, sendPasswordLink } from '../../engine/server/accounts/password-links.ts';
import { createHandlers } from '../../engine/server/bootstrap/handlers.ts';
import { listMessages, type StoredMessage } from '../../engine/server/mail/messages.ts';
import { openBrowser, openPortalServer, PASSWORD, type Browser, type PortalServer } from './portal-server.ts';

let server: PortalServer;
let browser: Browser;
let now = new Date();
const NEW = 'seven quiet lanterns';

beforeAll(async () => {
  server = await openPortalServer(undefined, { PUBLIC_URL: 'https://permits.example' }, () => now);
  browser = openBrowser(server.origin);
  await browser.visit();
});
beforeEach(async () => {
  now = new Date();
  await server.database.query('DELETE FROM failed_sign_ins');
});
afterAll(() => server.close());

async function openAccount(more: Partial<Account> = {}): Promise<Account> {
  const username = `person-${Math.random().toString(36).slice(2)}@malay.example`;
  const account = { department: 'menro', username, name: 'Ana Reyes', password: PASSWORD };
  return createAccount(server.database, { ...account, ...more });
}

const forgotten = (username: string): Promise<Response> =>
  browser.send('POST', 'password/forgotten', { body: { username } });
const choose = (token: string, password = NEW): Promise<Response> =>
  browser.send('POST', 'password/new', { body: { token, password } });

/** Runs the jobs of the calls, as the queue does. @returns their mails to this address */
async function mailsTo(username: string): Promise<StoredMessage[]> {
  const { handlers, close } = createHandlers(server.application, (error) => expect(error).toBeNull());
  const jobs = await server.database.query<{ id: string; data: { username: string } }>(
    "DELETE FROM outbox WHERE name = 'forgotten-password' RETURNING id, data",
  );
  for (const { id, data } of jobs) await handlers['forgotten-password']({ id, data, isLastTry: false });
  close();
  return (await listMessages(server.database)).filter(({ address }) => address === username);
}

function tokenIn(mail: StoredMessage | undefined): string {
  return /https:\/\/permits\.example\/new-password#([\w-]{43})\n/.exec(mail?.text ?? '')?.[1] ?? '';
}

async function asked(account: Account): Promise<string> {
  expect((await forgotten(account.username)).status).toBe(202);
  return tokenIn((await mailsTo(account.username)).at(-1));
}

async function refusalOf(answer: Response): Promise<unknown> {
  expect(answer.status).toBe(422);
  return ((await answer.json()) as { errors: unknown }).errors;
}

const spent = { token: ['This link does not work, or no longer works. Ask for a new one.'] };

test('the link sets the password once, and ends every session', async () => {
  const account = await openAccount();
  const inside = openBrowser(server.origin);
  await inside.signIn(account.username);
  const token = await asked(account);
  expect(Object.keys((await refusalOf(await choose(token, 'short'))) as object)).toEqual(['password']);
  expect((await choose(token)).status).toBe(200);
  expect((await inside.send('GET', 'user')).status).toBe(401);
  expect((await inside.signIn(account.username)).status).toBe(422);
  expect((await inside.signIn(account.username, NEW)).status).toBe(200);
  expect(await refusalOf(await choose(token, 'eight quiet lanterns'))).toEqual(spent);
});

test('passkeys outlive a forgotten password, and the answer names them', async () => {
  const account = await openAccount();
  await server.database.query(
    `INSERT INTO passkeys (account, credential, public_key, counter, transports, name)
     VALUES ($1, $2, '\\x00', 0, '{}', 'Old phone')`,
    [account.id, account.slug],
  );
  const answer = await choose(await asked(account));
  expect([answer.status, await answer.json()]).toEqual([200, { passkeys: ['Old phone'] }]);
  const kept = await server.database.query('SELECT name FROM passkeys WHERE account = $1', [account.id]);
  expect(kept).toEqual([{ name: 'Old phone' }]);
});

test('an address without an account gets the same answer, the same work and no mail', async () => {
  const account = await openAccount({ is_suspended: false });
  const answers = [await forgotten(account.username), await forgotten('nobody@malay.example')];
  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([{}, {}]);
  const jobs = await server.database.query("SELECT 1 FROM outbox WHERE name = 'forgotten-password'");
  expect(jobs).toHaveLength(2);
  expect(await mailsTo('nobody@malay.example')).toEqual([]);
  expect(await mailsTo(account.username)).toHaveLength(1);
});

test('no stored row contains the token, and the mail is in the language of the account', async () => {
  const account = await openAccount();
  await server.database.query("UPDATE accounts SET language = 'fil' WHERE id = $1", [account.id]);
  const token = await asked(account);
  expect(token).not.toBe('');
  const [mail] = await mailsTo(account.username);
  expect(mail?.subject).toBe('Pumili ng bagong password');
  expect(mail?.html).toContain(`href="https://permits.example/new-password#${token}"`);
  const rows = await server.database.query('SELECT l::text AS row FROM password_links l');
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('links that are expired, replaced, unknown, or of a suspended or changed account get one answer', async () => {
  const account = await openAccount();
  const first = await asked(account);
  const second = await asked(account);
  expect(await refusalOf(await choose(first))).toEqual(spent);
  expect(await refusalOf(await choose('a'.repeat(43)))).toEqual(spent);
  expect(await refusalOf(await choose(''))).toEqual(spent);
  const change = (column: string, value: unknown) =>
    server.database.query(`UPDATE accounts SET ${column} = $2 WHERE id = $1`, [account.id, value]);
  await change('is_suspended', true);
  expect(await refusalOf(await choose(second))).toEqual(spent);
  await change('is_suspended', false);
  await change('username', `other-${account.username}`);
  expect(await refusalOf(await choose(second))).toEqual(spent);
  await change('username', account.username);
  now = new Date(now.getTime() + 60 * 60_000 + 1);
  expect(await refusalOf(await choose(second))).toEqual(spent);
  now = new Date(now.getTime() - 2);
  expect((await choose(second)).status).toBe(200);
});

test('another password makes a link worthless', async () => {
  const account = await openAccount();
  const inside = openBrowser(server.origin);
  await inside.signIn(account.username);
  const token = await asked(account);
  const body = { current: PASSWORD, password: 'a quite different one' };
  expect((await inside.send('POST', 'password', { body })).status).toBe(200);
  expect(await refusalOf(await choose(token))).toEqual(spent);
});

test('requests are limited, and so are mails to one account', async () => {
  const account = await openAccount();
  for (let tries = 0; tries < 10; tries += 1) expect((await forgotten(account.username)).status).toBe(202);
  const refused = await forgotten(account.username.toUpperCase());
  expect(refused.status).toBe(429);
  expect(await refused.json()).toEqual([expect.stringContaining('Too many attempts')]);
  expect(await mailsTo(account.username)).toHaveLength(5);
  // The person can still sign in.
  expect((await openBrowser(server.origin).signIn(account.username)).status).toBe(200);
});

test('suspended accounts get no mail', async () => {
  const account = await openAccount();
  await server.database.query('UPDATE accounts SET is_suspended = true WHERE id = $1', [account.id]);
  expect(await asked(account)).toBe('');
});

test('an invitation lasts longer, survives requests of others, and gives sign-in details of one’s own', async () => {
  const account = await openAccount();
  const send = (purpose: 'reset' | 'invitation') =>
    server.database.transaction((client) =>
      sendPasswordLink(client, server.application, { account, purpose }),
    );
  expect(await send('invitation')).toBe(true);
  const [mail] = await mailsTo(account.username);
  expect(mail?.text).toContain(`You sign in with ${account.username}.`);
  expect(await send('reset')).toBe(true);
  now = new Date(now.getTime() + 7 * 24 * 60 * 60_000 - 60_000);
  expect((await choose(tokenIn(mail))).status).toBe(200);
  expect(await findAccount(server.database, account.username)).toMatchObject({
    flags: { username_change: true },
  });
});

test('expired links are deleted', async () => {
  const account = await openAccount();
  const count = async () => {
    const text = 'SELECT 1 FROM password_links WHERE account = $1';
    return (await server.database.query(text, [account.id])).length;
  };
  await asked(account);
  await forgetOldPasswordLinks(server.database);
  expect(await count()).toBe(1);
  await server.database.query(
    "UPDATE password_links SET sent_at = sent_at - interval '2 hours', expires_at = expires_at - interval '2 hours'",
  );
  await forgetOldPasswordLinks(server.database);
  expect(await count()).toBe(0);
});
