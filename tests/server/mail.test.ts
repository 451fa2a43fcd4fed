/** Mails as a mail server receives them: a real SMTP dialogue, with servers that are busy or refuse. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { loadPortal } from '../../engine/config/load.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { createApplication } from '../../engine/server/kernel/create-application.ts';
import type { Application } from '../../engine/server/kernel/application.ts';
import type { Database } from '../../engine/server/database/database.ts';
import { openTestDatabase, testAuditKey } from '../../engine/server/database/testing.ts';
import { createHandlers } from '../../engine/server/bootstrap/handlers.ts';
import { runParts } from '../../engine/server/database/statement-parts.ts';
import { startJobs } from '../../engine/server/jobs/start-jobs.ts';
import { listMails, readMail } from '../../engine/server/mail/list-mails.ts';
import { mailsPart } from '../../engine/server/mail/mails-part.ts';
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

async function openApplication(environment: Record<string, string>): Promise<Application> {
  return createApplication({ settings: readSettings(environment), database, portal, auditKey: testAuditKey });
}

async function openSending(url: string): Promise<Application> {
  const application = await openApplication({ SMTP_URL: url, PUBLIC_URL: 'https://portal.example' });
  const { handlers, close } = createHandlers(application, () => {});
  const rules = { mail: { retryLimit: 2, retryDelay: 1, retryBackoff: false, expireInSeconds: 60 } };
  const jobs = startJobs(database, { handlers, rules, log: () => {} });
  ends.push(async () => {
    await jobs.stop();
    close();
  });
  await jobs.ready;
  return application;
}

const letter = {
  name: 'Ana Reyes',
  address: 'ana@example.org',
  subject: 'Your book is here',
  text: 'Come and take it.\n',
  html: '<p>Come and <b>take</b> it.</p>',
  at: '2026-11-21T08:00:00.000Z',
};

async function stateOf(address: string) {
  const mails = await listMails(database);
  return mails.findLast((mail) => mail.address === address);
}

async function until(isSo: () => Promise<boolean> | boolean): Promise<boolean> {
  const end = Date.now() + 20_000;
  while (!(await isSo()) && Date.now() < end) await sleep(50);
  return isSo();
}

test('without a mail server a mail is kept, to be read by its number', async () => {
  const application = await openApplication({});
  await database.transaction((client) => runParts(client, mailsPart(application, [letter])));
  const kept = await stateOf(letter.address);
  expect(kept).toMatchObject({ state: 'kept', subject: letter.subject, text: letter.text, tries: 0 });
  expect(await readMail(database, kept?.number ?? 0)).toEqual(kept);
  expect(await database.query('SELECT 1 FROM outbox')).toEqual([]);
});

test('a mail is sent as text and as HTML, from the portal, marked as automatic', async () => {
  const { received, url } = await openMailServer();
  const application = await openSending(url);
  const address = 'text-and-html@example.org';
  await database.transaction((client) => runParts(client, mailsPart(application, [{ ...letter, address }])));
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

test('a server that is busy is asked again, and the mail arrives once', async () => {
  let asked = 0;
  const { received, url } = await openMailServer(() => {
    asked += 1;
    return asked === 1 ? Object.assign(new Error('Try later'), { responseCode: 451 }) : null;
  });
  const application = await openSending(url);
  const address = 'busy@example.org';
  await database.transaction((client) => runParts(client, mailsPart(application, [{ ...letter, address }])));
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
  await database.transaction((client) => runParts(client, mailsPart(application, [{ ...letter, address }])));
  expect(await until(async () => (await stateOf(address))?.state === 'failed')).toBe(true);
  expect(received).toEqual([]);
  const failed = await stateOf(address);
  expect(failed?.tries).toBe(1);
  expect(failed?.problem).toContain('No such mailbox');
});

test('a mail server that stays away is given up after the last try, and the mail is listed as failed', async () => {
  const application = await openSending('smtp://127.0.0.1:9');
  const address = 'away@example.org';
  await database.transaction((client) => runParts(client, mailsPart(application, [{ ...letter, address }])));
  expect(await until(async () => (await stateOf(address))?.state === 'failed')).toBe(true);
  expect((await stateOf(address))?.tries).toBe(3);
});

test('a name or a subject adds no header and no recipient', async () => {
  const { received, url } = await openMailServer();
  const application = await openSending(url);
  const name = 'Ana\r\nBcc: evil@example.org\r\n';
  const subject = 'Hello\r\nX-Evil: yes\r\n\r\nbody';
  const address = 'header@example.org';
  const mail = { ...letter, name, subject, address };
  await database.transaction((client) => runParts(client, mailsPart(application, [mail])));
  expect(await until(() => received.length === 1)).toBe(true);
  expect(received[0]?.to).toEqual([address]);
  expect(received[0]?.raw).not.toMatch(/^(Bcc|X-Evil):/m);
});
