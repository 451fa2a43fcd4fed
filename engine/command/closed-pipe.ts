/** What a command does when nobody reads its output any more, as in `munisipyo routes | head`. */

/** Is this the error of writing to a pipe whose reader is gone? */
export function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}

/** A closed pipe is not an error: the command finishes its work, and its exit code says what it found. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if (!isClosedPipe(error)) throw error;
    });
  }
}
