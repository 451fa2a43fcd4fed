/** The pages on which an office works on its part of a permit, and its actions there. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { matchPath } from '../../engine/portal/routing/match.ts';
import { readPortal } from '../server/portal-server.ts';
import { fillQuestions, readForm, type Answers } from './fill-form.ts';
import { acceptItems } from './same-session.ts';
import type { Town } from './town.ts';
import { moveTo, type Visit } from './visit.ts';

/** The page where an office that visits finds today's appointments, and records that wait for approval. */
export interface OfficePages {
  readonly visits: string;
  readonly approval: string;
}

export const inspectionPages: Readonly<Record<string, OfficePages>> = {
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

/** Navigates to a page like a link, without reloading the portal. */
export async function goTo({ page }: Visit, path: string): Promise<void> {
  const title = matchPath(await readPortal(), path)?.route.title ?? '';
  await moveTo(page, path);
  await page.getByRole('heading', { level: 1, name: headingOf(title) }).waitFor();
}

/** The heading of a page: that of a record also tells it from others. */
export function headingOf(title: string): RegExp {
  return new RegExp(`^${RegExp.escape(title)}(: |$)`);
}

/** Opens the record in a row of a list. */
export async function openFrom(visit: Visit, list: string, row: RegExp): Promise<void> {
  const { page } = visit;
  await goTo(visit, list);
  await page.getByRole('row', { name: row }).locator('[data-row-link]').first().click();
  await statusRegion(page).waitFor();
}

/** The status of the record on the page: its state, its holder, the next step. */
export function statusRegion(page: Page): Locator {
  return page.getByRole('region', { name: 'Status' });
}

/** Presses the button of a step, in the menu if there are many. */
export async function choose(page: Page, button: string): Promise<void> {
  const main = page.getByRole('main');
  const step = main.getByRole('button', { name: button, exact: true });
  const others = main.getByRole('button', { name: 'Other steps' });
  const listed = page.getByRole('menuitem', { name: button, exact: true });
  await step.or(others).first().waitFor();
  if ((await step.count()) === 0) {
    await others.click();
    // A record that was opened before shows its old steps until it is read again, so the menu may be that of then.
    await listed.or(step).first().waitFor();
    if ((await listed.count()) > 0) return listed.click();
    await page.keyboard.press('Escape');
  }
  await step.click();
}

/** Presses a button without questions, and waits for the new state. */
export async function press({ page }: Visit, button: string, state: string): Promise<void> {
  await choose(page, button);
  const after = statusRegion(page).getByText(state, { exact: true });
  const asked = page.getByRole('dialog', { name: button });
  await after.or(asked).first().waitFor();
  if (await asked.isVisible()) await asked.getByRole('button', { name: button, exact: true }).click();
  await after.waitFor();
}

/** Presses a button that opens questions, answers them, and waits for the new state. */
export async function answerStep(
  { page }: Visit,
  { button, form, answers, state }: StepInDialog,
): Promise<void> {
  await choose(page, button);
  const dialog = page.getByRole('dialog', { name: button });
  await fillQuestions(dialog, readForm(form), answers);
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await statusRegion(page).getByText(state, { exact: true }).waitFor();
}

interface StepInDialog {
  readonly button: string;
  /** Name of the form in the configuration. */
  readonly form: string;
  readonly answers: Answers;
  readonly state: string;
}

/** Chooses the first free slot of the month on the page. */
export async function bookFirst({ page }: Visit, button: string, state: string): Promise<void> {
  await choose(page, button);
  const dialog = page.getByRole('dialog', { name: button });
  await dialog
    .getByRole('radio', { name: /: times left$/ })
    .first()
    .check();
  await dialog.getByRole('radio', { name: /place/ }).first().check();
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await statusRegion(page).getByText(state, { exact: true }).waitFor();
}

/** Reviews the papers, item by item. */
export async function acceptShown({ page }: Visit): Promise<void> {
  const items = page.locator('[data-item]');
  await items.first().waitFor();
  for (const item of await items.all()) {
    await item.getByRole('button').click();
    await page.locator('[data-accept]').click();
    await item.getByText('Accepted', { exact: true }).waitFor();
  }
  await saveDecisions(page);
}

/** Sends the decision that could still be undone, and waits until the server has all of them. */
export async function saveDecisions(page: Page): Promise<void> {
  const save = page.getByRole('button', { name: 'Save now' });
  const open = async () => {
    // The button goes by itself once the seconds are over, so nothing may wait for it.
    await save.evaluateAll((buttons: HTMLElement[]) => buttons.forEach((button) => button.click()));
    return page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.startsWith('portal.decisions.')),
    );
  };
  await expect.poll(open).toEqual([]);
}

/** An inspector opens today's visits, records the findings, and endorses; they may not issue. */
export async function inspect(
  inspector: Visit,
  visits: string,
  { slug, day }: { readonly slug: string; readonly day: string },
): Promise<void> {
  const { page } = inspector;
  await goTo(inspector, visits);
  await acceptItems(page, { type: 'clearance', slug });
  await page.locator(`[data-row-link][href*="${slug}"]`).click();
  await statusRegion(page).getByText('Appointment set', { exact: true }).waitFor();
  await answerStep(inspector, {
    button: 'Record the inspection',
    form: 'inspection',
    answers: { inspected_on: day, met: 'Ana Reyes', result: 'passed' },
    state: 'Inspected',
  });
  await press(inspector, 'Endorse for approval', 'For approval');
  expect(await page.getByRole('button', { name: 'Issue clearance' }).count()).toBe(0);
}

/** Separation of duties: a second person of the treasury reviews the statement. */
export async function approveStatement(town: Town, row: RegExp): Promise<void> {
  await press(await town.as('mto'), 'Send to the treasurer', 'With the treasurer');
  await town.addAccount('mto', 'chief.mto@malay.example');
  const treasurer = await town.as('chief.mto');
  await openFrom(treasurer, '/treasurer/assessment-review', row);
  await press(treasurer, 'Approve the statement', 'To be paid');
  await town.leave('chief.mto');
}

export interface Receipt {
  readonly number: string;
  readonly amount: string;
  readonly day: string;
  /** The total. */
  readonly state: string;
}

/** The cashier finds the order of payment and records the payment. */
export async function postReceipt(
  town: Town,
  row: RegExp,
  { number, amount, day, state }: Receipt,
): Promise<void> {
  const cashier = await town.as('mto');
  await openFrom(cashier, '/treasurer/order-of-payment', row);
  await answerStep(cashier, {
    button: 'Post a receipt',
    form: 'receipt',
    answers: { or_number: number, amount, paid_on: day },
    state,
  });
}
