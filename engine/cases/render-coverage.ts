/** Renders which rules no test has used. */
import type { CoveredRules, UnusedRule } from './coverage.ts';

/** How many rules of each sort are named, unless all are wanted. */
const namedOfEach = 2;

/** Counts, and the places of some rules; '' if the tests have used everything. */
export function renderCoverage(covered: readonly CoveredRules[]): string {
  const unused = covered.filter((one) => one.unused.length > 0);
  const named = unused.flatMap((one) => one.unused.slice(0, namedOfEach));
  const more = unused.reduce((sum, one) => sum + one.unused.length, 0) - named.length;
  if (unused.length === 0) return '';
  return [
    sayCounts(unused),
    ...named.map(sayRule),
    ...(more > 0 ? [`  … ${more} more, --all`] : []),
    '',
  ].join('\n');
}

/** Every rule, by sort. */
export function renderWholeCoverage(covered: readonly CoveredRules[]): string {
  const unused = covered.filter((one) => one.unused.length > 0);
  return unused.map((one) => [sayCounts([one]), ...one.unused.map(sayRule), ''].join('\n')).join('\n');
}

function sayCounts(unused: readonly CoveredRules[]): string {
  const counts = unused.map(({ noun: [many, one], total, unused: { length } }) => {
    return `${length} of ${total} ${total === 1 ? one : many}`;
  });
  return `Never used by any case or story: ${counts.join(', ')}.`;
}

function sayRule({ place, name }: UnusedRule): string {
  return `  ${place.file}:${place.line}:${place.column}  ${name}`;
}
