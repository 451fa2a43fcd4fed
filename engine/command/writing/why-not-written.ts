/** Says in plain words why a file cannot be written. */

/** By the system's code. */
const reasons: Readonly<Record<string, (folder: string) => string>> = {
  ENOSPC: (folder) => `there is no space left on the disk of ${folder}`,
  EDQUOT: (folder) => `your space on the disk of ${folder} is used up`,
  EFBIG: (folder) => `files in ${folder} must not become so large`,
  EACCES: (folder) => `you may not write in ${folder}`,
  EPERM: (folder) => `you may not write in ${folder}`,
  EROFS: (folder) => `the disk of ${folder} can only be read`,
};

/**
 * @param folder that holds the file
 * @returns the end of a sentence; for an error of another kind, the system's own words
 */
export function whyNotWritten(error: unknown, folder: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const say = Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  return say?.(folder) ?? (error instanceof Error ? error.message : String(error));
}
