/** Actions on the page of one record with papers: items, steps, screenshots. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Workflow } from '../../engine/portal/model/workflow.ts';
import type { WireRecord } from '../../engine/contract/record.ts';
import { choose, saveDecisions, statusRegion } from './offices.ts';
import { pdf, png, sayPaperDay, type Paper } from './papers.ts';
import { itemsToAccept, acceptItems, readAgain, sendPapers } from './same-session.ts';
import { takePicture } from './visit.ts';

const papers = { pdf: pdf('paper.pdf', 'Ana Reyes'), png: png('paper.png') };

/**
 * Adds a missing paper to every required item, and waits for the uploads. Fields that accept the same in the same way
 * are one group. The first field of each group is filled in on the page; the other files go to the server as the page
 * would send them.
 */
export async function addPapers(page: Page, record: WireRecord): Promise<void> {
  const open = await openItems(page);
  const ids = firstOfEach(open, ({ sort }) => sort);
  await sendPapers(page, record, ids);
  for (const id of ids) await sayPaperDay(page.locator(`[data-item="${id}"]`));
  await page.evaluate(chooseFiles, { ids, files: Object.values(papers).map(toWire) });
  await expect.poll(() => openItems(page), { interval: 100 }).toEqual([]);
}

/** Those items by their labels, each with the accepted files, and whether it asks for a date. */
function openItems(page: Page): Promise<{ id: string; sort: string }[]> {
  return page.locator('[data-item]').evaluateAll((items) =>
    items
      .filter((one) => one.querySelector('input[type=file]') !== null)
      .filter((one) => one.querySelector('h3')?.textContent?.endsWith('(optional)') === false)
      .filter((one) => /: (Missing|No longer valid)$/.test(one.getAttribute('aria-label') ?? ''))
      .map((one) => ({
        id: one.getAttribute('data-item') ?? '',
        sort: [
          one.querySelector<HTMLInputElement>('input[type=file]')?.accept,
          one.querySelector('input[type=date]') !== null,
        ].join(' '),
      })),
  );
}

function firstOfEach<One extends { readonly id: string }>(
  all: readonly One[],
  sortOf: (one: One) => string,
): string[] {
  return [...Map.groupBy(all, sortOf).values()].flatMap(([first]) => first?.id ?? []);
}

/** As sent to the page, one character for each byte. */
function toWire({ name, mimeType, buffer }: Paper) {
  return { name, type: mimeType, bytes: buffer.toString('latin1') };
}

/** On the page: chooses a file of an accepted kind for each of the items. */
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

/** Expects that the office can accept each item that waits for it. */
export async function expectAcceptButtons(page: Page, record: WireRecord): Promise<void> {
  const asked = itemsToAccept(await readAgain(page, record)).map(({ id }) => id);
  const shown = page.locator('[data-item][data-acceptable]');
  const ids = () => shown.evaluateAll((items) => items.map((one) => one.getAttribute('data-item')));
  await expect.poll(ids).toEqual(asked);
}

/** Accepts through the API, except one item with a paper and one that is checked on site. */
export async function acceptMost(page: Page, record: WireRecord): Promise<void> {
  const open = itemsToAccept(await readAgain(page, record));
  await acceptItems(
    page,
    record,
    firstOfEach(open, ({ evidence }) => evidence),
  );
}

/** Looks at each item that can be accepted, and accepts it; the last decision is saved at once. */
export async function acceptEach(page: Page): Promise<void> {
  const open = page.locator('[data-item][data-acceptable]');
  for (let left = await open.count(); left > 0; left -= 1) {
    await open.first().getByRole('button').click();
    await page.locator('[data-accept]').click();
  }
  await saveDecisions(page);
}

/** Chooses a file of a kind that the item accepts. */
export async function addPaper(item: Locator): Promise<void> {
  await sayPaperDay(item);
  const input = item.locator('input[type=file]').first();
  const accepts = (await input.getAttribute('accept')) ?? '';
  await input.setInputFiles(accepts.includes('.pdf') ? papers.pdf : papers.png);
}

/** Presses the button of a step, gives a reason if required, and waits for the new state on the page. */
export async function takeStep(page: Page, workflow: Workflow, name: string): Promise<void> {
  const { title = name, input = null } = workflow.transitions[name] ?? {};
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith(`/${name}`),
  );
  await choose(page, title);
  const dialog = page.getByRole('dialog', { name: title });
  const asked = dialog.waitFor().then(
    () => true,
    () => false,
  );
  if (await Promise.race([asked, answered.then(() => false)])) {
    if (input !== null) await dialog.getByRole('textbox').fill('Seen last month.');
    await dialog.getByRole('button', { name: title, exact: true }).click();
  }
  const response = await answered;
  const { state } = (await response.json()) as { readonly state?: string };
  expect(response.ok(), `${title}: ${await response.text()}`).toBe(true);
  const { title: ofState = '', titleForRequesters = '' } = workflow.states[state ?? ''] ?? {};
  const shown = (text: string) => statusRegion(page).getByText(text, { exact: true });
  await shown(ofState).or(shown(titleForRequesters)).first().waitFor();
}

const sizes = { phone: { width: 360, height: 740 }, desktop: { width: 1440, height: 900 } };

/** Screenshots of the page on a phone and on a desktop, if `SHOTS` names a folder. */
export async function pictures(page: Page, name: string): Promise<void> {
  const { SHOTS } = process.env;
  if (SHOTS === undefined || SHOTS === '') return;
  for (const size of [sizes.phone, sizes.desktop]) {
    await page.setViewportSize(size);
    await takePicture(page, `${name}-${size.width}`);
  }
}
