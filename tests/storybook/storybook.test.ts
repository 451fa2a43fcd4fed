/**
 * Stories in a real browser: each renders without errors and passes axe. Those in files of their own are all opened, of
 * those from the configuration a sample; `STORIES=all` opens every one.
 */
import { dirname } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations } from '../axe/faults.ts';
import { launchChromium } from '../browser/chromium.ts';
import { openVisit, takePicture } from '../browser/visit.ts';
import { hideMessages, showStory } from './story-page.ts';
import { serveStories, type ListedStory, type ServedStories } from './story-server.ts';

const isAll = process.env.STORIES === 'all';
const pages = 2;
/** After so many the rest are skipped: even if all of them hang, the test ends in time and reports them. */
const mostFaults = 10;
let served: ServedStories;
let browser: Browser;

beforeAll(async () => {
  [served, browser] = await Promise.all([serveStories(), launchChromium()]);
});

afterAll(async () => {
  await browser?.close();
  served?.stop();
});

test('every file of the configuration that shows something has its stories in the build', () => {
  expect(new Set(served.stories.map(({ importPath }) => dirname(importPath))).size).toBeGreaterThan(4);
  expect(served.stories.length).toBeGreaterThan(150);
});

test(
  'stories render, log no error and have no fault of accessibility',
  { timeout: isAll ? 3_600_000 : 1_200_000 },
  async () => {
    const waiting = isAll ? [...served.stories] : sample(served.stories);
    const faults: string[] = [];
    const openAll = async () => {
      const visit = await openVisit(browser, served.address);
      // A colour on its way to another one would be measured in between.
      await visit.page.emulateMedia({ reducedMotion: 'reduce' });
      for (let story = waiting.shift(); story && faults.length < mostFaults; story = waiting.shift()) {
        const isOnPhone = !story.tags.includes('desk') && (isAll || waiting.length % 4 === 0);
        faults.push(...(await faultsOf(visit.page, story, isOnPhone)));
        for (const problem of visit.problems.splice(0)) faults.push(`${story.id}: ${problem}`);
      }
      await visit.context.close();
    };
    await Promise.all(Array.from({ length: pages }, openAll));
    expect(faults).toEqual([]);
  },
);

/** Of the configuration a sixth of each folder's stories and at least three, evenly spread. */
function sample(stories: readonly ListedStory[]): ListedStory[] {
  const folders = Object.groupBy(stories, ({ importPath }) => dirname(importPath));
  return Object.entries(folders).flatMap(([folder, all = []]) => {
    if (!folder.startsWith('./config')) return all;
    const wanted = Math.max(3, Math.round(all.length / 6));
    const partOf = (index: number) => Math.floor((index * wanted) / all.length);
    return all.filter((_, index) => partOf(index) !== partOf(index - 1));
  });
}

async function faultsOf(page: Page, { id }: ListedStory, isOnPhone: boolean): Promise<string[]> {
  await page.setViewportSize({ width: 1440, height: 900 });
  try {
    await showStory(page, id);
  } catch (error) {
    const shown = await page.locator('body').innerText();
    return [`${id} shows no page: ${String(error)}\n${shown.trim().slice(0, 3000)}`];
  }
  await hideMessages(page);
  const wide = await violations(page);
  await takePicture(page, `${id}-1440`);
  if (!isOnPhone) return wide.map((fault) => `${id}: ${fault}`);
  await page.setViewportSize({ width: 360, height: 740 });
  const narrow = await violations(page);
  await takePicture(page, `${id}-360`);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (overflow > 0) narrow.push(`wider than a phone by ${overflow} pixels`);
  return [...wide, ...narrow.map((fault) => `at 360: ${fault}`)].map((fault) => `${id}: ${fault}`);
}
