/** Unfinished files on the disk of this server: where they are, and when they are deleted. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { anHour } from '../../portal/time/lengths.ts';

/**
 * Files that are not finished: uploads, re-encoded pictures, pictures to print. It is local, so an upload continues on
 * the server where it began.
 */
export function workFolder(dataDirectory: string): string {
  return join(dataDirectory, 'uploads');
}

/** Deletes the files of a folder that nobody changed for some hours. @param isMeant by their name */
export async function removeOld(
  folder: string,
  hours: number,
  isMeant: (name: string) => boolean = () => true,
): Promise<void> {
  const oldest = Date.now() - hours * anHour;
  for (const name of (await readdir(folder).catch(() => [])).filter(isMeant)) {
    const path = join(folder, name);
    // Another process may have deleted it already.
    const found = await stat(path).catch(() => null);
    // A link to an old file is not old.
    if (found !== null && found.ctimeMs < oldest) await rm(path, { force: true });
  }
}
