/** The arguments of a command, and the answer to wrong ones. */
import { statSync } from 'node:fs';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

/** @returns null for an unknown option, or one without its value */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch {
    return null;
  }
}

/** `access,!approve`: the first is true, the second false. */
export function parseFlags(said: readonly string[]): Record<string, boolean> {
  const flags = said.flatMap((one) => one.split(',')).filter((flag) => flag !== '');
  return Object.fromEntries(
    flags.map((flag) => (flag.startsWith('!') ? [flag.slice(1), false] : [flag, true])),
  );
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Writes why to standard error. @returns the exit code, 2 for wrong arguments */
export function refuse<Code extends 1 | 2 = 2>(text: string, code = 2 as Code): Code {
  process.stderr.write(text);
  return code;
}
