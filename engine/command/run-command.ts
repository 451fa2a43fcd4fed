/** Finds the requested command and runs it. */
import { ignoreClosedPipe } from './closed-pipe.ts';
import { type CommandEntry, commands } from './commands.ts';

/** @returns the exit code; 2 if the command is unknown */
export async function runCommand([name = '', ...args]: readonly string[]): Promise<number> {
  const isHelp = name === 'help' || helping.has(name);
  const asked = isHelp ? (args[0] ?? '') : name;
  const command = Object.hasOwn(commands, asked) ? commands[asked] : undefined;
  if (isHelp && asked === '') return tell(usage());
  if (command === undefined) {
    const problem = asked === '' ? 'Name a command.' : `There is no command "${asked}".`;
    process.stderr.write(`${problem}\n${usage()}`);
    return 2;
  }
  if (!command.isServer) ignoreClosedPipe();
  const { run, usage: usageOfCommand } = await command.load();
  return isHelp || args.some((word) => helping.has(word))
    ? tell(usageOfCommand)
    : runPlainly(() => run(args), command);
}

/** An error that an operator can correct is one line. Any other error is a defect and keeps its stack. */
async function runPlainly(run: () => Promise<number>, { exitCodeOfFault }: CommandEntry): Promise<number> {
  try {
    return await run();
  } catch (error) {
    const { exitCodeOf, explainFault } = await import('../server/kernel/explain-fault.ts');
    const line = explainFault(error);
    if (line === null) throw error;
    process.stderr.write(`${line}\n`);
    return exitCodeOfFault ?? exitCodeOf(error);
  }
}

const helping: ReadonlySet<string> = new Set(['--help', '-h']);

function tell(text: string): number {
  process.stdout.write(text);
  return 0;
}

function usage(): string {
  const names = Object.keys(commands);
  const width = Math.max(...names.map((name) => name.length));
  const lines = names.map((name) => `  ${name.padEnd(width)}  ${commands[name]?.summary}\n`);
  return `Usage: munisipyo COMMAND …\n${lines.join('')}To see the arguments of a command: munisipyo help COMMAND\n`;
}
