/** Inspects the page that is open: in both widths, light and dark, enlarged, without motion, with forced colours. */
import type { Page } from 'playwright-core';
import { edgeless, lowControls, moving, overflow, unseenFocus, violations } from './faults.ts';

export interface Fault {
  /** Such as `360 px, dark`. */
  readonly view: string;
  readonly what: string;
}

export interface Inspection {
  readonly faults: readonly Fault[];
  /** In how many views the page was inspected. */
  readonly views: number;
}

/** 320 px is a desk of 1,280 px at 400%, 720 px one of 1,440 px at 200%. */
const enlarged = [320, 720] as const;

const widths = [
  [360, 740],
  [1440, 900],
] as const;

/** Other colours move nothing and rename nothing, so that the dark scheme needs only this rule. */
const ofColour = ['color-contrast'];

/** @param isThorough also without motion and with forced colours, which style sheets of whole kinds of screens decide */
export async function inspectPage(page: Page, { isThorough = false } = {}): Promise<Inspection> {
  const faults: Fault[] = [];
  let views = 0;
  const note = (view: string, found: readonly string[]) => {
    faults.push(...found.map((what) => ({ view, what })));
  };
  // A colour on its way to another one would be measured in between.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  for (const width of enlarged) {
    await page.setViewportSize({ width, height: 740 });
    note(`${width} px`, await tooWide(page));
    views += 1;
  }
  for (const [width, height] of widths) {
    await page.setViewportSize({ width, height });
    note(`${width} px`, await tooWide(page));
    note(`${width} px, light`, await violations(page));
    if (width === 360)
      note(
        `${width} px`,
        (await lowControls(page)).map((one) => `lower than 44 px: ${one}`),
      );
    await page.emulateMedia({ colorScheme: 'dark' });
    await afterFrames(page);
    note(`${width} px, dark`, await violations(page, ofColour));
    await page.emulateMedia({ colorScheme: 'light' });
    views += 2;
  }
  if (isThorough) {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    note(
      'reduced motion',
      (await moving(page)).map((one) => `moves: ${one}`),
    );
    await page.emulateMedia({ forcedColors: 'active' });
    note(
      'forced colours',
      (await edgeless(page)).map((one) => `no edge: ${one}`),
    );
    note(
      'forced colours',
      (await unseenFocus(page)).map((one) => `focus does not show: ${one}`),
    );
    await page.emulateMedia({ forcedColors: 'none' });
    views += 2;
  }
  return { faults, views };
}

/** A page changes its layout a moment after a resize. */
async function tooWide(page: Page): Promise<string[]> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await afterFrames(page);
    if ((await overflow(page)) <= 0) return [];
    await page.waitForTimeout(100);
  }
  const widest = await page.evaluate(() => {
    const outside = [...document.querySelectorAll('body *')].filter(
      (one) => one.getBoundingClientRect().right > innerWidth + 1,
    );
    return outside.slice(0, 2).map((one) => one.outerHTML.slice(0, 120));
  });
  return [`wider than the window by ${await overflow(page)} px: ${widest.join(' | ')}`];
}

function afterFrames(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}
