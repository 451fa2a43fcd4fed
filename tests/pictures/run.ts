/**
 * Compares pictures of the stories with the stored ones: light and dark, on a phone and on a desk. `--update` stores
 * the pictures as they are now. Outside `npm test`: `npm run test:pictures`.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../browser/chromium.ts';
import { root } from '../browser/portal.ts';
import { type ListedStory, type ServedStories, serveStories } from '../storybook/story-server.ts';
import { comparePictures } from './compare-pictures.ts';
import { type Look, looks, takePictures } from './take-pictures.ts';

const stored = join(root, 'tests/pictures/stored');
const found = join(root, '.cache/pictures');
const isUpdate = process.argv.includes('--update');
/** Part of an id: only these stories. */
const wanted = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? '';

const [served, browser] = await Promise.all([serveStories(), launchChromium()]);
try {
  process.exitCode = (await run(served, browser)) ? 0 : 1;
} finally {
  await browser.close();
  served.stop();
}

/** @returns whether all pictures are as they were */
async function run({ address, stories }: ServedStories, chromium: Browser): Promise<boolean> {
  const shown = stories.filter(isPictured).filter(({ id }) => id.includes(wanted));
  const isWhole = wanted === '';
  await rm(found, { recursive: true, force: true });
  if (isUpdate && isWhole) await rm(stored, { recursive: true, force: true });
  await mkdir(isUpdate ? stored : found, { recursive: true });
  const differing: string[] = [];
  for (const look of looks) {
    await takePictures({ browser: chromium, address, look }, shown, async (story, picture) => {
      const name = nameOf(story, look);
      if (isUpdate) return writeFile(join(stored, name), picture);
      const fault = await compare(name, picture);
      if (fault !== null) differing.push(`${name}: ${fault}`);
    });
    console.log(`${look.name}: ${shown.length} stories`);
  }
  if (isUpdate) return true;
  console.log(differing.length === 0 ? 'All pictures are as stored.' : differing.join('\n'));
  return differing.length === 0;
}

/** Those of foundations, components and scenes; pages of the configuration change with it. */
function isPictured({ importPath }: ListedStory): boolean {
  return importPath.startsWith('./.storybook/');
}

function nameOf({ id }: ListedStory, look: Look): string {
  return `${id}.${look.name}.webp`;
}

/** Keeps a picture that differs, and the difference, in `.cache/pictures`. */
async function compare(name: string, picture: Buffer): Promise<string | null> {
  const before = await readFile(join(stored, name)).catch(() => null);
  const { fault, difference } =
    before === null
      ? { fault: 'there is no stored picture', difference: null }
      : await comparePictures(before, picture);
  if (fault === null) return null;
  await writeFile(join(found, name), picture);
  if (difference !== null) await writeFile(join(found, name.replace('.webp', '.difference.png')), difference);
  return fault;
}
