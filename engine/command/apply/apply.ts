/** `munisipyo apply`: puts the configuration of a folder in force, without a restart. */
import { readFiles } from '../../config/read-files.ts';
import { isFolder, readArguments, refuse } from '../arguments.ts';
import { waitingNumber } from '../plan/say-waiting.ts';
import type { InForce } from '../plan/read-in-force.ts';
import { isVersion } from '../plan/read-kept.ts';
import { deciding, orderOptions, orderVersion, outcomeFormat } from './order.ts';
import { refused } from './outcome.ts';
import { applyWaiting } from './waiting.ts';

export const usage = `Usage: munisipyo apply [DIR] --message TEXT [--author NAME] [--onto NUMBER] [--at TIME] [--mail ADDRESS]
                       [--format text|json]
       munisipyo apply --waiting NAME [--format text|json]
Puts the configuration in DIR (default: CONFIG_DIR, or else config) in force in the database, as a new version. It is
checked first, and its plan is shown. All servers of the database change to it together, without a restart.
--message: the reason, which "munisipyo versions" shows later.
--author: who decides it; the default is your account on this machine.
--onto: only if version NUMBER is still in force, such as the one that the plan was looked at with.
--at: not before this time, such as 2027-01-01T00:00, in the time zone of the portal. A server does it then, if the
configuration would still do what its plan says. Of a time that comes twice when the clocks go back, it is the first.
--mail: e-mail address that is told what became of it.
--waiting: a version whose time has come, by its name (such as w3) in "munisipyo versions --waiting". Servers do this themselves.
--format: json writes only what became of it: { "is": "applied", "version": "42", "reasons": [] }. It "waits" under the name
in "version"; it is the "same" as what is in force; or it is "refused" for these reasons.
Exit code: 0 it is in force, or waits; 1 it is not, because of mistakes or of what is stored; 2 wrong arguments,
EXTENSIONS, or no access to the database.
`;

/** @returns the exit code */
export async function apply(args: readonly string[]): Promise<number> {
  const words = readArguments(args, {
    ...orderOptions,
    waiting: { type: 'string' },
    format: { type: 'string' },
    onto: { type: 'string' },
  });
  if (words === null || words.positionals.length > 1) return refuse(usage);
  const { waiting, message = '', format: named, onto, ...said } = words.values;
  const format = outcomeFormat(named);
  if (format === undefined) return refuse(usage);
  if (waiting !== undefined) {
    const number = waitingNumber(waiting);
    const isMore = words.positionals.length + Object.keys(said).length > 0 || onto !== undefined;
    if (isMore || message !== '') return refuse(usage);
    if (typeof number === 'string') return refuse(`${number}\n${usage}`);
    return deciding(format, (found) => applyWaiting(found, number));
  }
  const directory = words.positionals[0] ?? (process.env['CONFIG_DIR'] || 'config');
  if (message.trim() === '') return refuse(usage);
  if (onto !== undefined && !isVersion(onto))
    return refuse(`"${onto}" is not the number of a version.\n${usage}`);
  if (!isFolder(directory)) return refuse(`"${directory}" is not a folder.\n${usage}`);
  return deciding(format, async (found) =>
    isOnto(found, onto)
      ? orderVersion(
          found,
          { name: directory, read: readFiles(directory), again: null },
          { ...said, message },
        )
      : refused(`Version ${found.last.number} is in force, and not version ${onto}. Look at the plan again.`),
  );
}

/** The transaction that applies it looks again: another version may come into force meanwhile. */
function isOnto({ last }: InForce, onto: string | undefined): boolean {
  return onto === undefined || Number(onto) === last.number;
}
