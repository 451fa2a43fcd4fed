/** Finds the command that was asked for and runs it. */
import { commands } from './commands.ts';

/** @returns the exit code; 2 when the command is unknown */
export async function runCommand([name = '', ...args]: readonly string[]): Promise<number> {
  if (name === '--help' || name === 'help') {
    process.stdout.write(usage());
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) {
    if (!command.isServer) endWithReader();
    return (await command.load())(args);
  }
  const problem = name === '' ? 'Name a command.' : `There is no command "${name}".`;
  process.stderr.write(`${problem}\n${usage()}`);
  return 2;
}

/** Who reads no further (`routes | head`) has seen enough: that is no fault. */
function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
}

function usage(): string {
  const names = Object.keys(commands);
  const width = Math.max(...names.map((name) => name.length));
  const lines = names.map((name) => `  ${name.padEnd(width)}  ${commands[name]?.summary}\n`);
  return `Usage: munisipyo COMMAND …\n${lines.join('')}`;
}
