/** A new restaurant with a pool: from registration to the printed permit, through every office that it must see, in a real browser. */
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import type { WireRecord } from '../../engine/portal/wire.ts';
import { fillSteps, readForm, type Answers } from './fill-form.ts';
import { pdf } from './papers.ts';
import { openTown, type Town } from './town.ts';
import { answerSignIn, expectSound, takePicture, type Visit } from './visit.ts';

const email = 'resort@example.com';
const name = /Reyes Poolside Restaurant/;
const unified = readForm('unified-form');
const registration = readForm('establishment-registration');
const business: Answers = {
  ...unified.examples?.[0],
  business_name: 'Reyes Poolside Restaurant',
  registration_date: '2027-02-15',
  parking_area: true,
  lines: [
    { line: 'restaurant', units: 1, capitalization: '1500000.00' },
    { line: 'resort', units: 1, capitalization: '1000000.00' },
  ],
  seats: 60,
};

let town: Town;
let owner: Visit;
let hasFailed = false;
const people = new Map<string, Visit>();

beforeAll(async () => {
  town = await openTown('2027-03-01T09:00');
}, 150_000);

// Each step stands on the one before; what a failed one saw is worth more than its message.
beforeEach(({ skip }) => {
  skip(hasFailed, 'The step before failed.');
  onTestFailed(async () => {
    hasFailed = true;
    if (owner !== undefined) await takePicture(owner.page, 'failed-owner');
    for (const [who, { page }] of people) if (!page.isClosed()) await takePicture(page, `failed-${who}`);
  });
});

afterAll(() => town?.close());

/** Signs in as somebody of an office, once. */
async function as(who: string): Promise<Visit> {
  const known = people.get(who);
  if (known !== undefined) return known;
  const visit = await town.signIn(`${who}@malay.example`);
  people.set(who, visit);
  return visit;
}

test('registers, and confirms the address by the link of the mail', { timeout: 60_000 }, async () => {
  owner = await town.visit();
  const { page } = owner;
  await page.goto('/registration/establishment');
  const form = page.getByRole('form');
  await fillSteps(form, registration, {
    ...registration.examples?.[0],
    email,
    business_name: 'Reyes Poolside Restaurant',
  });
  await form.locator('button[type=submit]').click();
  await page.getByRole('heading', { level: 1, name: 'Your account is ready' }).waitFor();
  await page.goto(await town.linkInMail(email));
  await page.getByRole('button', { name: 'Confirm my e-mail address' }).click();
  await page.getByRole('heading', { name: 'Done' }).waitFor();
  await page.goto('/');
  await answerSignIn(page, email);
  await page.getByRole('heading', { level: 1, name: 'My applications' }).waitFor();
  expect(owner.problems).toEqual([]);
});
