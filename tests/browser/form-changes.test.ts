/** A form changes while somebody fills it in: they read what is different, keep what they typed, and send it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordPage } from '../../engine/contract/record.ts';
import { editedPortal, type Edits } from '../plan/edited-portal.ts';
import { launchChromium } from './chromium.ts';
import { servePortal } from './portal.ts';
import { call, readAgain } from './same-session.ts';
import { expectSound, signIn } from './visit.ts';

const library = 'tests/fixtures/library';

/** One question has another name and title, one is new, one is required now, and one is gone. */
const changed: Edits = {
  'forms/loan.yaml': `type: object
title: Loan
required: [work, copies, branch, is_student, until]
properties:
  work: { type: string, title: Title of the work, minLength: 1, formerly: book }
  copies: { type: integer, title: Copies, minimum: 1, maximum: 5 }
  branch: { type: string, title: Branch, lookup: branch }
  is_student: { type: boolean, title: 'Are you a student?' }
  until: { type: string, title: Until when do you need it?, minLength: 1 }
`,
  'records/loan.yaml': [
    'book: Atlas, copies: 1, branch: harbour, is_student: true',
    'work: Atlas, copies: 1, branch: harbour, is_student: true, until: Friday',
  ],
  'gone.yaml': `- question: 'loan: school'
  values: keep
  why: The library no longer asks for schools.
`,
};

/** Lines with a price, a discount in percent, and the days of the loan. */
const priced: Edits = {
  'forms/loan.yaml': `type: object
title: Loan
required: [book, copies, branch, lines]
properties:
  book: { type: string, title: Title of the book, minLength: 1 }
  copies: { type: integer, title: Copies, minimum: 1, maximum: 5 }
  branch: { type: string, title: Branch, lookup: branch }
  is_student: { type: boolean, title: 'Are you a student?' }
  school: { type: string, title: School, when: { field: is_student, is: true } }
  lines:
    type: array
    title: Extras
    minItems: 1
    items:
      type: object
      required: [quantity, price]
      properties:
        quantity: { type: integer, title: Quantity, minimum: 1 }
        price: { type: string, title: Price, format: money }
        sum: { type: string, title: Together, format: money, compute: { product: [quantity, price] } }
  discount:
    type: number
    title: Discount
    ui:unit: '%'
    compute: { cases: [{ when: { field: is_student, is: true }, value: 12.5 }], else: 0 }
  less: { type: string, title: Less, format: money, compute: { rate: discount, of: { sum: lines.sum }, round: { to: 0.05, mode: down } } }
  total: { type: string, title: To pay, format: money, compute: { max: [{ difference: [{ sum: lines.sum }, less] }, 0] } }
`,
  'records/loan.yaml': ['is_student: true', "is_student: true, lines: [{ quantity: 1, price: '1' }]"],
};

let portal: Awaited<ReturnType<typeof servePortal>>;
let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
  portal = await servePortal(editedPortal(library));
});

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

test('a person reads what is new, required, renamed and gone in an open draft, and sends what they typed', async () => {
  const member = await signIn(browser, portal.address, 'member@library.example');
  const { page } = member;
  await page.goto('/member/ask');
  await page.getByLabel('Title of the book').fill('Atlas');
  await page.getByRole('checkbox', { name: 'Are you a student?' }).click();
  await page.getByLabel('School').fill('North High');
  await page.getByText(/^Saved/).waitFor();

  await portal.application.replacePortal(editedPortal(library, changed));
  // Typed with the questions of before, and saved with those of now.
  await page.getByLabel('Copies').fill('2');
  const notice = page.getByRole('status').filter({ hasText: 'The questions of this form have changed.' });
  await notice.waitFor();
  expect(await notice.getByRole('listitem').allInnerTexts()).toEqual([
    'New: Until when do you need it?',
    'Now required: Are you a student?',
    '“Title of the book” is now “Title of the work”.',
    '“School” is no longer asked. Your answer was: North High',
  ]);
  expect(await page.getByLabel('Title of the work').inputValue()).toBe('Atlas');
  expect(await page.getByLabel('Copies').inputValue()).toBe('2');
  expect(await page.getByRole('radio', { name: 'Yes' }).isChecked()).toBe(true);
  expect(await page.getByLabel('School').count()).toBe(0);
  // The notice says it; the answers did not add them.
  expect(await page.getByText(/^Your answers add/).count()).toBe(0);
  await expectSound(member, 'form-changed');

  // Who comes back later has the questions of now, with the same answers.
  await page.reload();
  await page.getByLabel('Title of the work').waitFor();
  expect(await page.getByLabel('Title of the work').inputValue()).toBe('Atlas');
  await page.getByRole('radio', { name: 'Hill branch' }).click();
  await page.getByLabel('Until when do you need it?').fill('Friday');
  await page.getByText(/^Saved/).waitFor();
  await page.getByRole('form').locator('button[type=submit]').click();
  await page
    .getByText(/L-\d{4}-00001/)
    .first()
    .waitFor();
  const [row] = (await call<RecordPage>(page, ['GET', 'records/loan'])).items;
  if (row === undefined) throw new Error('There is no loan.');
  const { state, data } = await readAgain(page, row);
  expect(state).toBe('asked');
  expect(data).toMatchObject({ work: 'Atlas', copies: 2, is_student: true, until: 'Friday' });
  expect(member.problems).toEqual([]);
});

test('figures follow while somebody types, and the server stores the same', async () => {
  await portal.application.replacePortal(editedPortal(library, priced));
  const member = await signIn(browser, portal.address, 'member@library.example');
  const { page } = member;
  await page.goto('/member/ask');
  const figure = (name: string) => page.getByRole('status', { name });
  await page.getByLabel('Quantity').fill('3');
  await page.getByLabel('Price').fill('33.35');
  await expect.poll(() => figure('To pay').innerText()).toContain('100.05');
  await page.getByRole('checkbox', { name: 'Are you a student?' }).click();
  // 12.5 percent are 12.50625.
  await expect.poll(() => figure('Less').innerText()).toContain('12.50');
  await expect.poll(() => figure('To pay').innerText()).toContain('87.55');
  await expectSound(member, 'form-figures');
  await page.getByLabel('Title of the book').fill('Emma');
  await page.getByLabel('Copies').fill('1');
  await page.getByRole('radio', { name: 'Hill branch' }).click();
  await page.getByText(/^Saved/).waitFor();
  await page.getByRole('form').locator('button[type=submit]').click();
  await page.getByText('Your number is').waitFor();
  const { items } = (await call<RecordPage>(page, ['GET', 'records/loan'])) as RecordPage;
  const rows = await Promise.all(items.map((row) => readAgain(page, row)));
  expect(rows.map(({ data }) => data)).toContainEqual(
    expect.objectContaining({
      lines: [{ quantity: 3, price: '33.35', sum: '100.05' }],
      discount: 12.5,
      less: '12.50',
      total: '87.55',
    }),
  );
});
