/** Works out once what follows from a value that never changes, such as a portal in force or one of its parts. */

/** @returns the same function, which keeps what it made for as long as the value is there */
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
