/** `munisipyo demo`: fills a demonstration with records. `demo --end` turns it into a real portal. */
import { countOfNoun } from '../portal/text/noun-count.ts';
import { endDemonstration } from '../server/accounts/demonstration.ts';
import { withDatabase } from '../server/database/open-database.ts';
import { readSettings, type Settings } from '../server/kernel/settings.ts';
import { fillDemonstration } from '../simulation/demonstration/fill-demonstration.ts';
import { busiestType, sayNothingBegins } from '../simulation/simulate.ts';
import { readArguments, refuse } from './arguments.ts';
import { readPortal } from './read-portal.ts';

export const usage = `Usage: munisipyo demo [--records N] [--seed S]
       Fills an empty demonstration with about N records (200): invented people file and process them over the last
       six months. Stop the portal first, and start it afterwards. Takes about a minute.
       munisipyo demo --end
       Closes the demonstration accounts and keeps everything else, so that production can use the database.
`;

export async function demo(args: readonly string[]): Promise<number> {
  const words = readArguments(args, {
    end: { type: 'boolean' },
    records: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  });
  if (words === null || words.positionals.length > 0) return refuse(usage);
  const [records, seed] = [Number(words.values.records), Number(words.values.seed)];
  if (!Number.isInteger(records) || records < 1 || !Number.isInteger(seed)) return refuse(usage);
  const settings = readSettings(process.env);
  return words.values.end === true ? end(settings) : fill(settings, { records, seed });
}

async function fill(
  settings: Settings,
  options: { readonly records: number; readonly seed: number },
): Promise<number> {
  if (settings.isProduction) return fail('Production has no demonstration: NODE_ENV must not be production.');
  const portal = await readPortal();
  if (portal === null) return 1;
  const busiest = busiestType(portal);
  if (busiest === null) return sayNothingBegins();
  const filled = await fillDemonstration({ ...options, portal, settings, busiest, say });
  if (filled === null)
    return fail(
      'This database is not an empty demonstration. Choose another DATA_DIR, or delete the folder if nobody needs its records.',
    );
  const { records, accounts } = filled;
  say(
    `${countOfNoun(records, 'record', 'records')} of ${countOfNoun(accounts, 'person', 'people')}. Start the portal: npm start`,
  );
  return 0;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function fail(line: string): number {
  say(line);
  return 1;
}

/** Writes to standard error what was closed and what stays. */
async function end(settings: Settings): Promise<number> {
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
