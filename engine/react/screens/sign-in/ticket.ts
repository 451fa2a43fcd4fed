/** The ticket with which a person comes back from a provider. */

/** @param hash of the address of the sign-in page @returns null if it has no ticket */
export function ticketIn(hash: string): string | null {
  return /^#ticket=([\w-]+)$/.exec(hash)?.[1] ?? null;
}
