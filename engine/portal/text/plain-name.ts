/** Makes a name of what people call something. */

/** Longest name that is made, in characters. */
const longest = 60;

/** In lower-case letters, digits and hyphens. @returns empty if nothing is left of it */
export function plainName(title: string): string {
  return title
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, longest)
    .replace(/-$/, '');
}
