/** Renders the comparison of rights for a person: as text, or as a table of Markdown. */
import { countOfNoun } from '../portal/text/noun-count.ts';
import type { Portal } from '../portal/model/portal.ts';
import type { RightComparison } from './compare-rights.ts';
import type { RightChange, RightWitness } from './right-change.ts';
import { escapeMarkdown } from './render-plan.ts';
import { witnessCommand } from './witness-command.ts';

/** How each right reads, with the department before it. */
const verbs: Readonly<Record<RightChange['what'], string>> = {
  page: 'open',
  step: 'take',
  read: 'read',
  update: 'change',
};

/** @param after the later configuration */
export function renderRights({ changes, same }: RightComparison, after: Portal): string {
  const lines = changes.flatMap((change, at) => {
    const place = change.place === null ? '' : `  ${change.place.file}:${change.place.line}`;
    const command = witnessCommand(after, change);
    const below = [sayWitness(change), ...(command === null ? [] : [`${at + 1}: ${command}`])];
    return [
      `${change.verdict.padEnd(10)} ${sayRight(change)}${place}`,
      ...below.map((line) => `${' '.repeat(11)}${line}`),
    ];
  });
  return `${[...lines, `${'same'.padEnd(10)} ${saySame(same)}`].join('\n')}\n`;
}

export function renderRightsMarkdown({ changes, same }: RightComparison): string {
  const rows = changes.map((change) =>
    [change.verdict, sayRight(change), sayWitness(change)].map(escapeMarkdown).join(' | '),
  );
  return [
    'right | who and what | for example',
    '--- | --- | ---',
    ...rows,
    `same | ${saySame(same)} |`,
    '',
  ].join('\n');
}

function saySame(count: number): string {
  return countOfNoun(count, 'other', 'others');
}

function sayRight({ what, name, title, department, states }: RightChange): string {
  const who = department ?? 'anybody without an account';
  const titled = title === null ? '' : ` "${title}"`;
  const inStates = states.length === 0 ? '' : ` in ${states.join(', ')}`;
  return `${who}: ${verbs[what]} ${name}${titled}${inStates}`;
}

function sayWitness({ witness }: RightChange): string {
  if (witness === null) return 'too many cases to try them all';
  const told = [
    ...sayFlags(witness),
    ...(witness.state === null ? [] : [`state: ${witness.state}`]),
    ...witness.holds,
  ];
  const when = told.length === 0 ? '' : `, if ${told.join(', ')}`;
  return witness.permits === 'after' ? `now permitted${when}` : `no longer permitted${when}`;
}

function sayFlags({ flags }: RightWitness): string[] {
  return Object.entries(flags).map(([flag, value]) => (value === true ? `can: ${flag}` : `not can: ${flag}`));
}
