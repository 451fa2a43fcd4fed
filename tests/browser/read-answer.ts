/** What the API answered to one read, whether it travelled alone or with others. */
import type { Response } from 'playwright-core';
import type { BatchPart } from '../../engine/contract/batch.ts';

/** @returns the JSON that was read from this path; undefined: this response has nothing of it */
export async function readAnswer(response: Response, path: string): Promise<unknown> {
  const { pathname, searchParams } = new URL(response.url());
  if (pathname.endsWith(`/api/v1/${path}`)) return response.json();
  const index = searchParams.getAll('paths').indexOf(path);
  if (!pathname.endsWith('/api/v1/batch') || index < 0) return undefined;
  return ((await response.json()) as readonly BatchPart[])[index]?.body;
}
