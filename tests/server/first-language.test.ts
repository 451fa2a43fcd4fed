/** A portal whose first language is not the engine's: all responses are in it, and English is a further language. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compilePortal } from '../../engine/config/compile.ts';
import { engineTexts } from '../../engine/config/link/texts/engine-messages.ts';
import { allMessages } from '../../engine/locales/all-messages.ts';
import { readFiles } from '../../engine/config/read-files.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import type { PortalSlice } from '../../engine/portal/wire/slice.ts';
import type { WireEvent, WireRecord } from '../../engine/contract/record.ts';
import { listMessages } from '../../engine/server/mail/messages.ts';
import { openBrowser, openPortalServer, PASSWORD, type PortalServer } from './portal-server.ts';

const english = `texts:
  City Library: The City Library
  Ask: Ask for it
  Title of the book: Which book
`;

/** The portal of a folder in these languages. */
function portalIn(folder: string, locales: string, more: Readonly<Record<string, string>> = {}): Portal {
  const files = readFiles(folder).files.map((file) =>
    file.name === 'portal.yaml'
      ? { ...file, text: file.text.replace(/^locales: .*$/m, `locales: ${locales}`) }
      : file,
  );
  const added = Object.entries(more).map(([name, text]) => ({ path: `${folder}/${name}`, name, text }));
  const { portal } = compilePortal([...files, ...added], { proofs: false });
  if (portal === null) throw new Error(`${folder} is not sound.`);
  return portal;
}

const filipino = (sentence: string): string => {
  const code = allMessages.find(({ english: text }) => text === sentence)?.code ?? '';
  return String(engineTexts('fil')[code] ?? `nothing for ${sentence}`);
};

let library: PortalServer;
let town: PortalServer;

beforeAll(async () => {
  library = await openPortalServer(
    portalIn('tests/fixtures/library', '[fil, en]', { 'locales/en.yaml': english }),
  );
  town = await openPortalServer(portalIn('config', '[fil]'), { PUBLIC_URL: 'https://portal.example' });
});
afterAll(async () => {
  await library.close();
  await town.close();
});

test('the page, the slice and the engine’s sentences are in the first language', async () => {
  const page = await (await fetch(`${library.origin}/`, { headers: { accept: 'text/html' } })).text();
  expect(page).toContain('<html lang="fil">');
  expect(page).toContain(filipino('This portal needs JavaScript. Please switch it on.'));
  const browser = openBrowser(library.origin);
  await browser.visit();
  const { language, title } = (await (await browser.send('GET', 'portal')).json()) as PortalSlice;
  expect({ language, title }).toEqual({ language: 'fil', title: 'City Library' });
  const words = (await (await fetch(`${library.origin}/api/v1/locales/fil`)).json()) as object;
  expect(words).toEqual(engineTexts('fil'));
});

test('a refusal is in the language of who is refused', async () => {
  for (const [server, wish, said] of [
    [library, 'fil', filipino],
    [library, 'de', filipino],
    [library, 'en', (sentence: string) => sentence],
    [town, 'en', filipino],
  ] as const) {
    const browser = openBrowser(server.origin);
    await browser.visit();
    const answer = await browser.send('GET', 'records/loan', { headers: { 'accept-language': wish } });
    expect(await answer.json()).toMatchObject({ message: said('Please sign in first.') });
  }
});

const headers = () => ({ 'idempotency-key': randomUUID(), 'if-match': '1' });

interface Refused {
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

test('a step that is not possible, a form that is not whole and a history are told in it, and in English on demand', async () => {
  const browser = openBrowser(library.origin);
  await browser.signIn('member@library.example');
  const made = await browser.send('POST', 'records/loan', { body: { data: {} }, headers: headers() });
  const { slug } = (await made.json()) as WireRecord;
  const path = `records/loan/${slug}`;
  const ask = async (language: string): Promise<Refused> => {
    const more = { ...headers(), 'accept-language': language };
    return (await (
      await browser.send('POST', `${path}/ask`, { body: { input: {} }, headers: more })
    ).json()) as Refused;
  };
  expect((await ask('fil')).errors['book']).toEqual(['Ilagay ang “Title of the book”.']);
  expect((await ask('en')).errors['book']).toEqual(['Enter “Which book”.']);
  const read = async (language: string) => {
    const more = { 'accept-language': language };
    const record = (await (await browser.send('GET', path, { headers: more })).json()) as WireRecord;
    const [begun] = (await (
      await browser.send('GET', `${path}/events`, { headers: more })
    ).json()) as WireEvent[];
    return { step: record.actions[0]?.title, begun: begun?.text };
  };
  expect(await read('fil')).toEqual({ step: 'Ask', begun: filipino('Started') });
  expect(await read('en')).toEqual({ step: 'Ask for it', begun: 'Started' });
});

test('mails to a person without a chosen language are in the first language', async () => {
  const { application, database, origin } = town;
  const [example = {}] = application.portal().recordTypes['establishment-profile']?.examples ?? [];
  const browser = openBrowser(origin);
  await browser.visit();
  const username = 'new@malay.example';
  const made = await browser.send('POST', 'records/establishment-profile', {
    body: { data: { ...example, email: username, password: PASSWORD } },
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(made.status).toBe(202);
  const [mail] = (await listMessages(database)).filter(({ address }) => address === username);
  expect(mail?.text).toContain(filipino('This message was sent by the portal. Replies to it are not read.'));
});
