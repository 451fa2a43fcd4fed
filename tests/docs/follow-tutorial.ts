/** Does what a tutorial says: writes its files, types its commands, and compares what it shows. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../architecture/sources.ts';
import { filesOf } from './garden.ts';

/** The steps of the page: title and text. */
export function stepsOf(page: string): (readonly [title: string, step: string])[] {
  const steps = page.split(/^## /m).slice(1);
  return steps.map((step) => [step.slice(0, step.indexOf('\n')), step] as const);
}

/** Writes the files of a step and types its commands. @returns what fails, or shows something else than the page says */
export function faultsOfStep(folder: string, step: string): string[] {
  for (const { path, text } of filesOf(step)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const commands = step.matchAll(
    /^```sh\n([\s\S]*?)^```(?:\n+(?:You should see:\n+)?```text\n([\s\S]*?)^```)?/gm,
  );
  return [...commands].flatMap(([, lines = '', shown = '']) => {
    const typed = lines
      .trim()
      .split('\n')
      .filter((line) => /npx munisipyo (check|test|routes|explain)/.test(line));
    const outputs = typed.map((line) => run(folder, line));
    const output = outputs.map((one) => one.output).join('');
    const isSame = typed.length === 0 || output.includes(shown.trimEnd());
    return isSame && outputs.every(({ status }) => status === 0) ? [] : [`${lines}${output}`];
  });
}

export function run(
  folder: string,
  line: string,
): { readonly status: number | null; readonly output: string } {
  const words = line.replace('npx munisipyo', `${process.execPath} ${join(root, 'src/cli.ts')}`);
  const { status, stdout, stderr } = spawnSync('sh', ['-c', words], { cwd: folder, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}
