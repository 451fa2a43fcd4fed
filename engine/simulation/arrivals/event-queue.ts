/** The future events of a simulation, in the order of their time. */

interface FutureEvent {
  readonly at: number;
  /** Among events of the same moment the lowest comes first. */
  readonly rank: number;
  readonly order: number;
  readonly run: () => void;
}

/** A binary heap. Events of the same moment and rank keep the order in which they were added. */
export class EventQueue {
  readonly #heap: FutureEvent[] = [];
  #added = 0;

  add(at: number, rank: number, run: () => void): void {
    const event = { at, rank, order: (this.#added += 1), run };
    const heap = this.#heap;
    let index = heap.push(event) - 1;
    while (index > 0) {
      const above = (index - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || isBefore(parent, event)) break;
      heap[index] = parent;
      index = above;
    }
    heap[index] = event;
  }

  /** Removes the next event that is not after this moment; null: there is none. */
  take(until: number): FutureEvent | null {
    const heap = this.#heap;
    const [first] = heap;
    if (first === undefined || first.at > until) return null;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let index = 0;
    for (;;) {
      const left = heap[2 * index + 1];
      const right = heap[2 * index + 2];
      const isRight = left !== undefined && right !== undefined && isBefore(right, left);
      const next = isRight ? right : left;
      if (next === undefined || isBefore(last, next)) break;
      heap[index] = next;
      index = 2 * index + (isRight ? 2 : 1);
    }
    heap[index] = last;
    return first;
  }
}

function isBefore(one: FutureEvent, other: FutureEvent): boolean {
  if (one.at !== other.at) return one.at < other.at;
  return one.rank === other.rank ? one.order < other.order : one.rank < other.rank;
}
