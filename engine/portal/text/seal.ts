/** The letter in the seal at the top of every page and on every document. */

/** The first letter of the portal's title as a capital, or its first digit; `''` if it has neither. */
export function sealLetter(title: string): string {
  const letter = /[\p{L}\p{N}]/u.exec(title)?.[0] ?? '';
  const capital = letter.toUpperCase();
  // A few letters, such as "ß", have no single capital.
  return [...capital].length === 1 ? capital : letter;
}
