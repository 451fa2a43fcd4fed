/** `munisipyo apply`: puts the configuration of a folder in force, without a restart. */
import { userInfo } from 'node:os';
import { readFiles } from '../../config/read-files.ts';
import { explainFault } from '../../server/kernel/explain-fault.ts';
import { isFolder, readArguments, refuse } from '../arguments.ts';
import { withInForce } from '../plan/read-in-force.ts';
import { putInForce } from './put-in-force.ts';

export const usage = `Usage: munisipyo apply [DIR] --message TEXT [--author NAME]
Puts the configuration in DIR (default: CONFIG_DIR, or else config) in force in the database, as a new version. It is
checked first, and its plan is shown. All servers of the database change to it together, without a restart.
--message: the reason, which "munisipyo versions" shows later.
--author: who decides it; the default is your account on this machine.
Exit code: 0 it is in force; 1 it is not, because of mistakes or of what is stored; 2 wrong arguments, EXTENSIONS, or no
access to the database.
`;

/** @returns the exit code */
export async function apply(args: readonly string[]): Promise<number> {
  const words = readArguments(args, { message: { type: 'string' }, author: { type: 'string' } });
  const directory = words?.positionals[0] ?? (process.env['CONFIG_DIR'] || 'config');
  const message = words?.values.message?.trim() ?? '';
  if (words === null || words.positionals.length > 1 || message === '') return refuse(usage);
  if (!isFolder(directory)) return refuse(`"${directory}" is not a folder.\n${usage}`);
  return changing((found) =>
    putInForce(found, {
      name: directory,
      read: readFiles(directory),
      again: null,
      author: words.values.author ?? userInfo().username,
      message,
    }),
  );
}

/** Works on the version in force. @returns the exit code */
export async function changing(work: Parameters<typeof withInForce<number>>[0]): Promise<number> {
  try {
    const code = await withInForce(work);
    return (
      code ??
      refuse(
        'No configuration is in force in a database yet. Start the portal once: it puts its folder in force.\n',
      )
    );
  } catch (error) {
    const line = explainFault(error);
    if (line === null) throw error;
    return refuse(`${line}\n`);
  }
}
