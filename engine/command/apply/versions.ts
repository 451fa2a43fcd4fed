/** `munisipyo versions`: lists the configurations that were in force, and prunes the files of old ones. */
import type { ListedVersion } from '../../server/portals/config-files.ts';
import { listVersions } from '../../server/portals/config-files.ts';
import { countOfNoun } from '../../portal/text/noun-count.ts';
import { listWished, waitingName, type WishedVersion } from '../../server/portals/wished-versions.ts';
import { prune } from './prune.ts';
import { readArguments, refuse } from '../arguments.ts';
import { asking } from '../plan/read-kept.ts';

export const usage = `Usage: munisipyo versions [--waiting] [--json]
       munisipyo versions --prune [--dry-run]
Lists the configurations that were in force in this database, the newest first, with who
put each in force with "munisipyo apply", and why, and the files that changed.
--waiting: lists those that wait for their time or for somebody who approves them.
--prune: prunes the files of old versions now, as "versions: { keepFiles: … }" in portal.yaml says. A server does this
every night. Numbers, hashes and plans are kept, and so are the files of each version that a record refers to, or that
waits, and of the last two. --dry-run: only says which.
Exit code: 0 done; 2 wrong arguments, no rule, or no database.
`;

/** @returns the exit code */
export async function versions(args: readonly string[]): Promise<number> {
  const words = readArguments(args, {
    json: { type: 'boolean' },
    waiting: { type: 'boolean' },
    prune: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
  });
  if (words === null || words.positionals.length > 0) return refuse(usage);
  const { waiting: isWaiting = false, prune: isPruning = false, 'dry-run': isTrial = false } = words.values;
  if ((isWaiting && isPruning) || (isTrial && !isPruning)) return refuse(usage);
  if (isPruning) return prune(isTrial);
  if (isWaiting) return waiting(words.values.json === true);
  const found = await asking(listVersions);
  if (typeof found === 'string') return refuse(`${found}\n`);
  process.stdout.write(words.values.json === true ? `${JSON.stringify(found, null, 2)}\n` : toText(found));
  return 0;
}

async function waiting(isJson: boolean): Promise<number> {
  const found = await asking(listWished);
  if (typeof found === 'string') return refuse(`${found}\n`);
  process.stdout.write(
    isJson
      ? `${JSON.stringify(
          found.map((one) => ({ name: waitingName(one.number), ...one })),
          null,
          2,
        )}\n`
      : found.map(sayWish).join('') || 'No version waits.\n',
  );
  return 0;
}

function sayWish({ number, author, message, due, needsApproval, approver, reason }: WishedVersion): string {
  const terms = [
    ...(due === null ? [] : [`from ${sayAt(due)}`]),
    ...(needsApproval ? [approver === null ? 'needs approval' : `approved by ${approver}`] : []),
  ];
  return `${waitingName(number)}  ${author}: ${message}  ${terms.join(', ')}\n${reason === null ? '' : `   ${reason}\n`}`;
}

function sayAt(moment: string): string {
  return `${moment.slice(0, 16).replace('T', ' ')} UTC`;
}

function toText(found: readonly ListedVersion[]): string {
  if (found.length === 0) return 'No configuration was in force yet.\n';
  const widest = String(found[0]?.number ?? 0).length;
  return found
    .map(
      ({ number, at, files, applied, prunedAt }) =>
        `${String(number).padStart(widest)}  ${sayAt(at)}  ${sayApplied(applied)}${sayFiles(files)}${prunedAt === null ? '' : '  (files pruned)'}\n`,
    )
    .join('');
}

function sayApplied(applied: ListedVersion['applied']): string {
  if (applied === null) return '';
  const { author, approver, message, again } = applied;
  return `${author}${approver === null ? '' : ` and ${approver}`}: ${message}${again === null ? '' : ` (as ${again})`}  `;
}

function sayFiles(files: ListedVersion['files']): string {
  if (files === null) return 'files not stored';
  const { added, changed, lost } = files;
  if (added.length + changed.length + lost.length === 0) return 'rows that offices keep';
  const all = [
    ...added.map((name) => `+ ${name}`),
    ...changed.map((name) => `~ ${name}`),
    ...lost.map((name) => `- ${name}`),
  ];
  const more = all.length - mostNamed;
  return more > 0 ? countOfNoun(all.length, 'file', 'files') : all.join(', ');
}

/** More files than these are counted. */
const mostNamed = 4;
