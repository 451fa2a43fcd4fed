/** Entry point of the child processes: runs one job after another. */
import { Worker } from 'node:worker_threads';
import type { ConfinedJob, JobResult } from './task.ts';

process.on('message', (job: ConfinedJob) => {
  void perform(job).then((result) => process.send?.(result));
});
// The parent has ended, or has no more work.
process.on('disconnect', () => process.exit());
// A task that blocks its thread would not receive the message.
const watch = `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, 'SIGKILL'), 1000)`;
// Without its own limits the thread would reserve as much memory as the process.
const resourceLimits = {
  maxOldGenerationSizeMb: 8,
  maxYoungGenerationSizeMb: 1,
  codeRangeSizeMb: 4,
  stackSizeMb: 1,
};
new Worker(watch, { eval: true, resourceLimits }).unref();

async function perform({ module, name, input }: ConfinedJob): Promise<JobResult> {
  try {
    const loaded = (await import(module)) as Readonly<Record<string, (input: unknown) => unknown>>;
    const output = await loaded[name]?.(input);
    return { ok: true, output };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
