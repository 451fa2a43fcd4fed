/**
 * Runs one task in this fresh process and prints its processor time in milliseconds: `parse` or `again`, then
 * the number of kinds; or `check`, then a folder.
 */
import { parse } from 'yaml';
import type { CompileResult } from '../../engine/config/compile.ts';
import { generatedConfig } from './generated-config.ts';

const [task = '', subject = ''] = process.argv.slice(2);

const tasks: Readonly<Record<string, () => Promise<NodeJS.CpuUsage>>> = {
  async parse() {
    const files = generatedConfig(Number(subject));
    const start = process.cpuUsage();
    for (const { text } of files) parse(text);
    return process.cpuUsage(start);
  },
  /** With one changed file, in a process that has compiled the others: the last of several edits. */
  async again() {
    const { compilePortal } = await import('../../engine/config/compile.ts');
    const files = generatedConfig(Number(subject));
    const cache = new Map();
    requirePortal(compilePortal(files, { cache }));
    let start = process.cpuUsage();
    for (let edit = 0; edit < 3; edit++) {
      const [last, ...others] = files.toReversed();
      const text = last?.text.replace('title: Maker', `title: Maker ${edit}`) ?? '';
      start = process.cpuUsage();
      requirePortal(
        compilePortal([...others.toReversed(), { path: '', name: '', ...last, text }], { cache }),
      );
    }
    return process.cpuUsage(start);
  },
  /** The command, with the start of its process. */
  async check() {
    const { check } = await import('../../engine/command/check.ts');
    await check([subject]);
    return process.cpuUsage();
  },
};

const used = await tasks[task]?.();
if (used === undefined) throw new Error(`There is no task "${task}".`);
console.log((used.user + used.system) / 1_000);

function requirePortal({ portal, diagnostics }: CompileResult): void {
  if (portal === null) throw new Error(diagnostics[0]?.message ?? 'no portal');
}
