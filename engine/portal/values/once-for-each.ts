/** Computes once what follows from an immutable value, such as a portal or one of its parts. */

/** @returns the same function with a cache that lives as long as the value */
export function onceForEach<Key extends object, Made extends {} | null>(
  make: (key: Key) => Made,
): (key: Key) => Made {
  const known = new WeakMap<Key, Made>();
  return (key) => {
    let made = known.get(key);
    if (made === undefined) known.set(key, (made = make(key)));
    return made;
  };
}
