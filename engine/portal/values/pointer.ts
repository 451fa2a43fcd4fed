/** JSON Pointers (RFC 6901): the address of a part of a document. */

/** Creates a JSON Pointer from keys and indices. */
export function pointerTo(...keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The keys of a JSON Pointer; an index is returned as text. */
export function keysOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
