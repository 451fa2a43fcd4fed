/**
 * The first load of pages and the way from one to the next, in Chromium with a four times slower processor: on a desk,
 * and on a phone with round trips of 150 ms. Beside them the least that React and its router need.
 */
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { eatery, fileApplication } from '../browser/begin-application.ts';
import { launchChromium } from '../browser/chromium.ts';
import { bytesOf, mostSignInBytes, recordLoadedFiles, untilCalm } from '../browser/loaded-files.ts';
import { startPortal } from '../browser/portal.ts';
import { signIn } from '../browser/visit.ts';
import { type Comparison, median } from './measure.ts';
import { serveFloor } from './page-floor/serve-floor.ts';

const rounds = 5;

interface Measured {
  readonly part: string;
  readonly name: string;
  readonly path: string;
  /** There once the page has what it is for. */
  readonly shows: string;
  readonly goals: Partial<Load>;
}

interface Load {
  readonly kilobytes: number;
  readonly requests: number;
  /** Milliseconds until the page is painted with its content. */
  readonly desk: number;
  readonly phone: number;
}

const titles: Readonly<Record<keyof Load, string>> = {
  kilobytes: 'all bytes',
  requests: 'requests',
  desk: 'painted on a desk',
  phone: 'painted on a phone',
};

const visitorsPages: readonly Measured[] = [
  {
    part: 'sign-in',
    name: 'sign-in page',
    path: '/',
    shows: 'form input',
    goals: { kilobytes: mostSignInBytes / 1000, requests: 12, desk: 800, phone: 2000 },
  },
];

const ownersPages: readonly Measured[] = [
  {
    part: 'home',
    name: 'home',
    path: '/establishment',
    shows: 'main h1',
    goals: { requests: 12, desk: 700, phone: 2000 },
  },
  {
    part: 'form',
    name: 'application form',
    path: '/establishment/application/apply',
    shows: 'main form',
    goals: { requests: 12, desk: 900, phone: 2000 },
  },
];

const routeChange = 120;

/** @param parts `sign-in`, `home`, `form` or `changes`; none: all */
export async function* run(parts: readonly string[]): AsyncGenerator<Comparison> {
  const isAsked = (part: string) => parts.length === 0 || parts.includes(part);
  const browser = await launchChromium();
  const [portal, floor] = [await startPortal(), await serveFloor()];
  try {
    const owner = await signIn(browser, portal.address, 'establishment@malay.example');
    await fileApplication(owner, { ...eatery, registration_date: '2026-02-15' });
    const signedIn = await owner.context.storageState();
    await owner.context.close();
    const least = await load(browser, { address: floor.address, path: '/', shows: 'main p' });
    for (const [pages, state] of [
      [visitorsPages, undefined],
      [ownersPages, signedIn],
    ] as const) {
      for (const page of pages.filter(({ part }) => isAsked(part))) {
        const ours = await load(browser, { ...page, address: portal.address, state });
        yield* compare(page, ours, least);
      }
    }
    if (!isAsked('changes')) return;
    const ours = await changes(browser, { address: portal.address, path: '/establishment', state: signedIn });
    const others = await changes(browser, { address: floor.address, path: '/' });
    yield* compareChanges(ours, others);
  } finally {
    await browser.close();
    await Promise.all([portal.stop(), floor.stop()]);
  }
}

interface Place {
  readonly address: string;
  readonly path: string;
  readonly state?: BrowserContextOptions['storageState'];
}

async function load(browser: Browser, page: Place & Pick<Measured, 'shows'>): Promise<Load> {
  const onDesk: Omit<Load, 'phone'>[] = [];
  const onPhone: number[] = [];
  for (let round = 0; round < rounds; round++) {
    onDesk.push(await loadOnce(browser, page, false));
    onPhone.push((await loadOnce(browser, page, true)).desk);
  }
  return {
    kilobytes: median(onDesk.map(({ kilobytes }) => kilobytes)),
    requests: median(onDesk.map(({ requests }) => requests)),
    desk: median(onDesk.map(({ desk }) => desk)),
    phone: median(onPhone),
  };
}

async function loadOnce(
  browser: Browser,
  { shows, ...place }: Place & Pick<Measured, 'shows'>,
  isPhone: boolean,
): Promise<Omit<Load, 'phone'>> {
  const { page, session } = await open(browser, place, isPhone);
  const loaded = await recordLoadedFiles(session);
  await page.goto(place.address + place.path);
  const desk = await page.evaluate(paintOf, shows);
  await untilCalm(page, () => loaded().length);
  const files = loaded();
  await page.context().close();
  return { kilobytes: bytesOf(files) / 1000, requests: files.length, desk };
}

async function open(
  browser: Browser,
  { state }: Place,
  isPhone: boolean,
): Promise<{ readonly page: Page; readonly session: CDPSession }> {
  const context = await browser.newContext({
    viewport: isPhone ? { width: 360, height: 740 } : { width: 1440, height: 900 },
    ...(state !== undefined && { storageState: state }),
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  if (isPhone) {
    const bytesPerSecond = 9_000_000 / 8;
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
  }
  return { page, session };
}

/** In the page: when it was painted with its content, in milliseconds since it was asked for. */
function paintOf(shows: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const isShown =
        document.querySelector('h1') !== null &&
        document.querySelector(shows) !== null &&
        document.querySelector('main [data-shape]') === null;
      if (performance.now() > 60_000) return reject(new Error(`${location.pathname} never shows ${shows}.`));
      if (!isShown) return requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve(performance.now()));
      port1.start();
      port2.postMessage(null);
      return undefined;
    };
    look();
  });
}

/** @returns milliseconds from a click in the navigation to the paint of the page, by path, all scripts loaded before */
async function changes(browser: Browser, place: Place): Promise<ReadonlyMap<string, number>> {
  const { page } = await open(browser, place, false);
  await page.goto(place.address + place.path);
  await page.evaluate(paintOf, 'h1');
  const links = page.locator('nav a[href^="/"]');
  const paths = await links.evaluateAll((all) => [
    ...new Set(all.filter((one) => one.checkVisibility()).map((one) => one.getAttribute('href') ?? '')),
  ]);
  const times = new Map<string, number[]>(paths.map((path) => [path, []]));
  // The first round loads what the pages need.
  for (let round = 0; round <= rounds; round++) {
    for (const path of paths) {
      const time = await page.evaluate(changeTo, path);
      if (round > 0 && time !== null) times.get(path)?.push(time);
      await page.waitForTimeout(300);
    }
  }
  await page.context().close();
  return new Map([...times].filter(([, all]) => all.length > 0).map(([path, all]) => [path, median(all)]));
}

/** In the page: follows the link. Null: it leads to where the page is. */
function changeTo(path: string): Promise<number | null> {
  return new Promise((resolve) => {
    const before = document.querySelector('main h1');
    const said = before?.textContent;
    const start = performance.now();
    document.querySelector<HTMLElement>(`nav a[href="${path}"]`)?.click();
    const look = () => {
      const heading = document.querySelector('main h1');
      const isNext = heading !== null && (heading !== before || heading.textContent !== said);
      if (performance.now() - start > 3000) return resolve(null);
      if (!isNext || document.querySelector('main [data-shape]') !== null) return requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve(performance.now() - start));
      port1.start();
      port2.postMessage(null);
      return undefined;
    };
    look();
  });
}

function compare({ name, goals }: Measured, ours: Load, least: Load): Comparison[] {
  return (Object.keys(titles) as (keyof Load)[]).map((figure) => {
    const limit = goals[figure] ?? null;
    const unit = figure === 'kilobytes' ? 'kB' : figure === 'requests' ? '' : 'ms';
    return {
      name: `${name}, ${titles[figure]}`,
      unit,
      ours: ours[figure],
      floor: least[figure],
      ratio: ours[figure] / least[figure],
      goal: limit === null ? 'no goal' : `at most ${limit} ${unit}`,
      isMet: limit === null || ours[figure] <= limit,
    };
  });
}

function compareChanges(
  ours: ReadonlyMap<string, number>,
  others: ReadonlyMap<string, number>,
): Comparison[] {
  const least = median([...others.values()]);
  return [...ours].map(([path, time]) => ({
    name: `change to ${path}`,
    unit: 'ms',
    ours: time,
    floor: least,
    ratio: time / least,
    goal: `at most ${routeChange} ms`,
    isMet: time <= routeChange,
  }));
}
