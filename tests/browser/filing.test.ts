/**
 * Forms in a real browser: registration, and a draft that survives reloads, lost connections, other windows and
 * expired sessions.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordPage } from '../../engine/contract/record.ts';
import { launchChromium } from './chromium.ts';
import { fillQuestions, fillSteps, leaveTaskList, readForm, type Answers } from './fill-form.ts';
import { servePortal, type ServedPortal } from './portal.ts';
import { call, readAgain } from './same-session.ts';
import { answerSignIn, expectSound, openVisit, signIn, type Visit, withoutWorker } from './visit.ts';

const apply = '/establishment/application/apply';
const unified = readForm('unified-form');
const { steps = [] } = unified;

let portal: ServedPortal;
let browser: Browser;
let owner: Visit;

beforeAll(async () => {
  browser = await launchChromium();
  portal = await servePortal();
});

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

test.each(['establishment', 'applicant', 'freelancer'])(
  'a visitor registers as %s and signs in with what was typed',
  async (department) => {
    const visit = await openVisit(browser, portal.address);
    const { page } = visit;
    const written = readForm(`${department}-registration`);
    const email = `${department}@example.com`;
    const example: Answers = { ...written.examples?.[0], email, mobile: '0917 123 4567' };
    await page.goto(`/registration/${department}`);
    const form = page.getByRole('form');
    await fillSteps(form, written, example);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
      String(example.password),
    );
    await form.getByRole('button', { name: 'Continue' }).waitFor({ state: 'detached' });
    if (department === 'establishment') await expectSound(visit, 'registration-check');
    await form.locator('button[type=submit]').click();
    await page.getByRole('heading', { level: 1, name: 'Check your mail' }).waitFor();
    if (department === 'establishment') await expectSound(visit, 'registration-received');
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await expectAnswer(page, 'E-mail', email);
    await answerSignIn(page, email, String(example.password));
    await page.waitForURL((url) => url.pathname.startsWith(`/${department}`));
    const [row] = (await call<RecordPage>(page, ['GET', `records/${department}-profile`])).items;
    if (row === undefined) throw new Error('There is no profile.');
    const profile = await readAgain(page, row);
    expect(profile.data['mobile']).toBe('09171234567');
    expect(visit.problems).toEqual([]);
    await visit.context.close();
  },
);

test('a short password is told before anything is sent, and a common one comes back to its question', async () => {
  const visit = await openVisit(browser, portal.address);
  const { page } = visit;
  const written = readForm('applicant-registration');
  await page.goto('/registration/applicant');
  const form = page.getByRole('form');
  const summary = page.getByRole('alert').filter({ hasText: /Correct \d+ answer/ });
  await page.getByLabel('E-mail').fill('applicant@example.com');
  await page.getByLabel('Password').fill('short');
  await form.getByRole('button', { name: 'Continue' }).click();
  await summary.getByText('Password – Enter at least 10 characters.').waitFor();
  expect(visit.problems).toEqual([]);
  await fillSteps(form, written, {
    ...written.examples?.[0],
    email: 'another@example.com',
    password: 'password1234',
  });
  await form.locator('button[type=submit]').click();
  await summary.waitFor();
  await expectFocus(summary);
  await expectSound(visit, 'registration-refused');
  await summary.getByRole('button').click();
  await expectFocus(page.getByLabel('Password'));
  // Every browser logs the refusal to its console.
  expect(visit.problems.filter((problem) => !problem.includes('422'))).toEqual([]);
  await visit.context.close();
});

/** Opens a form whose validator comes when it is asked to. */
async function openWithoutValidator() {
  const visit = await openVisit(browser, portal.address);
  const { page } = visit;
  const { promise: isThere, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/validator.js', async (route) => {
    await isThere;
    await route.continue();
  });
  await page.goto('/registration/applicant');
  const summary = page.getByRole('alert').filter({ hasText: /Correct \d+ answer/ });
  const button = page.getByRole('form').locator('button[type=submit]');
  return { visit, page, summary, button, arrive };
}

test('a form is filled in before its validator is there, and Continue waits for it', async () => {
  const { visit, page, summary, button, arrive } = await openWithoutValidator();
  await page.getByLabel('E-mail').fill('early@example.com');
  // The form gets it after a pause.
  await page.waitForTimeout(500);
  await page.getByLabel('Password').fill('short');
  await button.click();
  await page.getByText('One moment: your answers are being checked.').waitFor();
  await expectFocus(button);
  expect(await summary.count()).toBe(0);
  arrive();
  await summary.getByText('Password – Enter at least 10 characters.').waitFor();
  await expectFocus(summary);
  await expectAnswer(page, 'E-mail', 'early@example.com');
  await expectAnswer(page, 'Password', 'short');
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});

test('whoever types while a form waits for its validator keeps the focus and every letter', async () => {
  const { visit, page, summary, button, arrive } = await openWithoutValidator();
  await page.getByLabel('E-mail').fill('early@example.com');
  await button.click();
  await page.getByLabel('Password').pressSequentially('sho');
  arrive();
  await summary.waitFor();
  await page.keyboard.type('rt one');
  await expectAnswer(page, 'Password', 'short one');
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});

test('a registration comes back at its step after a reload, without the password', async () => {
  const visit = await openVisit(browser, portal.address);
  const { page } = visit;
  const written = readForm('freelancer-registration');
  const [first, second, third] = written.steps ?? [];
  const answers: Answers = { ...written.examples?.[0], email: 'reload@example.com' };
  await page.goto('/registration/freelancer');
  const form = page.getByRole('form');
  for (const step of [first, second]) {
    await form.getByRole('heading', { name: step?.title ?? '', exact: true }).waitFor();
    const own = Object.entries(answers).filter(([name]) => step?.properties.includes(name));
    await fillQuestions(form, written, Object.fromEntries(own));
    await form.getByRole('button', { name: 'Continue' }).click();
  }
  await form.getByRole('heading', { name: third?.title ?? '', exact: true }).waitFor();
  await form.locator('textarea[autocomplete=street-address]').waitFor();
  expect(await form.locator('input[autocomplete=tel]').count()).toBe(1);
  await page.reload();
  await form.getByRole('heading', { name: third?.title ?? '', exact: true }).waitFor();
  await form.getByRole('button', { name: 'Back' }).click();
  await form.getByRole('button', { name: 'Back' }).click();
  await expectAnswer(page, 'E-mail', 'reload@example.com');
  await expectAnswer(page, 'Password', '');
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});

test('a draft begins with the first answer, and goes on after a reload', async () => {
  owner = await signIn(browser, portal.address, 'establishment@malay.example', withoutWorker);
  const { page } = owner;
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/records/')) writes.push(request.method());
  });
  await page.goto(apply);
  await leaveTaskList(page.getByRole('form'), steps);
  await page.getByLabel('Tax year').waitFor();
  await page.waitForTimeout(2000);
  expect(writes).toEqual([]);
  await page.getByLabel('TIN').pressSequentially('123', { delay: 20 });
  await page.getByLabel('TIN').blur();
  // Without the network, when the question is left, and gone when it is mended.
  await expect.poll(() => page.getByLabel('TIN').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('TIN').fill('123-456-789-00000');
  await expect.poll(() => page.getByLabel('TIN').getAttribute('aria-invalid')).toBe('false');
  await page.getByLabel('TIN').fill('123');
  await page.getByLabel('Registration number').fill('R-1');
  await page.getByText(/^Saved just now/).waitFor();
  expect(writes[0]).toBe('POST');
  await page.waitForURL((url) => url.searchParams.has('record'));
  // Half a number stays here, and is not sent before it is complete.
  await page.getByText(/is not complete yet/).waitFor();
  await page.reload();
  await expectAnswer(page, 'Registration number', 'R-1');
  await expectAnswer(page, 'TIN', '123');
  expect(owner.problems).toEqual([]);
});

test('what is typed without a connection is kept, said, and sent when the connection is back', async () => {
  const { page, context } = owner;
  await context.setOffline(true);
  await page.getByLabel('Registration number').fill('R-2');
  await page.getByText('No connection. Your answers are saved on this device.').waitFor();
  expect(await page.getByText('No connection.').count()).toBe(1);
  await expectSound(owner, 'draft-offline');
  await context.setOffline(false);
  await page.getByText(/^Saved just now/).waitFor();
  await page.goto(apply);
  await page.getByText('You are continuing the draft').waitFor();
  await expect.poll(() => page.getByLabel('Registration number').inputValue()).toBe('R-2');
});

test('another window takes what the first one saved, and says so', async () => {
  const { page, context } = owner;
  const other = await context.newPage();
  await other.goto(apply);
  await leaveTaskList(other.getByRole('form'), steps);
  await other.getByLabel('Tax year').waitFor();
  const answer = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.getByLabel('Registration number').fill('R-3');
  expect((await answer).ok()).toBe(true);
  await other.getByLabel('Tax year').fill('2027');
  await other.getByText('This was also changed in another window').waitFor();
  await expectAnswer(other, 'Registration number', 'R-3');
  await other.close();
  await page.reload();
  await expectAnswer(page, 'Tax year', '2027');
});

test('after the session has ended, signing in brings back what was typed', async () => {
  const { page } = owner;
  await page.getByLabel('Registration number').waitFor();
  await endSessionOnServer(page);
  await page.getByLabel('Registration number').fill('R-4');
  await page.getByRole('heading', { name: 'Sign Up' }).waitFor();
  await answerSignIn(page, 'establishment@malay.example');
  await leaveTaskList(page.getByRole('form'), steps);
  await expectAnswer(page, 'Registration number', 'R-4');
  await expect.poll(() => page.getByLabel('TIN').inputValue()).toBe('123');
});

test('a validator that was out of reach comes with the connection, and tells what is wrong', async () => {
  const { page, context } = owner;
  await page.route('**/validator.js', (route) => route.abort());
  await page.reload();
  const form = page.getByRole('form');
  const errors = page.getByRole('alert').filter({ hasText: /Correct \d+ answer/ });
  await page.getByLabel('Registration number').waitFor();
  await page.getByRole('button', { name: 'Check your answers' }).click();
  await form.getByRole('heading', { name: 'Check your answers' }).waitFor();
  expect(await errors.count()).toBe(0);
  await page.unrouteAll({ behavior: 'wait' });
  await context.setOffline(true);
  await page.getByText(/^No connection/).waitFor();
  await context.setOffline(false);
  await errors.waitFor();
  await form.getByRole('button', { name: 'All sections' }).click();
  // A section says what it lacks, and leads to the question.
  const lacking = form.getByRole('listitem').filter({ has: page.getByText('Needs attention') });
  await lacking.getByRole('list').getByRole('button').first().click();
  await form.locator('[data-question] :focus').waitFor();
  await form.getByRole('button', { name: 'All sections' }).click();
  await leaveTaskList(form, steps);
});

test('starting again asks first; then the form is filed without a connection, and says what happens next', async () => {
  const { page, context } = owner;
  await page.goto(apply);
  await page.getByRole('button', { name: 'Start again' }).click();
  await page.getByRole('button', { name: 'Empty this draft' }).click();
  await expectAnswer(page, 'TIN', '');
  const form = page.getByRole('form');
  await form.getByRole('button', { name: 'All sections' }).click();
  await fillSteps(form, unified, unified.examples?.[0] ?? {});
  await form.getByRole('heading', { name: 'Check your answers' }).waitFor();
  await page.getByText(/^Saved/).waitFor();
  await context.setOffline(true);
  // What is changed now goes with the filing.
  await form.getByRole('button', { name: 'All sections' }).click();
  await leaveTaskList(form, steps);
  await page.getByLabel('Registration number').fill('R-9');
  await page.getByText('No connection. Your answers are saved on this device.').waitFor();
  await page.getByRole('button', { name: 'Check your answers' }).click();
  await form.getByRole('button', { name: 'File application' }).click();
  await page.getByText('Kept on this device. It is sent as soon as there is a connection.').waitFor();
  await expectSound(owner, 'draft-kept');
  await context.setOffline(false);
  await page.getByText('Your number is').waitFor();
  await expectSound(owner, 'draft-filed');
  const { items } = await call<RecordPage>(page, ['GET', 'records/application']);
  const applications = await Promise.all(items.map((row) => readAgain(page, row)));
  expect(applications.map(({ data }) => data['registration_no'])).toContain('R-9');
  await page.getByRole('link', { name: 'See the status' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto(apply);
  await leaveTaskList(page.getByRole('form'), steps);
  expect(await page.getByLabel('TIN').inputValue()).toBe('');
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))).toEqual(
    [],
  );
  // Every browser logs the lost connection, the missing validator and the server's refusals to its console.
  const told = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of (401|409|422)/;
  expect(owner.problems.filter((problem) => !told.test(problem))).toEqual([]);
});

test('on a phone what is corrected is red no longer, nothing moves, and the first tap on Continue goes on', async () => {
  const { page } = owner;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(apply);
  const form = page.getByRole('form');
  const [step, next] = steps;
  await form.getByRole('heading', { name: step?.title ?? '', exact: true }).waitFor();
  const own = Object.entries(unified.examples?.[0] ?? {}).filter(([name]) => step?.properties.includes(name));
  await fillQuestions(form, unified, { ...Object.fromEntries(own), tin: '123' });
  const button = form.getByRole('button', { name: 'Continue' });
  const { promise: slow, resolve: release } = Promise.withResolvers<void>();
  const placeOf = () => button.evaluate((one) => one.getBoundingClientRect().top + window.scrollY);
  // Errors appear at once, even if the server saves slowly.
  await page.route('**/api/v1/records/**', async (route) => {
    await slow;
    await route.continue();
  });
  await button.click();
  const summary = page.getByRole('alert').filter({ hasText: 'Correct 1 answer' });
  await summary.waitFor();
  const tin = page.getByLabel('TIN');
  expect(await tin.getAttribute('aria-invalid')).toBe('true');
  await expectSound(owner, 'form-wrong');
  await page.setViewportSize({ width: 360, height: 740 });
  const place = await placeOf();
  await tin.fill('123-456-789-00000');
  await expect.poll(() => tin.getAttribute('aria-invalid')).toBe('false');
  await page.getByText('Corrected. You can continue.').waitFor();
  expect(await placeOf()).toBe(place);
  await expectSound(owner, 'form-corrected');
  // As narrow as a phone, and high enough that nothing scrolls between the answer and the tap.
  await page.setViewportSize({ width: 360, height: 2400 });
  await tin.fill('12');
  await expect.poll(() => tin.getAttribute('aria-invalid')).toBe('true');
  release();
  await page.unrouteAll({ behavior: 'wait' });
  const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  // The form gets the answer on blur, which is when the finger is on the button.
  await tin.fill('123-456-789-00000');
  await page.mouse.click(x + width / 2, y + height / 2);
  await form.getByRole('heading', { name: next?.title ?? '', exact: true }).waitFor();
});

/** Waits until the question shows this answer. */
async function expectAnswer(page: Page, label: string, answer: string): Promise<void> {
  await expect.poll(() => page.getByLabel(label).inputValue()).toBe(answer);
}

async function expectFocus(element: Locator): Promise<void> {
  await expect.poll(() => element.evaluate((one) => one === document.activeElement)).toBe(true);
}

async function endSessionOnServer(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('portal.token'));
  const csrf = await page.evaluate(
    () => document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? '',
  );
  const answer = await page.request.post('/api/v1/logout', {
    headers: {
      Authorization: `Bearer ${token}`,
      'X-CSRF-TOKEN': csrf,
      'X-Requested-With': 'XMLHttpRequest',
    },
  });
  expect(answer.ok()).toBe(true);
}
