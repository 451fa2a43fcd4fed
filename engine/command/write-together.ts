/** Writes all files of a change of the configuration, or none: half of a rename has mistakes everywhere. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FileChange } from '../config/edit/patch.ts';
import { StartError } from '../server/process/start-error.ts';

/** @throws StartError if one cannot be written, such as on a full disk; then the others are as they were */
export function writeTogether(changes: readonly FileChange[]): void {
  const begun: FileChange[] = [];
  for (const change of changes) {
    try {
      begun.push(change);
      write(change);
    } catch (error) {
      // A new file that has appeared meanwhile belongs to somebody else.
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') begun.pop();
      const left = begun.toReversed().filter((one) => !isTakenBack(one));
      const also = left.filter((one) => one !== change).map(({ after }) => after.path);
      const reason = error instanceof Error ? error.message : String(error);
      throw new StartError(
        `${change.after.path} cannot be written: ${reason}. ${also.length === 0 ? 'Nothing was changed.' : `Could not be put back: ${also.join(', ')}.`}`,
        { cause: error },
      );
    }
  }
}

/** New files are opened so that one that has appeared meanwhile is not overwritten. */
function write({ before, after }: FileChange): void {
  mkdirSync(dirname(after.path), { recursive: true });
  if (before !== null && before.path !== after.path) renameSync(before.path, after.path);
  writeFileSync(after.path, after.text, { flag: before === null ? 'wx' : 'w' });
}

function isTakenBack({ before, after }: FileChange): boolean {
  try {
    if (before === null) rmSync(after.path, { force: true });
    else {
      if (!existsSync(before.path)) renameSync(after.path, before.path);
      writeFileSync(before.path, before.text);
    }
    return true;
  } catch {
    return false;
  }
}
