/** Is this file one that the item takes? Asked before a byte is sent; the server looks into the content again. */
import { text } from '../text.ts';
import { fileMessages } from '../../locales/files.ts';
export interface FileRule {
  /** Extensions without the dot. */
  readonly accepts: readonly string[];
  readonly maxBytes: number;
}

/** Null when it fits, else what a fitting file looks like. */
export function checkFile(file: Pick<File, 'name' | 'size'>, { accepts, maxBytes }: FileRule): string | null {
  const extension = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  if (!accepts.includes(extension)) {
    return text(fileMessages.chosenNotReadable, {
      file: file.name,
      kinds: sayKinds(accepts),
    });
  }
  if (file.size === 0) return text(fileMessages.chosenEmpty, { file: file.name });
  if (file.size > maxBytes) {
    return text(fileMessages.chosenTooLarge, {
      file: file.name,
      size: sayBytes(file.size),
      most: sayBytes(maxBytes),
    });
  }
  return null;
}

/** PDF, JPG or PNG */
export function sayKinds(accepts: readonly string[]): string {
  const names = accepts.filter((name) => name !== 'jpeg').map((name) => name.toUpperCase());
  return names.length < 2
    ? names.join('')
    : text(fileMessages.kindsOrLast, { kinds: names.slice(0, -1).join(', '), last: names.at(-1) ?? '' });
}

export function sayBytes(bytes: number): string {
  if (bytes < 1000) return text(fileMessages.sizeInBytes, { count: bytes });
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1).replace('.0', '')} MB`;
}
