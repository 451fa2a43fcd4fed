/** The letter in the seal: the same at the top of every page and on every document. */

/** The first letter or digit of the portal's title; `''` where it has none. */
export function sealLetter(title: string): string {
  return /[\p{L}\p{N}]/u.exec(title)?.[0] ?? '';
}
