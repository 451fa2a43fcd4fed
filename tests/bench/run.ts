/**
 * `npm run bench`: all or the named benchmarks, one line for each figure; a floor or peer runs beside each in the
 * same run. Exits with 1 if a goal is not met.
 */
import { describe, type Comparison } from './measure.ts';

const benchmarks: Readonly<
  Record<string, () => Promise<{ run: () => Comparison[] | Promise<Comparison[]> }>>
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

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(`Unknown benchmark ${unknown.join(', ')}. There are: ${Object.keys(benchmarks).join(', ')}.`);
  process.exit(2);
}

let isMet = true;
for (const [name, load] of Object.entries(benchmarks)) {
  if (named.length > 0 && !named.includes(name)) continue;
  const { run } = await load();
  for (const comparison of await run()) {
    console.log(describe(comparison));
    isMet &&= comparison.isMet;
  }
}
process.exit(isMet ? 0 : 1);
