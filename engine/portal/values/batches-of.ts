/** Splits long lists, so that no query and no answer of the database is too large. */

/** @returns the elements in their order, at most `size` at a time */
export function* batchesOf<Element>(all: readonly Element[], size: number): Generator<readonly Element[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}
