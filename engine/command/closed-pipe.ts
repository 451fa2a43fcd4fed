/** What a command does when its output pipe is closed, as in `munisipyo routes | head`. */
import { whyNotWritten } from './writing/why-not-written.ts';

/** Decides whether this is the error of writing to a closed pipe. */
export function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}

/**
 * A closed pipe is not an error: the command finishes, and its exit code reports its findings. Output that cannot be
 * written, such as to a file on a full disk, ends the command.
 */
export function ignoreClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if (isClosedPipe(error)) return;
      if (stream === process.stdout)
        process.stderr.write(`The output cannot be written: ${whyNotWritten(error, 'its folder')}.\n`);
      process.exit(1);
    });
  }
}
