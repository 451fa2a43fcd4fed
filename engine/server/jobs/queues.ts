/** The queues, one for each kind of job: how often a job is retried, and how many may wait. */
import type { Queue } from 'pg-boss';
import type { JobName } from './jobs-part.ts';

export type QueueRules = Omit<
  Queue,
  'name' | 'deadLetter' | 'partition' | 'heartbeatSeconds' | 'warningQueueSize'
>;

/**
 * A server may be down for half a day without losses: retries after half a minute, one minute, two … then every hour.
 */
const outside: QueueRules = {
  retryLimit: 18,
  retryDelay: 30,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 180,
  deleteAfterSeconds: 86_400,
};

export const queues: Readonly<Record<JobName, QueueRules>> = {
  message: outside,
  effect: outside,
  // At most one waits, and none is retried, because the next minute adds another.
  wake: { policy: 'short', retryLimit: 0, expireInSeconds: 600, deleteAfterSeconds: 3600 },
  anchor: { policy: 'short', retryLimit: 2, expireInSeconds: 600, deleteAfterSeconds: 86_400 },
  audit: { policy: 'short', retryLimit: 2, expireInSeconds: 7200, deleteAfterSeconds: 86_400 },
};

/** Number of jobs of a kind that one process fetches at a time. */
export const batchSizes: Readonly<Record<JobName, number>> = {
  message: 8,
  effect: 8,
  wake: 1,
  anchor: 1,
  audit: 1,
};
