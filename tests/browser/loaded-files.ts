/** The files that a page loads over the network, with their transferred bytes, headers included. */
import type { CDPSession, Page } from 'playwright-core';

export interface LoadedFile {
  readonly path: string;
  readonly bytes: number;
}

/** For the sign-in page with everything that it loads: people open it over slow connections. */
export const mostSignInBytes = 150_000;

/** Call it before the page opens. @returns a function that lists the files loaded since, the largest first */
export async function recordLoadedFiles(session: CDPSession): Promise<() => LoadedFile[]> {
  const paths = new Map<string, string>();
  const files: LoadedFile[] = [];
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const { protocol, pathname } = new URL(response.url);
    // The browser tells of what a style sheet contains, too: it came with that file.
    if (protocol !== 'data:') paths.set(requestId, pathname);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId);
    if (path !== undefined) files.push({ path, bytes: encodedDataLength });
  });
  await session.send('Network.enable');
  return () => files.toSorted((one, other) => other.bytes - one.bytes);
}

export function bytesOf(files: readonly LoadedFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Milliseconds without anything new. */
const calm = 1_000;

/** Waits until nothing more loads. The stream of changes never ends, so that the network is never idle. */
export async function untilCalm(page: Page, countOf: () => number): Promise<void> {
  for (let before = -1; before !== countOf();) {
    before = countOf();
    await page.waitForTimeout(calm);
  }
}
