/** Finds the command that was asked for; each is loaded only when it runs. */

/** Takes the words after the command's name; answers the exit code. */
export type Command = (args: readonly string[]) => Promise<number>;

const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  routes: async () => (await import('./routes.ts')).routes,
  explain: async () => (await import('./explain.ts')).explain,
  start: async () => {
    const { start } = await import('./start/start.ts');
    return () => start();
  },
};

/** @returns 2 when the command is unknown. */
export async function runCommand([name = '', ...args]: readonly string[]): Promise<number> {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load) return (await load())(args);
  process.stderr.write(`Usage: munisipyo COMMAND …\nCommands: ${Object.keys(COMMANDS).join(', ')}\n`);
  return 2;
}
