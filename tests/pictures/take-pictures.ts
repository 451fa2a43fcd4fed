/** Takes a picture of each story in one look, with a clock that stands still and nothing that moves. */
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { watchRequests } from '../axe/watch-requests.ts';
import { showStory } from '../storybook/story-page.ts';
import type { ListedStory } from '../storybook/story-server.ts';

export interface Look {
  readonly name: string;
  readonly scheme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
  /** How wide the picture is stored. */
  readonly stored: number;
}

const phone = { width: 360, height: 740, stored: 360 };
/** At half its size: the repository stays small. */
const desk = { width: 1440, height: 900, stored: 720 };

export const looks: readonly Look[] = [
  { name: 'phone-light', scheme: 'light', ...phone },
  { name: 'phone-dark', scheme: 'dark', ...phone },
  { name: 'desk-light', scheme: 'light', ...desk },
  { name: 'desk-dark', scheme: 'dark', ...desk },
];

/** Every date on a picture follows from it. */
const now = new Date('2026-12-01T02:00:00Z');

interface Studio {
  readonly browser: Browser;
  readonly address: string;
  readonly look: Look;
}

export async function takePictures(
  { browser, address, look }: Studio,
  stories: readonly ListedStory[],
  keep: (story: ListedStory, picture: Buffer) => Promise<void>,
): Promise<void> {
  const { width, height, scheme } = look;
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-PH',
    timezoneId: 'Asia/Manila',
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(now);
  const quiet = watchRequests(page);
  for (const story of stories) {
    await showStory(page, story.id, `scheme:${scheme}`);
    await keep(story, await settledPicture(page, look, quiet));
  }
  await context.close();
}

/**
 * As soon as two pictures in a row are the same: papers and photos come later than the page.
 * @param quiet waits until nothing is loading
 */
async function settledPicture(page: Page, { stored }: Look, quiet: () => Promise<void>): Promise<Buffer> {
  await page.evaluate(() => document.fonts.ready);
  await quiet();
  let last = await screenshotOf(page);
  for (let attempt = 0; attempt < 20; attempt++) {
    await quiet();
    const next = await screenshotOf(page);
    if (next.equals(last)) break;
    last = next;
  }
  return sharp(last).resize({ width: stored }).webp({ quality: 50 }).toBuffer();
}

function screenshotOf(page: Page): Promise<Buffer> {
  return page.screenshot({ animations: 'disabled', caret: 'hide' });
}
