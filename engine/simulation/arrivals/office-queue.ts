/** The queue of one office: officers take the oldest step first, and work in office hours. */
import type { EventQueue } from './event-queue.ts';
import type { OfficeTime } from './office-time.ts';

export interface QueueResult {
  /** Steps that came to the office. */
  readonly arrived: number;
  readonly done: number;
  /** Steps that wait or are in work at the end. */
  readonly waiting: number;
  /** Between a step's arrival and its beginning, in milliseconds of working time. */
  readonly longestWait: number;
  readonly totalWait: number;
  /** Steps whose wait is over. */
  readonly begun: number;
}

interface QueuedStep {
  readonly since: number;
  /** Working time in milliseconds. */
  readonly work: number;
  readonly done: () => void;
}

/** The end of work comes before the expiry of a clock at the same moment. */
export const ranks = { done: 0, other: 1, due: 2 } as const;

export class OfficeQueue {
  readonly #time: OfficeTime;
  readonly #events: EventQueue;
  readonly #steps: QueuedStep[] = [];
  #next = 0;
  #free: number;
  #result = { arrived: 0, done: 0, longestWait: 0, totalWait: 0, begun: 0 };

  constructor(officers: number, time: OfficeTime, events: EventQueue) {
    this.#free = officers;
    this.#time = time;
    this.#events = events;
  }

  /**
   * @param work of an officer, in milliseconds of working time
   * @param done called when it is over
   */
  add(now: number, work: number, done: () => void): void {
    this.#result.arrived += 1;
    this.#steps.push({ since: this.#time.worked(now), work, done });
    this.#begin(now);
  }

  /** Waits that are not over count until now. */
  result(now: number): QueueResult {
    const waiting = this.#steps.slice(this.#next);
    const worked = this.#time.worked(now);
    const longest = Math.max(
      this.#result.longestWait,
      ...waiting.slice(0, 1).map(({ since }) => worked - since),
    );
    const inWork = this.#result.begun - this.#result.done;
    return { ...this.#result, waiting: waiting.length + inWork, longestWait: longest };
  }

  #begin(now: number): void {
    const step = this.#steps[this.#next];
    if (step === undefined || this.#free === 0) return;
    this.#next += 1;
    this.#free -= 1;
    const result = this.#result;
    const begins = this.#time.worked(now);
    const wait = begins - step.since;
    result.begun += 1;
    result.totalWait += wait;
    result.longestWait = Math.max(result.longestWait, wait);
    const ends = Math.max(now, this.#time.momentOf(begins + step.work));
    this.#events.add(ends, ranks.done, () => {
      this.#free += 1;
      result.done += 1;
      step.done();
      this.#begin(ends);
    });
  }
}
