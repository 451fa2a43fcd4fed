/** Mails as a mail server receives them: a real SMTP dialogue, with servers that are busy or refuse. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { loadPortal } from '../../engine/config/load.ts';
import { type Channel, collectAdditions, UndeliverableError } from '../../engine/extension/extension.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { createApplication } from '../../engine/server/kernel/create-application.ts';
import type { Application } from '../../engine/server/kernel/application.ts';
import type { Database } from '../../engine/server/database/database.ts';
import { openTestDatabase, testAuditKey } from '../../engine/server/database/testing.ts';
import { createHandlers } from '../../engine/server/bootstrap/handlers.ts';
import { runParts } from '../../engine/server/database/statements.ts';
import { startJobs } from '../../engine/server/jobs/start-jobs.ts';
import { listMessages, messagesPart, readMessage } from '../../engine/server/mail/messages.ts';
import { readSettings } from '../../engine/server/kernel/settings.ts';
import { TINY } from './server-process.ts';

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

let portal: Portal;
let database: Database;
let ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const loaded = await loadPortal(TINY);
  if (loaded.portal === null) throw new Error('The tiny portal is not sound.');
  ({ portal } = loaded);
  database = await openTestDatabase();
});
afterEach(async () => {
  for (const end of ends.toReversed()) await end();
  ends = [];
});
afterAll(() => database.end());

/** @param refuse the reply to a recipient, or null to accept them */
async function openMailServer(refuse: (address: string) => Error | null = () => null) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(refuse(address)),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        const raw = Buffer.concat(chunks).toString();
        received.push({ from, to: rcptTo.map(({ address }) => address), raw });
        done();
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  ends.push(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo;
  return { received, url: `smtp://127.0.0.1:${port}` };
}

async function openApplication(
  environment: Record<string, string>,
  additions = collectAdditions([]),
): Promise<Application> {
  const settings = readSettings(environment);
  return createApplication({ settings, database, portal, additions, auditKey: testAuditKey });
}

async function openSending(url: string, channel?: Channel): Promise<Application> {
  const environment = { SMTP_URL: url, PUBLIC_URL: 'https://portal.example' };
  const additions = collectAdditions(channel === undefined ? [] : [{ name: 'city', channels: [channel] }]);
  const application = await openApplication(environment, additions);
  const { handlers, close } = createHandlers(application, () => {});
  const rules = { message: { retryLimit: 2, retryDelay: 1, retryBackoff: false, expireInSeconds: 60 } };
  const jobs = startJobs(database, { handlers, rules, log: () => {} });
  ends.push(async () => {
    await jobs.stop();
    close();
  });
  await jobs.ready;
  return application;
}

const letter = {
  channel: 'mail',
  record: null,
  name: 'Ana Reyes',
  address: 'ana@example.org',
  subject: 'Your book is here',
  text: 'Come and take it.\n',
  html: '<p>Come and <b>take</b> it.</p>',
  at: '2026-11-21T08:00:00.000Z',
};

async function stateOf(address: string) {
  const mails = await listMessages(database);
  return mails.findLast((mail) => mail.address === address);
}

async function until(isSo: () => Promise<boolean> | boolean): Promise<boolean> {
  const end = Date.now() + 20_000;
  while (!(await isSo()) && Date.now() < end) await sleep(50);
  return isSo();
}

test('without a mail server a mail is kept, to be read by its number', async () => {
  const application = await openApplication({});
  await database.transaction((client) => runParts(client, messagesPart(application, [letter])));
  const kept = await stateOf(letter.address);
  expect(kept).toMatchObject({ state: 'kept', subject: letter.subject, text: letter.text, tries: 0 });
  expect(await readMessage(database, kept?.number ?? 0)).toEqual(kept);
  expect(await database.query('SELECT 1 FROM outbox')).toEqual([]);
});

test('a mail is sent as text and as HTML, from the portal, marked as automatic', async () => {
  const { received, url } = await openMailServer();
  const application = await openSending(url);
  const address = 'text-and-html@example.org';
  await database.transaction((client) =>
    runParts(client, messagesPart(application, [{ ...letter, address }])),
  );
  expect(await until(() => received.length === 1)).toBe(true);
  const [mail] = received;
  expect(mail).toMatchObject({ from: 'no-reply@portal.example', to: [address] });
  expect(mail?.raw).toMatch(/^Subject: Your book is here\r$/m);
  expect(mail?.raw).toMatch(/^To: Ana Reyes <text-and-html@example\.org>\r$/m);
  expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(mail?.raw).toContain('Content-Type: multipart/alternative');
  expect(mail?.raw).toContain('Come and take it.');
  expect(mail?.raw).toContain('<p>Come and <b>take</b> it.</p>');
  expect(await until(async () => (await stateOf(address))?.state === 'sent')).toBe(true);
});

test('the secret of a link is in the mail, and no longer in the database once it is sent', async () => {
  const { received, url } = await openMailServer();
  const application = await openSending(url);
  const address = 'linked@example.org';
  const secret = randomBytes(32).toString('base64url');
  const href = `https://portal.example/asked#${secret}`;
  const mail = {
    ...letter,
    address,
    text: `Open ${href}\n\nBye.`,
    html: `<p><a href="${href}">${href}</a></p>`,
  };
  await database.transaction((client) => runParts(client, messagesPart(application, [mail])));
  expect(await until(async () => (await stateOf(address))?.state === 'sent')).toBe(true);
  // Long lines are broken with "=" in a mail.
  expect(received[0]?.raw.replaceAll('=\r\n', '')).toContain(secret);
  expect(await stateOf(address)).toMatchObject({
    text: 'Open https://portal.example/asked#…\n\nBye.',
    html: '<p><a href="https://portal.example/asked#…">https://portal.example/asked#…</a></p>',
  });
});

test('an event arrives as a calendar file that calendars know again', async () => {
  const { received, url } = await openMailServer();
  const application = await openSending(url);
  const address = 'calendar@example.org';
  const content = 'BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR';
  const calendar = { method: 'cancel', content } as const;
  await database.transaction((client) =>
    runParts(client, messagesPart(application, [{ ...letter, address, calendar }])),
  );
  expect(await until(() => received.length === 1)).toBe(true);
  const raw = received[0]?.raw ?? '';
  expect(raw).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=CANCEL\r$/m);
  expect(raw).toContain('filename=event.ics');
  expect(Buffer.from(content).toString('base64').slice(0, 40)).toSatisfy((text: string) =>
    raw.includes(text),
  );
});

test('a server that is busy is asked again, and the mail arrives once', async () => {
  let asked = 0;
  const { received, url } = await openMailServer(() => {
    asked += 1;
    return asked === 1 ? Object.assign(new Error('Try later'), { responseCode: 451 }) : null;
  });
  const application = await openSending(url);
  const address = 'busy@example.org';
  await database.transaction((client) =>
    runParts(client, messagesPart(application, [{ ...letter, address }])),
  );
  expect(await until(async () => (await stateOf(address))?.state === 'sent')).toBe(true);
  expect(received.length).toBe(1);
  expect(await stateOf(address)).toMatchObject({ tries: 2, problem: null });
});

test('a permanently refused mail is not retried, and is listed with the reason', async () => {
  const { received, url } = await openMailServer(() =>
    Object.assign(new Error('No such mailbox'), { responseCode: 550 }),
  );
  const application = await openSending(url);
  const address = 'nobody@example.org';
  await database.transaction((client) =>
    runParts(client, messagesPart(application, [{ ...letter, address }])),
  );
  expect(await until(async () => (await stateOf(address))?.state === 'failed')).toBe(true);
  expect(received).toEqual([]);
  const failed = await stateOf(address);
  expect(failed?.tries).toBe(1);
  expect(failed?.problem).toContain('No such mailbox');
});

test('a mail server that stays away is given up after the last try, and the mail is listed as failed', async () => {
  const application = await openSending('smtp://127.0.0.1:9');
  const address = 'away@example.org';
  await database.transaction((client) =>
    runParts(client, messagesPart(application, [{ ...letter, address }])),
  );
  expect(await until(async () => (await stateOf(address))?.state === 'failed')).toBe(true);
  expect((await stateOf(address))?.tries).toBe(3);
});

interface Attempt {
  readonly text: string;
  readonly to: string;
  readonly key: string;
  readonly record: unknown;
}

/** A channel of an extension whose attempts end with these errors in turn, and then succeed. */
async function sendThrough(errors: readonly (Error | null)[], address: string): Promise<readonly Attempt[]> {
  const attempts: Attempt[] = [];
  const application = await openSending('smtp://127.0.0.1:9', {
    name: 'sms',
    async send({ text }, { email }, { idempotencyKey, record: given }) {
      attempts.push({ text, to: email, key: idempotencyKey, record: given });
      const error = errors[attempts.length - 1] ?? null;
      if (error !== null) throw error;
    },
  });
  const message = { ...letter, channel: 'sms', record: sample, address };
  await database.transaction((client) => runParts(client, messagesPart(application, [message])));
  expect(await until(async () => (await stateOf(address))?.state !== 'waiting')).toBe(true);
  return attempts;
}

const sample = { id: 'r', type: 'loan', slug: 's', number: null, state: 'asked', data: { school: 'North' } };
const busy = new Error('The provider is busy.');

test('a channel of an extension is asked again with the same key, and its message is listed as sent', async () => {
  const address = 'retried@example.org';
  const attempts = await sendThrough([busy], address);
  const [first] = attempts;
  expect(first).toMatchObject({ text: letter.text, to: address, record: sample });
  expect(attempts).toEqual([first, first]);
  expect(await stateOf(address)).toMatchObject({ channel: 'sms', state: 'sent', tries: 2, problem: null });
});

test('a message that a channel refuses for good is not sent again, and is listed with the reason', async () => {
  const address = 'no-number@example.org';
  expect(await sendThrough([new UndeliverableError('No such number.')], address)).toHaveLength(1);
  const failed = { channel: 'sms', state: 'failed', tries: 1, problem: 'No such number.' };
  expect(await stateOf(address)).toMatchObject(failed);
});

test('a channel that stays away is given up after the last try, and the copy of the record is deleted', async () => {
  const address = 'away-channel@example.org';
  expect(await sendThrough([busy, busy, busy], address)).toHaveLength(3);
  expect(await stateOf(address)).toMatchObject({ state: 'failed', tries: 3, problem: busy.message });
  expect(
    await database.query("SELECT 1 FROM messages WHERE record IS NOT NULL OR state = 'waiting'"),
  ).toEqual([]);
});

test('a message of a channel that no process has waits, and is given up after the last try', async () => {
  const address = 'unknown-channel@example.org';
  const application = await openSending('smtp://127.0.0.1:9');
  const message = { ...letter, channel: 'pager', address };
  await database.transaction((client) => runParts(client, messagesPart(application, [message])));
  expect(await until(async () => (await stateOf(address))?.state === 'failed')).toBe(true);
  expect((await stateOf(address))?.problem).toBe('No extension of this process adds "pager".');
});

test('a name or a subject adds no header and no recipient', async () => {
  const { received, url } = await openMailServer();
  const application = await openSending(url);
  const name = 'Ana\r\nBcc: evil@example.org\r\n';
  const subject = 'Hello\r\nX-Evil: yes\r\n\r\nbody';
  const address = 'header@example.org';
  const mail = { ...letter, name, subject, address };
  await database.transaction((client) => runParts(client, messagesPart(application, [mail])));
  expect(await until(() => received.length === 1)).toBe(true);
  expect(received[0]?.to).toEqual([address]);
  expect(received[0]?.raw).not.toMatch(/^(Bcc|X-Evil):/m);
});
