/** Times two ways of doing the same work in turn, so that a slow phase of the machine affects both. */

export interface Comparison {
  readonly name: string;
  readonly unit: string;
  /** Medians. */
  readonly ours: number;
  readonly floor: number | null;
  /** ours / floor (times) or floor / ours (throughput share), depending on `goal`; null without a floor. */
  readonly ratio: number | null;
  readonly goal: string;
  readonly isMet: boolean;
}

/** Median of a list of numbers; the list must not be empty. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Nanoseconds of one call, from the median of several batches of `work`. */
export function nanosecondsPerCall(work: () => void, calls: number, batches = 15): number {
  work();
  const times: number[] = [];
  for (let batch = 0; batch < batches; batch++) {
    const start = process.hrtime.bigint();
    for (let call = 0; call < calls; call++) work();
    times.push(Number(process.hrtime.bigint() - start) / calls);
  }
  return median(times);
}

/** Runs `ours` and `floor` in turn and returns the median of each. */
export async function inTurn(
  rounds: number,
  ours: () => Promise<number>,
  floor: () => Promise<number>,
): Promise<{ ours: number; floor: number }> {
  const figures = { ours: [] as number[], floor: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    figures.ours.push(await ours());
    figures.floor.push(await floor());
  }
  return { ours: median(figures.ours), floor: median(figures.floor) };
}

/** One line of a benchmark's table. */
export function describe(comparison: Comparison): string {
  const floor = comparison.floor === null ? '' : `  floor ${format(comparison.floor)}`;
  const ratio = comparison.ratio === null ? '' : `  ratio ${comparison.ratio.toFixed(2)}`;
  const verdict = comparison.isMet ? 'met' : 'NOT MET';
  return `${comparison.name.padEnd(52)} ${format(comparison.ours)} ${comparison.unit}${floor}${ratio}  (${comparison.goal}: ${verdict})`;
}

function format(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
