/** Entry of the child processes: runs one job after another. */
import type { Job, JobResult } from './task.ts';

process.on('message', (job: Job) => {
  void perform(job).then((result) => process.send?.(result));
});
// The parent has ended.
process.on('disconnect', () => process.exit());

async function perform({ module, name, input }: Job): Promise<JobResult> {
  try {
    const loaded = (await import(module)) as Readonly<Record<string, (input: unknown) => unknown>>;
    const output = await loaded[name]?.(input);
    return { ok: true, output };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
