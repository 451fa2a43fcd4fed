/** What is done on the page of one record that asks for papers: items, steps, pictures. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Workflow } from '../../engine/portal/workflow.ts';
import { standing } from './offices.ts';
import { pdf, png, sayPaperDay, type Paper } from './papers.ts';
import { takePicture } from './visit.ts';

const papers = { pdf: pdf('paper.pdf', 'Ana Reyes'), png: png('paper.png') };

/** As a link of the portal does: the page stays, what it shows changes. */
export function moveTo(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Adds a paper to every item for which one has to be there and is not, all at once, and waits until they have arrived. */
export async function addPapers(page: Page): Promise<void> {
  const ids = await openItems(page);
  for (const id of ids) await sayPaperDay(page.locator(`[data-item="${id}"]`));
  await page.evaluate(chooseFiles, { ids, files: Object.values(papers).map(toWire) });
  await expect.poll(() => openItems(page), { interval: 20 }).toEqual([]);
}

/** Ids of those items, in the words of the page. */
function openItems(page: Page): Promise<string[]> {
  return page.locator('[data-item]').evaluateAll((items) =>
    items
      .filter((one) => one.querySelector('input[type=file]') !== null)
      .filter((one) => one.querySelector('h3')?.textContent?.endsWith('(optional)') === false)
      .filter((one) => /: (Not there yet|No longer valid)$/.test(one.getAttribute('aria-label') ?? ''))
      .map((one) => one.getAttribute('data-item') ?? ''),
  );
}

/** As it goes to the page, a character for each byte. */
function toWire({ name, mimeType, buffer }: Paper) {
  return { name, type: mimeType, bytes: buffer.toString('latin1') };
}

/** On the page: what a person does who chooses a file of a kind that the item takes, for each of the items. */
function chooseFiles({ ids, files }: { ids: string[]; files: ReturnType<typeof toWire>[] }): void {
  for (const id of ids) {
    const input = document.querySelector<HTMLInputElement>(`[data-item="${id}"] input[type=file]`);
    const accepted = files.find(({ name }) => input?.accept.includes(name.replace(/^.*\./, '.')));
    if (input === null || accepted === undefined) throw new Error(`${id} takes no file.`);
    const { name, type, bytes } = accepted;
    const chosen = new DataTransfer();
    chosen.items.add(new File([Uint8Array.from(bytes, (one) => one.charCodeAt(0))], name, { type }));
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

/** Presses all that is there to accept, one right after the other, and waits until nothing is left. */
export async function acceptEach(page: Page): Promise<void> {
  const open = page.locator('[data-item] [data-accept]');
  await open.evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()));
  await expect.poll(() => open.count(), { interval: 20 }).toBe(0);
}

/** Chooses a file of a kind that the item takes. */
export async function addPaper(item: Locator): Promise<void> {
  await sayPaperDay(item);
  const input = item.locator('input[type=file]').first();
  const accepts = (await input.getAttribute('accept')) ?? '';
  await input.setInputFiles(accepts.includes('.pdf') ? papers.pdf : papers.png);
}

/** Presses the button of a step, gives a reason where one is asked, and waits until the page says how it stands then. */
export async function takeStep(page: Page, workflow: Workflow, name: string): Promise<void> {
  const { title = name, input = null } = workflow.transitions[name] ?? {};
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith(`/${name}`),
  );
  await page.getByRole('main').getByRole('button', { name: title, exact: true }).click();
  if (input !== null) {
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByRole('textbox').fill('Seen last month.');
    await dialog.getByRole('button', { name: title, exact: true }).click();
  }
  const response = await answered;
  const { state } = (await response.json()) as { readonly state?: string };
  expect(response.ok(), `${title}: ${await response.text()}`).toBe(true);
  await standing(page)
    .getByText(workflow.states[state ?? '']?.title ?? '', { exact: true })
    .waitFor();
}

const sizes = { phone: { width: 360, height: 740 }, desktop: { width: 1440, height: 900 } };

/** What the page looks like on a phone and on a desk, where `SHOTS` names a folder. */
export async function pictures(page: Page, name: string): Promise<void> {
  const { SHOTS } = process.env;
  if (SHOTS === undefined || SHOTS === '') return;
  for (const size of [sizes.phone, sizes.desktop]) {
    await page.setViewportSize(size);
    await takePicture(page, `${name}-${size.width}`);
  }
}
