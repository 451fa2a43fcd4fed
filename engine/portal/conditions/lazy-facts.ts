/** Facts that are computed when they are asked for, each once: a step asks for few of those that its records have. */
import type { Value } from '../model/condition.ts';

/**
 * An object that looks as if it had been filled already.
 * @param names of all facts that there may be; asked only where somebody looks at all of them
 * @param compute undefined: the fact is not there
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
