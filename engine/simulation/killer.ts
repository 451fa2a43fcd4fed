/** Kills servers in the middle of their work, every so many calls. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from './random.ts';
import type { Servers } from './servers.ts';

/** Calls that write before the first kill, and at least between two. */
const before = 20;
const between = 300;
/** A call takes about so many milliseconds: the kill comes at any moment of it. */
const longest = 30;

/** @returns what is to be told of each call that writes, as it is sent */
export function killsBetween(servers: Servers, random: Random): () => void {
  let left = before;
  return () => {
    left -= 1;
    if (left > 0) return;
    left = between + random.below(between);
    const index = random.below(1000);
    void sleep(random.below(longest)).then(() => servers.kill(index));
  };
}
