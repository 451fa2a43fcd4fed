/** The account of the person who orders or approves a version in the workbench. On the command line there is none. */

/** Environment variable of the commands that the workbench runs: a person may change their name between two of them. */
export const accountVariable = 'AUTHOR_ACCOUNT';

/** @returns its id; null on the command line */
export function authorAccount(): string | null {
  return process.env[accountVariable] || null;
}
