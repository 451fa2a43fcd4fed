/** Runs commands of `munisipyo` as somebody types them. */
import { vi } from 'vitest';
import { runCommand } from '../../engine/command/run-command.ts';

export interface SaidByCommand {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** In this process: dozens of commands would wait for a process each. @param folder the working folder */
export async function runIn(folder: string, words: readonly string[]): Promise<SaidByCommand> {
  const said = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => Boolean((said[stream] += String(text)))),
  );
  const before = process.cwd();
  process.chdir(folder);
  try {
    return { status: await runCommand(words), stdout: said.stdout, stderr: said.stderr };
  } finally {
    process.chdir(before);
    for (const spy of spies) spy.mockRestore();
  }
}
