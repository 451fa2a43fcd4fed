/** An officer decides a long checklist with the keyboard alone, beside its papers; the server has exactly that. */
import type { Browser, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireEvent, WireRecord } from '../../engine/contract/record.ts';
import { frequentRemarks } from '../../engine/portal/text/remark.ts';
import { acceptApplication, fileApplication } from './begin-application.ts';
import { launchChromium } from './chromium.ts';
import { pageOf } from './every-kind.ts';
import { readForm } from './fill-form.ts';
import { saveDecisions, statusRegion } from './offices.ts';
import { servePortal } from './portal.ts';
import { call, fileByExample, itemsToAccept, readAgain, recordsBelow } from './same-session.ts';
import { signIn, type Visit, withoutWorker } from './visit.ts';

const [, , expired] = frequentRemarks.returned;

let portal: Awaited<ReturnType<typeof servePortal>>;
let browser: Browser;
let owner: Visit;
let officer: Visit;
let checklist: WireRecord;

beforeAll(async () => {
  browser = await launchChromium();
  portal = await servePortal();
  owner = await signIn(browser, portal.address, 'establishment@malay.example');
  const office = await signIn(browser, portal.address, 'bplo@malay.example');
  officer = await signIn(browser, portal.address, 'pmto@malay.example', withoutWorker);
  const answers = readForm('unified-form').examples?.[0] ?? {};
  const application = await fileApplication(owner, { ...answers, registration_date: '2026-02-15' });
  await acceptApplication(office, application);
  const clearances = await recordsBelow(owner.page, 'clearance', application);
  const tourism = clearances.find(({ office: of }) => of === 'pmto') as WireRecord;
  const asked = await recordsBelow(owner.page, 'checklist', tourism);
  checklist = await fileByExample(
    owner.page,
    asked.find(({ kind }) => kind === 'tourism/accommodation') as WireRecord,
  );
});

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

test('reads the paper beside the answers, without a mouse', async () => {
  const { page } = officer;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(pageOf(portal.application.portal(), 'pmto', checklist));
  // The head and the tab tell it from the same checklist of other businesses.
  const heading = 'Accommodation establishment: Reyes Beach Resort';
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  expect(await page.title()).toContain(heading);
  const paper = page.getByRole('img', { name: /^Page 1 of 1: / });
  await paper.waitFor();
  await page.locator('[data-drawn=true]').waitFor();
  expect(await paper.evaluate(inkOf)).toBeGreaterThan(100);
  // The next paper is read once the officer does something.
  const readFiles = () => asked.filter((path) => path.endsWith('/content')).length;
  expect(readFiles()).toBe(1);
  expect(asked.filter((path) => path.endsWith('/link'))).toEqual([]);
  await page.getByRole('region', { name: 'Compare with the answers' }).getByText('Business name').waitFor();
  const width = async () => Math.round((await paper.boundingBox())?.width ?? 0);
  const fit = await width();
  await page.keyboard.press('+');
  await expect.poll(readFiles).toBe(2);
  await expect.poll(width).toBeCloseTo(fit * 1.25, -1);
  await page.keyboard.press('t');
  await page.keyboard.press('0');
  await expect.poll(async () => Math.abs((await width()) - fit)).toBeLessThan(3);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).getByText('Undo the last decision').waitFor();
  await page.keyboard.press('Escape');
  expect(officer.problems).toEqual([]);
});

test('decides every item with keys, undoes one, returns one, and leaves at once: nothing is lost or sent twice', async () => {
  const { page } = officer;
  const open = itemsToAccept(await readAgain(page, checklist)).map(({ id }) => id);
  expect(open.length).toBeGreaterThanOrEqual(17);
  const [first = '', second = ''] = open;
  const current = () => page.locator('[data-item]:has([aria-current])').getAttribute('data-item');
  await page.keyboard.press('k');
  expect(await current()).toBe(first);
  // The paper is below a head of one line, and has most of the window.
  const split = await page.locator('[data-split]').boundingBox();
  const { height = 0 } = page.viewportSize() ?? {};
  expect(split?.y).toBeLessThan(130);
  expect(split?.height).toBeGreaterThan(height * 0.75);
  expect((split?.y ?? 0) + (split?.height ?? 0)).toBeLessThanOrEqual(height);
  await page.keyboard.press('a');
  await expect.poll(current).toBe(second);
  await page
    .getByRole('status')
    .getByText(/^Accepted: /)
    .waitFor();
  await page.keyboard.press('z');
  await expect.poll(current).toBe(first);
  expect((await readAgain(page, checklist)).version).toBe(checklist.version);
  // From anywhere on the page, the papers are in their place while the remark is chosen.
  await page.evaluate(() => scrollTo(0, 0));
  await page.keyboard.press('r');
  await page.keyboard.press('3');
  expect((await page.locator('[data-split]').boundingBox())?.y).toBe(split?.y);
  await page.keyboard.press('Enter');
  for (const id of open.slice(1)) {
    await expect.poll(current).toBe(id);
    await page.keyboard.press('a');
  }
  // The decision before the last one is answered; the last one is held when the page goes.
  const held = () =>
    page.evaluate(
      () => Object.keys(localStorage).filter((key) => key.startsWith('portal.decisions.')).length,
    );
  await expect.poll(held, { interval: 20 }).toBe(1);
  await page.goto('/healthz');
  await expectOnServer(first, open);
  // Nothing is left to be sent again.
  await page.goto(pageOf(portal.application.portal(), 'pmto', checklist));
  await page.getByText('You have checked every item. Next step: Return with remarks.').waitFor();
  await statusRegion(page).getByText('Your next step: Return with remarks.').waitFor();
  await saveDecisions(page);
  await expectOnServer(first, open);
  // The panel of a step says what is missing before the press, and leaves the paper its width.
  await page.goto(`${pageOf(portal.application.portal(), 'pmto', checklist)}?step=approve`);
  await page
    .getByRole('dialog')
    .getByText(/^Not accepted yet: /)
    .waitFor();
  const desk = page.viewportSize();
  for (const width of [1024, desk?.width ?? 0]) {
    await page.setViewportSize({ width, height: desk?.height ?? 0 });
    const place = async () => (await page.getByRole('toolbar').boundingBox())?.width;
    await expect.poll(place).toBeGreaterThan(400);
  }
  await page.keyboard.press('Escape');
  expect(officer.problems).toEqual([]);
  // The owner hears of it once the office hands the checklist back.
  const sent = owner.page;
  await sent.goto(pageOf(portal.application.portal(), 'establishment', checklist));
  await sent.getByText('The office is still checking your papers.').waitFor();
  await sent.locator(`[data-item="${first}"]`).getByText('Sent', { exact: true }).waitFor();
});

/** One item came back with the remark and the others are accepted, each by one decision. */
async function expectOnServer(returned: string, open: readonly string[]): Promise<void> {
  const { page } = owner;
  const states = async () => {
    const { items } = await readAgain(page, checklist);
    return open.map((id) => items.find((item) => item.id === id)?.state);
  };
  await expect.poll(states).toEqual(open.map((id) => (id === returned ? 'returned' : 'accepted')));
  const { items } = await readAgain(page, checklist);
  expect(items.find(({ id }) => id === returned)?.remark).toBe(expired.english);
  const events = await call<WireEvent[]>(page, ['GET', `records/checklist/${checklist.slug}/events`]);
  const decisions = events.filter(({ what, text }) => what === 'item' && / accepted| returned/i.test(text));
  expect(decisions.length).toBe(open.length);
}

test('a refused decision comes back with its reason, and is sent again after a change by others', async () => {
  const { page } = officer;
  await page.route('**/items/*', refuse);
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await page.keyboard.press('e');
  await page.keyboard.type('Page 2 is missing.');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Save now' }).click();
  await page.getByRole('button', { name: /^Not saved: / }).click();
  await page.getByText('Not now.').waitFor();
  await page.unroute('**/items/*', refuse);
  await page.getByRole('button', { name: 'Send again' }).click();
  await saveDecisions(page);
  const { items } = await readAgain(page, checklist);
  expect(items.filter(({ remark }) => remark === 'Page 2 is missing.').length).toBe(1);
});

test('what is decided without a connection is sent when it is back, and says so where it is read', async () => {
  const { context, page } = officer;
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await page.keyboard.press('e');
  await page.keyboard.type('Page 3 is missing.');
  await context.setOffline(true);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Save now' }).click();
  await page.getByText('sent when the connection is back').waitFor();
  expect(await page.locator('[data-item-panel]').evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await context.setOffline(false);
  const remarks = async () => (await readAgain(page, checklist)).items.map(({ remark }) => remark);
  await expect.poll(remarks).toContain('Page 3 is missing.');
  await page.getByText('sent when the connection is back').waitFor({ state: 'detached' });
});

test('gives the paper most of a low window', async () => {
  const { page } = officer;
  const before = page.viewportSize();
  for (const [width, height] of [
    [720, 450],
    [360, 500],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.locator('[data-item] button').first().click();
    const sheet = page.locator('dialog[open]');
    const [tools, paper] = [sheet.getByRole('toolbar'), sheet.getByRole('region')];
    const whole = (await paper.first().boundingBox())?.height ?? 0;
    const above = (await tools.boundingBox())?.height ?? 0;
    expect(whole - above).toBeGreaterThan(height / 2);
    await page.keyboard.press('Escape');
  }
  if (before !== null) await page.setViewportSize(before);
});

function refuse(route: Route): Promise<void> {
  return route.fulfill({ status: 403, json: { message: 'Not now.' } });
}

/** The number of pixels that are not white. */
function inkOf(canvas: Element): number {
  const { width, height } = canvas as HTMLCanvasElement;
  const pixels = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
  let ink = 0;
  for (let at = 0; at < pixels.length; at += 4) if ((pixels[at] ?? 255) < 200) ink += 1;
  return ink;
}
