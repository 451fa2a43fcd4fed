/** A clock that the simulation turns on, in all its threads at once. */

export interface Clock {
  readonly now: () => Date;
  readonly advance: (milliseconds: number) => void;
}

/** @param memory 8 bytes that the threads share: how far the clock is ahead of the system's, in milliseconds */
export function clockOf(memory: SharedArrayBuffer): Clock {
  const ahead = new Float64Array(memory);
  return {
    now: () => new Date(Date.now() + (ahead[0] ?? 0)),
    advance: (milliseconds) => {
      ahead[0] = (ahead[0] ?? 0) + milliseconds;
    },
  };
}
