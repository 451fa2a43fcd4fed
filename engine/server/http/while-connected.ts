/** Aborts work when its caller has closed the connection. */
import type { IncomingMessage } from 'node:http';

/** @param work gets a signal that aborts if the connection closes before the work ends */
export async function whileConnected<Result>(
  { socket }: IncomingMessage,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const leave = (): void => controller.abort();
  if (socket.destroyed) leave();
  socket.once('close', leave);
  try {
    return await work(controller.signal);
  } finally {
    socket.off('close', leave);
  }
}
