/** Repeatable randomness: the same seed gives the same choices. */
export interface Random {
  /** At least 0 and less than 1. */
  next(): number;
  /** A whole number of at least 0 and less than `below`. */
  below(below: number): number;
  chance(probability: number): boolean;
  /** @throws RangeError for an empty list */
  pick<T>(from: readonly T[]): T;
  /** By weight. A weight of 0 is never picked, unless all are 0. */
  weighted<T>(from: readonly T[], weight: (one: T) => number): T;
}

/** mulberry32: 32 bits of state are enough for choices among few. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const pick = <T>(from: readonly T[]): T => {
    const found = from[below(from.length)];
    if (found === undefined) throw new RangeError('There is nothing to pick from.');
    return found;
  };
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick,
    weighted(from, weight) {
      const total = from.reduce((sum, one) => sum + weight(one), 0);
      let left = next() * total;
      for (const one of from) {
        left -= weight(one);
        if (left < 0) return one;
      }
      return pick(from);
    },
  };
}
