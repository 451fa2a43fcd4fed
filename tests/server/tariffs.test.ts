/** A tariff is readable for every visitor of a page that shows it; a public page makes it public. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tariff } from '../../engine/portal/fees/tariff.ts';
import { openPortalServer, type PortalServer } from './portal-server.ts';

let server: PortalServer;
beforeAll(async () => {
  server = await openPortalServer();
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
