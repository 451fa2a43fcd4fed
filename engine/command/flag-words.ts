/** Flags in the notation of the command line. */

/** `access,!approve`: the first is true, the second false. */
export function parseFlags(said: readonly string[]): Record<string, boolean> {
  const flags = said.flatMap((one) => one.split(',')).filter((flag) => flag !== '');
  return Object.fromEntries(
    flags.map((flag) => (flag.startsWith('!') ? [flag.slice(1), false] : [flag, true])),
  );
}
