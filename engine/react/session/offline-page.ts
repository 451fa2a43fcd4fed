/** Registers the service worker, once a page of somebody who is signed in has loaded. */
import { buildOfPage } from '../api/build-of-page.ts';
import { workerOfPage } from './worker-of-page.ts';

/** What the page tells the worker. */
export interface LoadedPage {
  /** Another one means another shell: a new build, another language, other colours, another configuration. */
  readonly edition: string;
  /** Paths of the files that the page has loaded, and of what it needs without a connection. */
  readonly files: readonly string[];
}

/** Milliseconds after the first page: what it needs goes first. */
const rest = 2000;

/**
 * If the browser has no workers or refuses them, nothing fails.
 *
 * @param hash of the configuration
 * @param besides paths of what the page has not loaded, and needs without a connection
 */
export async function prepareOffline(hash: string, besides: readonly string[] = []): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const address = workerOfPage();
  await (address === null ? removeWorker() : registerWorker(address, hash, besides)).catch(() => {});
}

async function registerWorker(address: string, hash: string, besides: readonly string[]): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, rest));
  const container = navigator.serviceWorker;
  const { active } = await container.register(address).then(() => container.ready);
  if (container.controller === null)
    await new Promise<void>((resolve) => {
      container.addEventListener('controllerchange', () => resolve(), { once: true });
      // A page that was loaded past the worker, with Shift and Reload, gets none.
      setTimeout(resolve, rest);
    });
  const page: LoadedPage = {
    edition: `${buildOfPage()} ${document.documentElement.lang} ${schemeOfPage()} ${hash}`,
    files: [...filesOfPage(), ...besides],
  };
  (container.controller ?? active)?.postMessage(page);
}

/** Its administrators have switched it off. */
async function removeWorker(): Promise<void> {
  const all = await navigator.serviceWorker.getRegistrations();
  if (all.length === 0) return;
  await Promise.all(all.map((one) => one.unregister()));
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

function schemeOfPage(): string {
  return document.documentElement.dataset['mantineColorScheme'] ?? '';
}

function filesOfPage(): readonly string[] {
  const addresses = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const own = addresses.filter(({ origin }) => origin === window.location.origin);
  return [...new Set(own.map(({ pathname }) => pathname))];
}
