/** `munisipyo audit`: anchors and verifies the histories of records, and replaces their key. */
import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { countOfNoun } from '../portal/text/noun-count.ts';
import { type Anchor, anchorEvents, changeKey, publishedAnchors } from '../server/audit/anchors.ts';
import { auditKeyPath, readAuditKey } from '../server/history/audit-key.ts';
import { type AuditReport, verifyHistories } from '../server/audit/verify-histories.ts';
import type { Database } from '../server/database/database.ts';
import { withDatabase } from '../server/database/open-database.ts';
import { StartError } from '../server/process/start-error.ts';
import { readSettings } from '../server/kernel/settings.ts';
import { readArguments, refuse } from './arguments.ts';

export const usage = `Usage: munisipyo audit verify [--log FILE]… [--json]
       munisipyo audit anchor
       munisipyo audit rekey
verify  checks that nobody changed or removed an event, that each record matches its history, that each document
        matches its signature, and that every anchor still exists. It lists each broken record with its first broken
        event. With --log it also checks the anchors in a server log. They reveal the removal of the newest events
        together with their anchors.
anchor  seals all events so far at once, and prints the anchor. A running server does so every hour.
rekey   begins a new key after the old one is lost, and seals the events as they are. Stop all servers first.
The key is in AUDIT_KEY_FILE, or else in DATA_DIR/audit.key.
Exit code: 0 complete; 1 something is broken; 2 wrong arguments, no key, the key of another database, or no database.
`;

interface AuditArguments {
  readonly verb: 'verify' | 'anchor' | 'rekey';
  readonly logs: readonly string[];
  readonly isJson: boolean;
}

/** Writes its findings to standard output. */
export async function audit(args: readonly string[]): Promise<number> {
  const words = parseWords(args);
  if (words === null) return refuse(usage);
  const settings = readSettings(process.env);
  const key = await readAuditKey(settings);
  if (key === null) return refuse(`There is no audit key in ${auditKeyPath(settings)}.\n`);
  const published = (await Promise.all(words.logs.map(readLog))).flat();
  return withDatabase(settings, (database) => run(database, key, { words, published }));
}

function parseWords(args: readonly string[]): AuditArguments | null {
  const { values, positionals = [] } =
    readArguments(args, { log: { type: 'string', multiple: true }, json: { type: 'boolean' } }) ?? {};
  const [verb, ...more] = positionals;
  if (values === undefined || more.length > 0) return null;
  if (verb !== 'verify' && verb !== 'anchor' && verb !== 'rekey') return null;
  if (verb !== 'verify' && Object.keys(values).length > 0) return null;
  return { verb, logs: values.log ?? [], isJson: values.json ?? false };
}

/** @throws StartError if the log cannot be read */
async function readLog(path: string): Promise<Anchor[]> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new StartError(`The log cannot be read: ${error.message}`);
  });
  return publishedAnchors(text);
}

async function run(
  database: Database,
  key: KeyObject,
  { words, published }: { readonly words: AuditArguments; readonly published: readonly Anchor[] },
): Promise<number> {
  if (words.verb === 'verify') {
    return tellReport(await verifyHistories(database, key, published), words.isJson);
  }
  const anchor = words.verb === 'anchor' ? await anchorEvents(database, key) : await changeKey(database, key);
  if (anchor === null) process.stderr.write('There are no new events.\n');
  else process.stdout.write(`${JSON.stringify({ anchor })}\n`);
  return 0;
}

function tellReport(report: AuditReport, isJson: boolean): number {
  const { findings, found } = report;
  if (isJson) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  else
    for (const { subject, version, why } of findings) {
      process.stdout.write(`${subject}${version === null ? '' : `, event ${version}`}: ${why}\n`);
    }
  const more = found - findings.length;
  if (more > 0) process.stderr.write(`… and ${more} more\n`);
  process.stderr.write(
    `${countOfNoun(report.records, 'record', 'records')}, ${countOfNoun(report.events, 'event', 'events')}, ${countOfNoun(report.documents, 'document', 'documents')}, ${countOfNoun(report.anchors, 'anchor', 'anchors')}: ` +
      `${found === 0 ? 'whole' : `${found} broken`}. ` +
      `${countOfNoun(report.unanchored, 'event is', 'events are')} newer than the last anchor. ` +
      `${countOfNoun(report.erased, 'value was', 'values were')} erased.\n`,
  );
  return found === 0 ? 0 : 1;
}
