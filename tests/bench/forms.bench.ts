/**
 * Forms of 100 and 500 questions with a four times slower processor: the time until all questions are painted, by address
 * and by click, and the time from a key press to the paint that shows it. The floor is native fields with our style
 * sheets and no script; other form libraries are beside it.
 */
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../browser/chromium.ts';
import { type FormPages, serveForms } from './form-pages/serve-forms.ts';
import { median, type Comparison } from './measure.ts';

const pageNames = ['bare', 'ours', 'rjsf', 'json-forms', 'survey', 'formio'] as const;
const sizes = [100, 500] as const;
/** In each round. */
const keys = 15;
/** Longer than the pause after which a field passes its answer to the form. */
const pause = 300;

declare global {
  interface Window {
    keyTimes: number[];
    mountedAt: number | undefined;
    isReady: boolean | undefined;
    mountForm(): Promise<number>;
  }
}

interface FormPage {
  readonly browser: Browser;
  readonly pages: FormPages;
  readonly fields: number;
  readonly by: (typeof pageNames)[number];
}

interface Figure {
  readonly name: string;
  readonly of: (times: readonly number[]) => number;
  /** Milliseconds, by the number of questions. */
  readonly goals: Readonly<Record<number, number>>;
}

interface Measure {
  /** All pages in turn: a slow phase of the machine affects each of them. */
  readonly rounds: number;
  readonly take: (page: FormPage) => Promise<readonly number[]>;
  readonly figures: readonly Figure[];
}

/** By the name of the part. */
const measures: Readonly<Record<string, Measure>> = {
  address: {
    rounds: 5,
    take: mountByAddress,
    figures: [{ name: 'mounted by address', of: median, goals: { 100: 730 } }],
  },
  click: {
    rounds: 5,
    take: mountByClick,
    figures: [{ name: 'mounted by click', of: median, goals: { 100: 300 } }],
  },
  keys: {
    rounds: 3,
    take: pressKeys,
    figures: [
      { name: 'key press, least', of: (times) => Math.min(...times), goals: {} },
      { name: 'key press', of: median, goals: { 100: 16, 500: 16 } },
      { name: 'key press, p95', of: slowest, goals: { 100: 24, 500: 24 } },
    ],
  },
};

/** @param parts such as `keys-500`, `keys` or `500`; none: all. One measure of one size takes up to three minutes. */
export async function* run(parts: readonly string[]): AsyncGenerator<Comparison> {
  const pages = await serveForms(sizes);
  const browser = await launchChromium();
  try {
    for (const fields of sizes) {
      for (const [name, measure] of Object.entries(measures)) {
        const own = new Set([name, String(fields)]);
        const isAsked = parts.some((part) => part.split('-').every((word) => own.has(word)));
        if (isAsked || parts.length === 0) yield* await compare(measure, { browser, pages, fields });
      }
    }
  } finally {
    await browser.close();
    await pages.stop();
  }
}

async function compare(
  { rounds, take, figures }: Measure,
  { fields, ...where }: Omit<FormPage, 'by'>,
): Promise<Comparison[]> {
  const times = new Map<FormPage['by'], number[]>(pageNames.map((by) => [by, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [by, all] of times) all.push(...(await take({ ...where, fields, by })));
  }
  return figures.map(({ name, of, goals }) => {
    const figureOf = (by: FormPage['by']) => of(times.get(by) ?? []);
    const [floor, ours] = [figureOf('bare'), figureOf('ours')];
    const limit = goals[fields] ?? null;
    const others = pageNames.slice(2).map((by) => `${by} ${figureOf(by).toFixed(0)}`);
    return {
      name: `form of ${fields}, ${name}`,
      unit: 'ms',
      ours,
      floor,
      ratio: ours / floor,
      goal: `${limit === null ? 'no goal' : `at most ${limit} ms`}; ${others.join(', ')}`,
      isMet: limit === null || ours <= limit,
    };
  });
}

function slowest(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
}

function mountByAddress(form: FormPage): Promise<readonly number[]> {
  return visit(form, async ({ page, address, slowDown }) => {
    await slowDown();
    return [await openForm(page, address)];
  });
}

function mountByClick(form: FormPage): Promise<readonly number[]> {
  return visit(form, async ({ page, address, slowDown }) => {
    await slowDown();
    await page.goto(`${address}&click`);
    await page.waitForFunction(() => window.isReady === true, null, { timeout: 120_000 });
    return [await page.evaluate(() => window.mountForm())];
  });
}

function pressKeys(form: FormPage): Promise<readonly number[]> {
  return visit(form, async ({ page, address, slowDown }) => {
    await openForm(page, address);
    await slowDown();
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
  });
}

/** @returns milliseconds from the request to the paint of all questions */
async function openForm(page: Page, address: string): Promise<number> {
  await page.goto(address);
  await page.waitForFunction(() => window.mountedAt !== undefined, null, { timeout: 120_000 });
  return page.evaluate(() => window.mountedAt ?? Number.NaN);
}

interface FormVisit {
  readonly page: Page;
  /** Of the form, which mounts as the page opens. */
  readonly address: string;
  readonly slowDown: () => Promise<unknown>;
}

async function visit<Result>(
  { browser, pages, fields, by }: FormPage,
  use: (visit: FormVisit) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const slowDown = () => session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const result = await use({ page, address: `${pages.address}/?by=${by}&fields=${fields}`, slowDown });
  await context.close();
  return result;
}
