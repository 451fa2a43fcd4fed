/** Facts that are computed once, on first use: a step needs few of the facts of its records. */
import type { Value } from '../model/condition.ts';

/**
 * An object that behaves as if all facts were computed.
 * @param names the names of all possible facts; called only when somebody lists them
 * @param compute returns undefined if the fact does not exist
 */
export function lazyFacts(
  names: () => readonly string[],
  compute: (name: string) => Value | undefined,
): Record<string, Value> {
  const known = new Set<string>();
  const know = (facts: Record<string, Value>, name: string | symbol): void => {
    if (typeof name === 'symbol' || known.has(name)) return;
    known.add(name);
    const value = compute(name);
    if (value !== undefined) facts[name] = value;
  };
  return new Proxy<Record<string, Value>>(
    {},
    {
      get(facts, name) {
        know(facts, name);
        return Reflect.get(facts, name) as unknown;
      },
      has(facts, name) {
        know(facts, name);
        return Reflect.has(facts, name);
      },
      getOwnPropertyDescriptor(facts, name) {
        know(facts, name);
        return Reflect.getOwnPropertyDescriptor(facts, name);
      },
      ownKeys(facts) {
        for (const name of names()) know(facts, name);
        return Reflect.ownKeys(facts);
      },
    },
  );
}
