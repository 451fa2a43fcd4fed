/** Waits for several promises that run at the same time, such as statements of one transaction. */

/**
 * Settles when all of them have, so none continues after its transaction.
 * @throws the error of the first of them in this order, because later ones fail as a consequence
 */
export async function inOrder<const Works extends readonly unknown[]>(
  ...works: Works
): Promise<{ -readonly [Index in keyof Works]: Awaited<Works[Index]> }> {
  await Promise.allSettled(works);
  return Promise.all(works);
}
