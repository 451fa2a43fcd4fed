/** The minimum length of a password. The browser's forms and the server both use it. */

/** Characters. */
export const PASSWORD_MINIMUM = 10;

/** Characters as people count them: an emoji is one. */
export function lengthOfPassword(password: string): number {
  return [...password].length;
}
