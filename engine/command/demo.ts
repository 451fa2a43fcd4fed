/** `munisipyo demo --end`: turns a demonstration into a real portal. */
import { countOfNoun } from '../portal/text/noun-count.ts';
import { endDemonstration } from '../server/accounts/demonstration.ts';
import { withDatabase } from '../server/database/open-database.ts';
import { readSettings } from '../server/kernel/settings.ts';
import { readArguments, refuse } from './arguments.ts';

export const usage = `Usage: munisipyo demo --end
       Closes the demonstration accounts and keeps everything else, so that production can use the database.
`;

/** Writes to standard error what was closed and what stays. */
export async function demo(args: readonly string[]): Promise<number> {
  const words = readArguments(args, { end: { type: 'boolean' } });
  if (words?.values.end !== true || words.positionals.length > 0) return refuse(usage);
  const settings = readSettings(process.env);
  const ended = await withDatabase(settings, (database) =>
    endDemonstration(database, settings.dataDirectory),
  );
  if (ended === null) {
    process.stderr.write('This database is not a demonstration.\n');
    return 0;
  }
  const { closed, kept, records } = ended;
  process.stderr.write(
    `Closed ${countOfNoun(closed, 'demonstration account', 'demonstration accounts')}. ${countOfNoun(records, 'record stays: check that it is real', 'records stay: check that they are real')}.\n`,
  );
  if (kept.length > 0) {
    process.stderr.write(`Still open, since their owners chose a password: ${kept.join(', ')}\n`);
  }
  return 0;
}
