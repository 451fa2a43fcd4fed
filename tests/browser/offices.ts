/** The pages on which an office works through its part of a permit, and what it does there. */
import type { Locator, Page } from 'playwright-core';
import { fillQuestions, readForm, type Answers } from './fill-form.ts';
import type { Visit } from './visit.ts';

/** Where an office that visits finds what is booked today, and what waits for approval. */
export interface OfficePages {
  readonly visits: string;
  readonly approval: string;
}

export const visiting: Readonly<Record<string, OfficePages>> = {
  bfp: pagesIn('/bureau-of-fire'),
  menro: pagesIn('/menro'),
  mho: pagesIn('/health'),
  obo: pagesIn('/engineering'),
  peso: pagesIn('/peso'),
  pmto: pagesIn('/tourism'),
  police: pagesIn('/police'),
  ptfrb: pagesIn('/transportation'),
  swmo: pagesIn('/swmo'),
};

function pagesIn(area: string): OfficePages {
  return { visits: `${area}/visits`, approval: `${area}/approval` };
}

/** Goes by a list to the record in its row. */
export async function openFrom({ page }: Visit, list: string, row: RegExp): Promise<void> {
  await page.goto(list);
  await page.getByRole('row', { name: row }).locator('[data-row-link]').first().click();
  await standing(page).waitFor();
}

/** What the page says about the record: its state, who has it, what comes next. */
export function standing(page: Page): Locator {
  return page.getByRole('region', { name: 'How it stands' });
}

/** Presses a button that asks nothing more, and waits for the state that comes of it. */
export async function press({ page }: Visit, button: string, state: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
  await standing(page).getByText(state, { exact: true }).waitFor();
}

/** Presses a button that opens questions, answers them, and waits for the state that comes of it. */
export async function answerStep(
  { page }: Visit,
  { button, form, answers, state }: StepInDialog,
): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: button });
  await fillQuestions(dialog, readForm(form), answers);
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await standing(page).getByText(state, { exact: true }).waitFor();
}

interface StepInDialog {
  readonly button: string;
  /** Name of the form in the configuration. */
  readonly form: string;
  readonly answers: Answers;
  readonly state: string;
}

/** Chooses the first free time of the month that is shown. */
export async function bookFirst({ page }: Visit, button: string, state: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: button });
  await dialog
    .getByRole('radio', { name: /: times left$/ })
    .first()
    .check();
  await dialog.getByRole('radio', { name: /place/ }).first().check();
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await standing(page).getByText(state, { exact: true }).waitFor();
}
