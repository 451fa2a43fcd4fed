/**
 * `npm run bench`: all or the named benchmarks, one line for each figure as soon as it is measured; a floor or peer runs
 * beside each in the same run. `pages:home` measures one part of a benchmark. Exits with 1 if a goal is not met.
 */
import { describe, type Comparison } from './measure.ts';

/** Each figure is printed as soon as it is known. */
type Comparisons = Comparison[] | Promise<Comparison[]> | AsyncIterable<Comparison>;

const benchmarks: Readonly<
  Record<string, () => Promise<{ run: (parts: readonly string[]) => Comparisons }>>
> = {
  decide: () => import('./decide.bench.ts'),
  compile: () => import('./compile.bench.ts'),
  records: () => import('./records.bench.ts'),
  lists: () => import('./lists.bench.ts'),
  reports: () => import('./reports.bench.ts'),
  life: () => import('./life.bench.ts'),
  forms: () => import('./forms.bench.ts'),
  pages: () => import('./pages.bench.ts'),
};

const named = process.argv.slice(2).map((one) => {
  const [name = '', part] = one.split(':');
  return { name, part };
});
const unknown = named.map(({ name }) => name).filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(`Unknown benchmark ${unknown.join(', ')}. There are: ${Object.keys(benchmarks).join(', ')}.`);
  process.exit(2);
}

let isMet = true;
for (const [name, load] of Object.entries(benchmarks)) {
  const asked = named.filter((one) => one.name === name);
  if (named.length > 0 && asked.length === 0) continue;
  const { run } = await load();
  const parts = asked.flatMap(({ part }) => part ?? []);
  let count = 0;
  for await (const comparison of await run(parts)) {
    console.log(describe(comparison));
    isMet &&= comparison.isMet;
    count += 1;
  }
  if (count === 0) {
    console.error(`The benchmark ${name} has no part ${parts.join(', ')}.`);
    isMet = false;
  }
}
process.exit(isMet ? 0 : 1);
