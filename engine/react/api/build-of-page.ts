/** Which build of the browser's part runs: what another build has kept may have another shape. */

/** The address of the script that the page begins with: its name changes with everything that is built. */
export function buildOfPage(): string {
  return document.querySelector<HTMLScriptElement>('script[type=module]:not([async])')?.src ?? '';
}
