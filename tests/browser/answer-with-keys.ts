/** The questions of the unified form that a requester answers with keys alone. */
import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import { arriveAt, press, write } from './keyboard.ts';
import { expectAnnounced } from './screen-reader.ts';

/** The first section: once with an error, to which the summary leads. */
export async function answerApplication(page: Page): Promise<void> {
  await arriveAt(page, 'heading', 'Application');
  await write(page, ['textbox', 'Tax year'], '2027');
  await write(page, ['combobox', 'What are you applying for?'], 'New');
  await press(page, ['radio', 'Once a year'], 'ArrowDown', 'ArrowDown');
  await write(page, ['textbox', 'TIN'], '123');
  await press(page, ['radio', 'DTI'], 'Space');
  await write(page, ['textbox', 'Registration number'], 'DTI-2026-0042');
  await write(page, ['Date', 'Date of registration'], '10062025');
  await write(page, ['Date', /^Business name valid until/], '10062030');
  await write(page, ['combobox', 'Type of business'], 'Single');
  await press(page, ['radio', 'Yes'], 'ArrowDown');
  await press(page, ['button', 'Continue'], 'Enter');
  await arriveAt(page, 'alert', '');
  await expectAnnounced(page, /^Correct 1 answer/);
  await press(page, ['button', /^TIN – /], 'Enter');
  const tin = await arriveAt(page, 'textbox', 'TIN');
  expect([tin.isRequired, tin.isInvalid]).toEqual([true, true]);
  expect(tin.description).toMatch(/ For example, 123-456-789-00000\./);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('123-456-789-00000');
  await press(page, ['button', 'Continue'], 'Enter');
  await expectAnnounced(page, /^Your answers are saved/);
}

/** The last section. */
export async function sign(page: Page): Promise<void> {
  await press(page, ['checkbox', /^I declare/], 'Space');
  await press(page, ['checkbox', /^I will submit/], 'Space');
  await press(page, ['checkbox', /^I agree/], 'Space');
  await write(page, ['textbox', 'Name of the person signing'], 'Ana Reyes');
  await write(page, ['textbox', 'Position of the person signing'], 'Owner');
}

/** A choice within another one. */
export async function choosePlace(page: Page): Promise<void> {
  await write(page, ['combobox', 'Barangay'], 'Balab');
  await page.keyboard.press('Enter');
  await write(page, ['combobox', 'Purok/sitio'], 'Bolabog');
  await page.keyboard.press('Enter');
}
