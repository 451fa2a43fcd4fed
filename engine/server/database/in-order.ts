/** Waits for several things that were begun at once, such as statements of one transaction. */

/**
 * Comes to an end when all of them have: none goes on after its transaction.
 * @throws what the first of them in this order throws, since those behind it fail for its sake
 */
export async function inOrder<const Works extends readonly unknown[]>(
  ...works: Works
): Promise<{ -readonly [Index in keyof Works]: Awaited<Works[Index]> }> {
  await Promise.allSettled(works);
  return Promise.all(works);
}
