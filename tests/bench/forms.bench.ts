/**
 * Forms of 100 and 500 questions with a four times slower processor, beside other form libraries: the time until all
 * questions are painted, by address and by click, and the time from a key press to the paint that shows it.
 */
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../browser/chromium.ts';
import { type FormPages, serveForms } from './form-pages/serve-forms.ts';
import { median, type Comparison } from './measure.ts';

const peers = ['rjsf', 'json-forms', 'survey', 'formio'] as const;
const sizes = [100, 500] as const;
const mounts = 5;
const keys = 40;
/** Longer than the pause after which a field passes its answer to the form. */
const pause = 300;

const goals = { key: 16, slowest: 24, address: 730, click: 300 };

declare global {
  interface Window {
    keyTimes: number[];
    mountedAt: number | undefined;
    isReady: boolean | undefined;
    mountForm(): Promise<number>;
  }
}

interface FormTimes {
  readonly address: number;
  readonly click: number;
  readonly key: number;
  /** The 95th percentile of the key presses. */
  readonly slowest: number;
}

/** @param parts `100` or `500` questions; none: both */
export async function* run(parts: readonly string[]): AsyncGenerator<Comparison> {
  const pages = await serveForms(sizes);
  const browser = await launchChromium();
  try {
    for (const fields of sizes.filter((size) => parts.length === 0 || parts.includes(String(size)))) {
      const ours = await measure({ browser, pages, fields, by: 'ours' });
      const others: (readonly [string, FormTimes])[] = [];
      for (const by of peers) others.push([by, await measure({ browser, pages, fields, by })]);
      yield* compare(fields, ours, others);
    }
  } finally {
    await browser.close();
    await pages.stop();
  }
}

interface Subject {
  readonly browser: Browser;
  readonly pages: FormPages;
  readonly fields: number;
  readonly by: string;
}

async function measure(subject: Subject): Promise<FormTimes> {
  const byAddress: number[] = [];
  const byClick: number[] = [];
  let typed: readonly number[] = [];
  for (let round = 0; round < mounts; round++) {
    await visit(subject, '', async (page) => {
      await page.waitForFunction(() => window.mountedAt !== undefined, null, { timeout: 120_000 });
      byAddress.push(await page.evaluate(() => window.mountedAt ?? Number.NaN));
      if (round === 0) typed = await type(page);
    });
    await visit(subject, '&click', async (page) => {
      await page.waitForFunction(() => window.isReady === true, null, { timeout: 120_000 });
      byClick.push(await page.evaluate(() => window.mountForm()));
    });
  }
  const ordered = [...typed].sort((a, b) => a - b);
  return {
    address: median(byAddress),
    click: median(byClick),
    key: median(typed),
    slowest: ordered[Math.floor(ordered.length * 0.95)] ?? Number.NaN,
  };
}

async function visit(
  { browser, pages, fields, by }: Subject,
  more: string,
  use: (page: Page) => Promise<void>,
) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(`${pages.address}/?by=${by}&fields=${fields}${more}`);
  await use(page);
  await context.close();
}

async function type(page: Page): Promise<readonly number[]> {
  const texts = page.locator('input[type="text"]');
  await texts.nth(Math.floor((await texts.count()) / 2)).click();
  await page.waitForTimeout(1000);
  // The first presses warm the page up.
  for (let key = 0; key < keys + 3; key++) {
    if (key === 3) await page.evaluate(() => void (window.keyTimes = []));
    await page.keyboard.press(String(key % 10));
    await page.waitForTimeout(pause);
  }
  return page.evaluate(() => window.keyTimes);
}

function compare(
  fields: number,
  ours: FormTimes,
  others: readonly (readonly [string, FormTimes])[],
): Comparison[] {
  const limits: Partial<Record<keyof FormTimes, number>> =
    fields === 100 ? goals : { key: goals.key, slowest: goals.slowest };
  const names = {
    address: 'mounted by address',
    click: 'mounted by click',
    key: 'key press',
    slowest: 'key press, p95',
  };
  return (Object.keys(names) as (keyof FormTimes)[]).map((figure) => {
    const limit = limits[figure] ?? null;
    const beside = others.map(([name, times]) => `${name} ${times[figure].toFixed(0)}`).join(', ');
    const best = Math.min(...others.map(([, times]) => times[figure]));
    return {
      name: `form of ${fields}, ${names[figure]}`,
      unit: 'ms',
      ours: ours[figure],
      floor: best,
      ratio: ours[figure] / best,
      goal: `${limit === null ? 'no goal' : `at most ${limit} ms`}; ${beside}`,
      isMet: limit === null || ours[figure] <= limit,
    };
  });
}
