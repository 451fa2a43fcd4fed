/** How long a password is at least: asked by the browser's forms and by the server alike. */

/** Characters. */
export const PASSWORD_MINIMUM = 10;

/** Characters as people count them: a picture is one. */
export function lengthOfPassword(password: string): number {
  return [...password].length;
}
