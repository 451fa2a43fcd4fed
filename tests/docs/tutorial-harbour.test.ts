/** The tutorial of the harbour, done by its text alone; at the end two skippers want one berth. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireRecord, WireRow } from '../../engine/contract/record.ts';
import { makeFolder, startServer, stopServer } from '../server/server-process.ts';
import { type Browser, openBrowser, PASSWORD } from '../server/portal-server.ts';
import { answerOf } from './answer-of.ts';
import { faultsOfStep, stepsOf } from './follow-tutorial.ts';
import { readTutorial } from './garden.ts';

let folder: string;

beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

test.each(stepsOf(readTutorial('tutorial-harbour')))(
  '%s: its files are sound, and each command shows what the page says',
  (_title, step) => expect(faultsOfStep(folder, step)).toEqual([]),
);

test('a skipper registers a boat and rents a berth; a stranger reads both', async () => {
  const portal = await startServer({
    dataDirectory: join(folder, 'data'),
    environment: { CONFIG_DIR: join(folder, 'marina'), DEMO_PASSWORD: PASSWORD },
  });
  try {
    const [skipper, harbour, cashier] = await Promise.all(
      ['skipper', 'harbour', 'cashier'].map(async (name) => {
        const browser = openBrowser(portal.address);
        await browser.signIn(`${name}@marina.example`);
        return browser;
      }),
    );
    const gaviota = await create(skipper!, 'boat', { name: 'Gaviota', boat_kind: 'sail', length_m: 9.5 });
    const boat = await take(harbour!, await take(skipper!, gaviota, 'file'), 'register');
    expect(boat.number).toMatch(/^B-\d{4}-0001-\d\d$/);
    const place = 'POINT (-8.889 42.1215)';
    const draft = await create(harbour!, 'berth', {
      name: 'Pier A up to 10 m',
      place,
      longest_m: 10,
      places: 1,
      rate: '14.50',
    });
    const berths = await take(harbour!, draft, 'offer');
    expect(berths.data).toMatchObject({ place, pier: 'pier-a' });
    const asked = await take(
      skipper!,
      await create(
        skipper!,
        'rental',
        { boat: boat.slug, starts_on: today(1), ends_on: today(40) },
        berths.slug,
      ),
      'ask',
    );
    await take(harbour!, asked, 'approve');
    const offered = await answerOf<WireRecord>(skipper!, 'GET', `records/rental/${asked.slug}`);
    expect(offered.state).toBe('offered');
    const rented = await take(cashier!, await take(skipper!, offered, 'accept'), 'pay');
    expect(rented).toMatchObject({ state: 'rented', documents: [{ document: 'berth-pass' }] });
    const stranger = openBrowser(portal.address);
    const { items } = await answerOf<{ items: WireRow[] }>(stranger, 'GET', 'records/boat?list=register');
    expect(items.map(({ slug }) => slug)).toEqual([boat.slug]);
  } finally {
    await stopServer(portal);
  }
});

/** ISO date, some days from now. */
function today(plus: number): string {
  return new Date(Date.now() + plus * 86_400_000).toISOString().slice(0, 10);
}

function create(who: Browser, type: string, data: object, parent?: string): Promise<WireRecord> {
  return answerOf(who, 'POST', `records/${type}`, { data, ...(parent !== undefined && { parent }) });
}

function take(who: Browser, { type, slug, version }: WireRecord, step: string): Promise<WireRecord> {
  return answerOf(who, 'POST', `records/${type}/${slug}/${step}`, { input: {} }, version);
}
