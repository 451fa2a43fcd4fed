/** Renders a replay for a terminal: only what differs, and what could not be replayed. */
import { countOfNoun } from '../portal/text/noun-count.ts';
import { type DifferenceKind, differenceKinds } from './compare-runs.ts';
import type { Obstacle } from './history.ts';
import type { CountedObstacle, FoldedDifference, ReplayFindings } from './replay-histories.ts';

/** @param names of the configurations, as people know them */
export function renderReplay(
  { replayed, obstacles, differences }: ReplayFindings,
  { before, after }: { readonly before: string; readonly after: string },
): string {
  const left = sayObstacles(obstacles);
  if (replayed === 0) return `Nothing was compared: ${left === '' ? 'there are no records.' : left}\n`;
  if (differences.length === 0) {
    const same = `${countOfNoun(replayed, 'history goes', 'histories go')} the same way under ${before} and ${after}`;
    return `No difference: ${same}${left === '' ? '.' : `; ${left}`}\n`;
  }
  const sections = differenceKinds.flatMap((kind) => {
    const some = differences.filter((one) => one.kind === kind);
    return some.length === 0 ? [] : ['', titles[kind], ...some.map(lineOf)];
  });
  const lines = [
    `Replayed ${countOfNoun(replayed, 'history', 'histories')} under ${before} and under ${after}`,
    ...sections,
    ...(left === '' ? [] : ['', `Left out: ${left}`]),
  ];
  return `${lines.join('\n')}\n`;
}

const titles: Readonly<Record<DifferenceKind, string>> = {
  refused: 'Refusals',
  end: 'Ends',
  way: 'Other way, same end',
  record: 'Records',
  fee: 'Fees',
  clock: 'Clocks',
  document: 'Documents',
  notice: 'Notices',
};

function lineOf({ text, count, detail, example, event }: FoldedDifference): string {
  const day = event.at.slice(0, 'YYYY-MM-DD'.length);
  const first =
    event.what === 'time' ? `by ${day}, as time passed` : `event ${event.number}, ${event.what} on ${day}`;
  const where = [example, ...(detail === '' ? [] : [detail]), first].join(', ');
  return `  ${text}: ${countOfNoun(count, 'record', 'records')}, for example ${where}`;
}

function sayObstacles(obstacles: readonly CountedObstacle[]): string {
  const all = obstacles.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return '';
  const reasons = obstacles.map(({ reason, count, example, detail }) => {
    const where = detail === '' ? example : `${example}: ${detail}`;
    return `${count} ${sayObstacle[reason]} (${where})`;
  });
  return `${all} cannot be replayed: ${reasons.join(', ')}.`;
}

/** As a sentence goes on after a number of histories. */
const sayObstacle: Readonly<Record<Obstacle, string>> = {
  unread: 'that name or count records of too many other histories',
  erased: 'where an answer was erased',
  'changed-by-hand': 'that a migration or an erasure changed',
  choice: 'where people were chosen who are not known any more',
  'removed-paper': 'where a file was removed',
  effect: 'where an extension took part',
  'not-reproduced': 'that go another way even under the first configuration',
};
