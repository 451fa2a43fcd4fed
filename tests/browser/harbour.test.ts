/** The portal of a harbour, from the boat to its berth: owner, desks and a stranger, each on a phone of their own. */
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../engine/command/start/build-browser.ts';
import { openPortalServer, readPortal, type PortalServer } from '../server/portal-server.ts';
import { launchChromium } from './chromium.ts';
import { fillQuestions, fillSteps, readForm, type Answers } from './fill-form.ts';
import { choose, press, statusRegion } from './offices.ts';
import { pagesOf } from './papers.ts';
import { password, root } from './portal.ts';
import { acceptItems, call, recordAt, sendPapers, take } from './same-session.ts';
import { stopClock } from './stop-clock.ts';
import { ofTownHall } from '../docs/words-of-a-town-hall.ts';
import { expectSound, openVisit, signIn, takePicture, type Visit } from './visit.ts';
import type { WireNotifications } from '../../engine/contract/notifications.ts';
import type { WireRecord } from '../../engine/contract/record.ts';

const harbour = join(root, 'tests/fixtures/harbour');
/** A day on which people may ask for a berth. */
const monday = new Date('2027-03-01T09:00:00.000Z');
const phone = { width: 360, height: 740 };

let portal: PortalServer;
let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
  await ensureBuilt({ root, say: () => {} });
  portal = await openPortalServer(await readPortal(harbour), { DEMO_PASSWORD: password }, () => monday);
});

afterAll(async () => {
  await browser?.close();
  await portal?.close();
});

const onMonday = ({ context }: Visit) => stopClock(context, monday);

async function signInAs(department: string): Promise<Visit> {
  const visit = await signIn(browser, portal.origin, `${department}@harbour.example`, onMonday);
  await visit.page.setViewportSize(phone);
  return visit;
}

/** What people have read so far, on screens and on the printed pass. */
const shown: string[] = [];

async function read({ page }: Visit): Promise<void> {
  shown.push(await page.locator('body').innerText());
}

async function look(visit: Visit, name: string): Promise<void> {
  await expectSound(visit, name);
  await read(visit);
  await visit.page.setViewportSize(phone);
}

async function picture(visit: Visit, name: string): Promise<void> {
  await takePicture(visit.page, name);
  await read(visit);
}

/** Answers the questions of a step in its dialog. */
async function takeStep({ page }: Visit, button: string, form: string, answers: Answers): Promise<void> {
  await choose(page, button);
  const dialog = page.getByRole('dialog', { name: button });
  await fillQuestions(dialog, readForm(form, harbour), answers);
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('a boat is registered, gets a berth and a pass that a stranger checks', async () => {
  const owner = await signInAs('boat-owner');
  const { page } = owner;
  await page.getByRole('link', { name: 'Register a boat' }).first().click();
  const boat = readForm('boat', harbour);
  const form = page.getByRole('form', { name: 'Boat' });
  await fillSteps(form, boat, boat.examples?.[0] ?? {});
  await page.getByRole('button', { name: 'Continue to the papers' }).click();
  await page.getByText('Proof of ownership').first().waitFor();
  const gaviota = await recordAt(page, 'boat');
  await sendPapers(page, gaviota);
  await page.reload();
  await look(owner, 'harbour-papers');
  await press(owner, 'Send to the inspection', 'With the inspection');

  const inspection = await signInAs('inspection');
  await acceptItems(inspection.page, gaviota);
  await take(inspection.page, gaviota, 'register');

  const office = await signInAs('berths');
  const data = readForm('berth', harbour).examples?.[0];
  const berths = await call<WireRecord>(office.page, ['POST', 'records/berth'], { body: { data } });
  await take(office.page, berths, 'offer');

  await page.goto('/berths-on-offer');
  await page.locator('[data-row-link]').click();
  await page.getByRole('link', { name: 'Ask for a berth' }).first().click();
  const request = page.getByRole('form', { name: 'Request for a berth' });
  const chosen = request.getByRole('combobox', { name: 'Boat' });
  await chosen.fill('Gaviota');
  await page.getByRole('option', { name: /Gaviota/ }).click();
  await expect.poll(() => chosen.inputValue()).toMatch(/Gaviota/);
  await fillQuestions(request, readForm('rental', harbour), {
    starts_on: '2027-04-01',
    ends_on: '2027-09-30',
    needs_electricity: true,
    payment_plan: 'monthly',
  });
  await picture(owner, 'harbour-request');
  await page.getByRole('button', { name: 'Send the request' }).click();
  await page.getByText('Your number is').waitFor();

  await office.page.goto('/berths/asked');
  await office.page.getByText(/: 9.5 m ·/).waitFor();
  await picture(office, 'harbour-requests');
  await office.page.locator('[data-row-link]').first().click();
  // A place is free, so the engine offers it at once.
  await press(office, 'Approve', 'Offered');

  await page.goto('/owner');
  await page
    .getByRole('link', { name: /Yes, I take it/ })
    .first()
    .click();
  await press(owner, 'Yes, I take it', 'Pay the first part');
  await page.getByText('€1,320.82').first().waitFor();
  await look(owner, 'harbour-to-pay');

  const cashier = await signInAs('cashier');
  await cashier.page.goto('/cashier/rents');
  await cashier.page.locator('[data-row-link]').first().click();
  const receipt = { receipt_no: 'C-000117', amount: '573.61', paid_on: '2027-03-01' };
  await takeStep(cashier, 'Record a payment', 'receipt', receipt);
  await statusRegion(cashier.page).getByText('Rented', { exact: true }).waitFor();
  await picture(cashier, 'harbour-paid');
  const told = async () =>
    (await call<WireNotifications>(page, ['GET', 'notifications'])).items.map(({ text }) => text).join();
  await expect.poll(told).toContain(', the 1st payment.');

  await page
    .getByRole('link', { name: /Berth pass/ })
    .first()
    .click();
  await page.locator('[data-sheet]').getByText('Gaviota').first().waitFor();
  const code = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await picture(owner, 'harbour-pass');
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true, printBackground: true }))).toBe(1);

  const stranger = await openVisit(browser, portal.origin, onMonday);
  await stranger.page.setViewportSize(phone);
  await stranger.page.goto('/');
  await stranger.page.getByRole('link', { name: 'Check a document' }).first().waitFor();
  await look(stranger, 'harbour-welcome');
  await stranger.page.getByRole('button', { name: 'Español' }).click();
  await stranger.page.getByRole('link', { name: 'Buscar un amarre libre' }).waitFor();
  await stranger.page.getByRole('button', { name: 'English' }).click();
  await stranger.page.getByRole('link', { name: 'Check a document' }).first().click();
  await stranger.page.getByLabel('Code on the document').fill(code);
  await stranger.page.getByRole('button', { name: 'Check the document' }).click();
  await stranger.page.locator('#verdict').getByText('Valid').waitFor();
  await stranger.page.getByText('Gaviota at Pier A up to 10 m').first().waitFor();
  await look(stranger, 'harbour-check');
  for (const { problems } of [owner, inspection, office, cashier, stranger]) expect(problems).toEqual([]);
  expect(shown.flatMap((text) => text.match(ofTownHall) ?? [])).toEqual([]);
});
