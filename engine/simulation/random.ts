/** Chance that can be repeated: the same seed gives the same choices. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from 0 up to, but not including, `below`. */
  below(below: number): number;
  chance(probability: number): boolean;
  /** @throws RangeError for an empty list */
  pick<T>(from: readonly T[]): T;
  /** By weight; a weight of 0 is never picked, unless all are. */
  weighted<T>(from: readonly T[], weight: (one: T) => number): T;
}

/** mulberry32: 32 bits of state are plenty for choosing among a few. */
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
