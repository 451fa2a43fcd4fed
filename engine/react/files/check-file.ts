/** Checks whether an item accepts this file, before anything is sent. The server checks the content again. */
import { message, type Message } from '../../locales/message.ts';
import { fileMessages } from '../../locales/files.ts';

export interface FileRule {
  /** Extensions without the dot. */
  readonly accepts: readonly string[];
  readonly maxBytes: number;
}

/** @returns why the item rejects this file, or null */
export function checkFile(
  { name, size }: Pick<File, 'name' | 'size'>,
  { accepts, maxBytes }: FileRule,
): Message | null {
  const extension = name.split('.').at(-1)?.toLowerCase() ?? '';
  if (!accepts.includes(extension))
    return message(fileMessages.chosenNotReadable, { file: name, kinds: kindsOf(accepts) });
  if (size === 0) return message(fileMessages.chosenEmpty, { file: name });
  if (size <= maxBytes) return null;
  return message(fileMessages.chosenTooLarge, {
    file: name,
    size: { bytes: size },
    most: { bytes: maxBytes },
  });
}

/** The files that an item accepts: “PDF, JPG or PNG, up to 10 MB.” */
export function rulesOf({ accepts, maxBytes }: FileRule): Message {
  return message(fileMessages.kindsAndSize, { kinds: kindsOf(accepts), size: { bytes: maxBytes } });
}

function kindsOf(accepts: readonly string[]): { readonly oneOf: readonly string[] } {
  return { oneOf: accepts.filter((name) => name !== 'jpeg').map((name) => name.toUpperCase()) };
}
