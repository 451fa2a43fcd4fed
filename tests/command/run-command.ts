/** Runs commands of `munisipyo` as somebody types them. */
import { vi } from 'vitest';
import { runCommand } from '../../engine/command/run-command.ts';

export interface SaidByCommand {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

const streams = ['stdout', 'stderr'] as const;

/**
 * In this process: dozens of commands would wait for a process each.
 * @param folder the working folder
 * @param environment beside that of this process
 */
export async function runIn(
  folder: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<SaidByCommand> {
  const said = { stdout: '', stderr: '' };
  const spies = streams.map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => Boolean((said[stream] += String(text)))),
  );
  // A command listens for errors of its output until its process ends.
  const heard = streams.map((stream) => process[stream].listeners('error'));
  const before = process.cwd();
  process.chdir(folder);
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  try {
    return { status: await runCommand(words), stdout: said.stdout, stderr: said.stderr };
  } finally {
    vi.unstubAllEnvs();
    process.chdir(before);
    for (const spy of spies) spy.mockRestore();
    for (const [index, stream] of streams.entries())
      for (const listener of process[stream].listeners('error'))
        if (heard[index]?.includes(listener) !== true) process[stream].off('error', listener as () => void);
  }
}
