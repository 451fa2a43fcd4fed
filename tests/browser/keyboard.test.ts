/** A form and a list without a mouse, for people who listen to the page, and at a zoom of 200 percent. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireRecord } from '../../engine/contract/record.ts';
import { answerApplication, choosePlace, sign } from './answer-with-keys.ts';
import { eatery, fileApplication } from './begin-application.ts';
import { launchChromium } from './chromium.ts';
import { readForm } from './fill-form.ts';
import { arriveAt, press, tabThrough, tabTo, write } from './keyboard.ts';
import { password, servePortal, type ServedPortal } from './portal.ts';
import { call } from './same-session.ts';
import { expectAnnounced, expectHearable, listen, outlineOf, questionsOf } from './screen-reader.ts';
import { openVisit, signIn, type Visit, withoutWorker } from './visit.ts';

const apply = '/establishment/application/apply';
const list = '/bplo/business-application';
const unified = readForm('unified-form');
const [application, , place, , , , , declaration] = unified.steps ?? [];

let portal: ServedPortal;
let browser: Browser;
let requester: Visit;
/** The requester again, signed in. */
let desk: Visit;
let officer: Visit;

beforeAll(async () => {
  browser = await launchChromium();
  portal = await servePortal();
  desk = await signIn(browser, portal.address, 'establishment@malay.example');
  for (const name of ['Reyes Beach Eatery', 'Reyes Beach Bakery'])
    await fileApplication(desk, { ...eatery, registration_date: '2026-02-15', business_name: name });
  // The other sections are answered with keys.
  const typed = [application, declaration].flatMap((step) => step?.properties ?? []);
  const known = Object.entries(unified.examples?.[0] ?? {}).filter(
    ([name]) => ![...typed, 'biz_barangay', 'biz_purok'].includes(name),
  );
  await call<WireRecord>(desk.page, ['POST', 'records/application'], {
    body: { data: Object.fromEntries(known) },
  });
  requester = await openVisit(browser, portal.address, listen);
  officer = await signIn(browser, portal.address, 'bplo@malay.example', async (visit) => {
    await withoutWorker(visit);
    await listen(visit);
  });
});

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

test('a requester signs in, fills in a form and files it with keys alone', async () => {
  const { page, problems } = requester;
  await page.goto('/');
  await page.getByLabel('E-mail').waitFor();
  await write(page, ['textbox', 'E-mail'], 'establishment@malay.example');
  await write(page, ['textbox', 'Password'], password);
  await page.keyboard.press('Enter');
  await arriveAt(page, 'heading', 'My applications');
  // Whoever opens the page directly begins above the navigation, which one key skips.
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Apply for a business permit' }).waitFor();
  await press(page, ['link', 'Skip to the content'], 'Enter');
  await arriveAt(page, 'main', '');
  await tabTo(page, 'link', 'Apply for a business permit', { most: 1 });
  await page.keyboard.press('Enter');
  await arriveAt(page, 'heading', 'Apply for a business permit');
  await press(page, ['button', 'Application'], 'Enter');
  await answerApplication(page);
  for (const { title } of unified.steps?.slice(1) ?? []) {
    await arriveAt(page, 'heading', title);
    if (title === place?.title) await choosePlace(page);
    if (title === declaration?.title) await sign(page);
    await press(page, ['button', 'Continue'], 'Enter');
  }
  await arriveAt(page, 'heading', 'Check your answers');
  await press(page, ['button', 'File application'], 'Enter');
  await arriveAt(page, 'heading', /received$/);
  await page.getByText('Your number is').waitFor();
  await press(page, ['link', 'See the status'], 'Enter');
  await arriveAt(page, 'heading', /^Business permit application: /);
  expect(problems).toEqual([]);
});

test('an officer opens an application from the list, leaves a step and takes it with keys alone', async () => {
  const { page, problems } = officer;
  await page.goto(list);
  const links = page.locator('[data-row-link]');
  await links.nth(1).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const numbers = await links.allInnerTexts();
  for (const key of ['j', 'j', 'k', 'j']) await page.keyboard.press(key);
  await arriveAt(page, 'link', numbers[1] ?? '');
  await page.keyboard.press('Enter');
  const button = ['button', 'Accept and classify'] as const;
  await page.getByRole('button', { name: button[1] }).waitFor();
  await arriveAt(page, 'heading', /^Business permit application: /);
  await press(page, button, 'Enter');
  const dialog = page.getByRole('dialog', { name: 'Accept and classify' });
  await dialog.getByRole('radio').first().waitFor();
  expect(await dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await arriveAt(page, ...button);
  await page.keyboard.press('Enter');
  await dialog.getByRole('radio').first().waitFor();
  await press(page, ['radio', 'Simple, 3 working days'], 'ArrowDown');
  await press(page, ['checkbox', /^Every line of business/], 'Space');
  // Whoever is refused hears why, and is still at the button.
  await page.route('**/accept', (route) => route.fulfill({ status: 403, json: { message: 'Not now.' } }));
  await press(page, button, 'Enter');
  await expectAnnounced(page, /^Not now\.$/);
  await arriveAt(page, ...button);
  await page.unrouteAll();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await arriveAt(page, 'heading', /^Business permit application: /);
  await expectAnnounced(page, /Offices clearing/);
  // Every browser logs the refusal to its console.
  expect(problems.filter((problem) => !problem.includes('403'))).toEqual([]);
});

/** Before the content of each page of the requester. */
const frame = [
  'banner',
  '  navigation Language',
  'navigation Pages',
  ...['Work', 'Permits', 'Reports', 'People', 'My account'].map((title) => `  h2 ${title}`),
];
/** Each with its error, then its help. Chromium does not report here that a choice or a date is required. */
const questions = [
  'textbox Tax year | required | Enter the year that the permit is for: this year, or in December the next. For an earlier year that was not paid, enter that year.',
  'textbox TIN | required | invalid | Enter “TIN”. For example, 123-456-789-00000. You may leave out the hyphens.',
  'combobox Type of business | invalid | Choose an answer.',
  'radiogroup Are you enjoying tax incentive from any government entity? | required | invalid | Choose an answer.',
];

test('a screen reader gets the parts of the pages, each question with its help and error, and the progress', async () => {
  const { page } = desk;
  await page.goto(apply);
  await page.getByRole('heading', { name: 'Sections of this form' }).waitFor();
  expect(outlineOf(await expectHearable(page))).toEqual([
    ...frame,
    'main',
    '  navigation Breadcrumb',
    '  h1 Apply for a business permit',
    '  form Application form for business permit',
    '    h2 Sections of this form',
  ]);
  await page.getByRole('button', { name: 'Application', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await page.getByRole('alert').waitFor();
  const form = await expectHearable(page);
  expect(outlineOf(form)).toEqual(
    expect.arrayContaining(['  navigation Steps of the form', '    h2 Application']),
  );
  expect(form.find(({ name, role }) => role === 'heading' && name === 'Application')?.description).toBe(
    'Step 1 of 8',
  );
  expect(questionsOf(form)).toEqual(expect.arrayContaining(questions));
  await officer.page.goto(list);
  await officer.page.locator('[data-row-link]').nth(1).waitFor();
  const heard = outlineOf(await expectHearable(officer.page));
  expect(heard.slice(heard.indexOf('main'))).toEqual([
    'main',
    '  navigation Breadcrumb',
    '  h1 Business permit applications',
    '  search',
    '  table Applications received',
  ]);
});

test('at 200 percent nothing is beside the window, and the keys reach everything, forth and back', async () => {
  // A window of 1440 by 900 pixels.
  const size = { width: 720, height: 450 };
  const { page } = await signIn(browser, portal.address, 'establishment@malay.example');
  await page.setViewportSize(size);
  await page.goto(apply);
  await page.getByRole('button', { name: 'Application', exact: true }).press('Enter');
  await page.getByLabel('Tax year').waitFor();
  // The form comes back at its section, and the first key goes to the start of the page.
  await page.reload();
  await page.getByLabel('Tax year').waitFor();
  expect(await findUnreached(page)).toEqual([]);
  await officer.page.setViewportSize(size);
  await officer.page.goto(list);
  await officer.page.locator('[data-row-link]').nth(1).waitFor();
  expect(await findUnreached(officer.page)).toEqual([]);
});

test('a key in a text field changes nothing else on the page, and only that field is laid out', async () => {
  const { page } = await signIn(browser, portal.address, 'establishment@malay.example');
  await page.goto(apply);
  await page.getByRole('button', { name: 'Application', exact: true }).press('Enter');
  await page.getByLabel('Registration number').click();
  const changes = page.evaluate(changesAtKey);
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await page.keyboard.press('R');
  expect(await changes).toEqual([]);
  const { laidOut, styled } = workAtKey(await browser.stopTracing());
  // The text, and two boxes around it.
  expect(laidOut).toBeGreaterThan(0);
  expect(laidOut).toBeLessThanOrEqual(4);
  expect(styled).toBeLessThanOrEqual(4);
  // The form has the answer after a pause.
  await page.getByText(/^Saved/).waitFor();
  expect(await page.getByLabel('Registration number').inputValue()).toBe('R');
});

/** In the page: what the next key changes, up to when all have heard of it. */
function changesAtKey(): Promise<string[]> {
  return new Promise((resolve) => {
    const changes: string[] = [];
    const observer = new MutationObserver((records) => {
      for (const { type, target, attributeName } of records)
        changes.push(`${type} ${target.nodeName} ${attributeName}`);
    });
    observer.observe(document, { attributes: true, childList: true, characterData: true, subtree: true });
    const tell = () => {
      observer.disconnect();
      resolve(changes);
    };
    document.addEventListener('input', () => setTimeout(tell), { capture: true, once: true });
  });
}

/** The most boxes in one layout, and elements in one computation of styles, before the form gets the answer. */
function workAtKey(trace: Buffer) {
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const [start = 0] = traceEvents.flatMap(({ name, ts, args }) =>
    name === 'EventDispatch' && args.data?.type === 'keydown' ? [ts] : [],
  );
  expect(start).toBeGreaterThan(0);
  const ofKey = traceEvents.filter(({ ts }) => ts >= start && ts < start + 250_000);
  return {
    laidOut: Math.max(0, ...ofKey.map(({ args }) => args.beginData?.dirtyObjects ?? 0)),
    styled: Math.max(0, ...ofKey.map(({ args }) => args.elementCount ?? 0)),
  };
}

interface TraceEvent {
  readonly name: string;
  /** Microseconds. */
  readonly ts: number;
  readonly args: {
    readonly data?: { readonly type?: string };
    readonly beginData?: { readonly dirtyObjects?: number };
    readonly elementCount?: number;
  };
}

/** Goes through the page forth and back. @returns what no key reached, and whether the page is too wide */
async function findUnreached(page: Page): Promise<string[]> {
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  const left = [await tabThrough(page, 'Tab'), await tabThrough(page, 'Shift+Tab')].flat();
  return [...(isTooWide ? ['The page is wider than the window.'] : []), ...left];
}
