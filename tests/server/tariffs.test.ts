/**
 * A tariff is readable for every visitor of a page that shows it; a public page makes it public. A bill is assessed,
 * waived, paid and paid back through the API.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compilePortal } from '../../engine/config/compile.ts';
import type { WireRecord } from '../../engine/contract/record.ts';
import type { Tariff } from '../../engine/portal/fees/tariff.ts';
import { configurationWith, filesShownIn, readPage } from '../docs/shown-process.ts';
import { type Browser, openBrowser, openPortalServer, type PortalServer } from './portal-server.ts';

let server: PortalServer;
beforeAll(async () => {
  const files = configurationWith(filesShownIn(readPage('deductions')));
  const { portal } = compilePortal(files, { proofs: false });
  if (portal === null) throw new Error('The process is not sound.');
  server = await openPortalServer(portal);
});
afterAll(() => server.close());

const read = (name: string, language = 'en') =>
  fetch(`${server.origin}/api/v1/fees/${name}`, { headers: { 'accept-language': language } });

test('the tariff is open to all, with every line and table in force', async () => {
  const answer = await read('business-permit');
  expect(answer.status).toBe(200);
  const { groups, tables, late } = (await answer.json()) as Tariff;
  expect(groups.map(({ title }) => title)).toEqual([
    'Business tax',
    'Regulatory fees',
    'Barangay',
    'Bureau of Fire Protection (own receipt)',
  ]);
  const retailers = tables.find(({ name }) => name === 'retailers');
  expect(retailers).toMatchObject({ mode: 'marginal', isMoney: true, certainty: 'law' });
  expect(retailers?.rows.map(({ limit, rate }) => [limit, rate])).toEqual([
    ['0', { percent: '2' }],
    ['400000', { percent: '1' }],
  ]);
  expect(late).toMatchObject({ surcharge: '25' });
});

test('it is in the language of its reader, and a schedule that no page shows is not found', async () => {
  const filipino = (await (await read('business-permit', 'fil')).json()) as Tariff;
  const english = (await (await read('business-permit')).json()) as Tariff;
  expect(filipino.groups[0]?.title).not.toBe(english.groups[0]?.title);
  expect((await read('nothing')).status).toBe(404);
  expect((await read('constructor')).status).toBe(404);
});

async function signIn(username: string): Promise<Browser> {
  const browser = openBrowser(server.origin);
  expect((await browser.signIn(username)).status).toBe(200);
  return browser;
}

const key = () => ({ 'idempotency-key': crypto.randomUUID() });

/** A day of a later month (ISO date); 0 is the last day of the month before. */
function dayIn(months: number, day: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, day)).toISOString().slice(0, 10);
}

test('a waived and a refunded bill is stored and read back, and no refund is more than what is left', async () => {
  const owner = await signIn('establishment@malay.example');
  const treasurer = await signIn('mto@malay.example');
  const data = { boat: 'Amihan', starts_on: dayIn(1, 1), ends_on: dayIn(7, 0) };
  const begun = await owner.send('POST', 'records/mooring', { body: { data }, headers: key() });
  expect(begun.status).toBe(201);
  const { slug } = (await begun.json()) as WireRecord;
  const bill = async () => (await (await owner.send('GET', `records/mooring/${slug}`)).json()) as WireRecord;
  const take = async (browser: Browser, step: string, input: object = {}) => {
    const { version } = await bill();
    const headers = { ...key(), 'if-match': String(version) };
    const answer = await browser.send('POST', `records/mooring/${slug}/${step}`, {
      body: { input },
      headers,
    });
    return answer.ok ? 'taken' : JSON.stringify(await answer.json());
  };
  const on = { paid_on: dayIn(0, 0) };
  expect(await take(owner, 'submit')).toBe('taken');
  expect(await take(treasurer, 'waive', { lines: ['water'], reason: 'The water was cut off.' })).toBe(
    'taken',
  );
  expect(await take(treasurer, 'pay', { amount: '3060.00', ...on })).toBe('taken');
  expect(await take(treasurer, 'pay-back', { amount: '2000.00', ...on })).toBe('taken');
  expect(await take(treasurer, 'pay-back', { amount: '1060.01', ...on })).toContain(
    'This is more than was paid.',
  );
  const { data: stored } = await bill();
  expect(stored['assessment']).toMatchObject({
    lines: expect.arrayContaining([
      expect.objectContaining({ id: 'water/waived', amount: '-60.00', rule: 'The water was cut off.' }),
    ]),
    total: '3060.00',
    paid: '1060.00',
    refunded: '2000.00',
    balance: '2000.00',
  });
});
