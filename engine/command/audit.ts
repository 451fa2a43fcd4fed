/** `munisipyo audit`: anchors and verifies the histories of records, replaces their key, and finds stuck records. */
import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { countOfNoun, nounForm } from '../portal/text/noun-count.ts';
import { type Anchor, anchorEvents, changeKey, publishedAnchors } from '../server/audit/anchors.ts';
import { auditKeyPath, readAuditKey } from '../server/history/audit-key.ts';
import { findStuck } from '../server/audit/find-stuck.ts';
import { type AuditReport, verifyHistories } from '../server/audit/verify-histories.ts';
import type { Database } from '../server/database/database.ts';
import { withDatabase } from '../server/database/open-database.ts';
import { StartError } from '../server/process/start-error.ts';
import { readSettings } from '../server/kernel/settings.ts';
import { readArguments, refuse } from './arguments.ts';
import { compileWithRowsInForce } from './plan/compile-version.ts';
import { withInForce } from './plan/read-in-force.ts';

export const usage = `Usage: munisipyo audit verify [--log FILE]… [--json]
       munisipyo audit stuck [--json]
       munisipyo audit anchor
       munisipyo audit rekey
verify  checks that nobody changed or removed an event, that each record matches its history, that each document
        matches its signature, and that every anchor still exists. It lists each broken record with its first broken
        event. With --log it also checks the anchors in a server log. They reveal the removal of the newest events
        together with their anchors.
stuck   lists each record that is not at an end and cannot go on: nobody with an account may take a step from its state,
        no clock runs, and no record above or below it goes on. It says why. Then ask \`munisipyo explain RECORD\`.
anchor  seals all events so far at once, and prints the anchor. A running server does so every hour.
rekey   begins a new key after the old one is lost, and seals the events as they are. Stop all servers first.
The key is in AUDIT_KEY_FILE, or else in DATA_DIR/audit.key.
Exit code: 0 complete; 1 something is broken or stuck; 2 wrong arguments, no key, the key of another database, or no database.
`;

const verbs = ['verify', 'stuck', 'anchor', 'rekey'] as const;

interface AuditArguments {
  readonly verb: (typeof verbs)[number];
  readonly logs: readonly string[];
  readonly isJson: boolean;
}

/** Writes its findings to standard output. */
export async function audit(args: readonly string[]): Promise<number> {
  const words = parseWords(args);
  if (words === null) return refuse(usage);
  if (words.verb === 'stuck') return auditStuck(words.isJson);
  const settings = readSettings(process.env);
  const key = await readAuditKey(settings);
  if (key === null) return refuse(`There is no audit key in ${auditKeyPath(settings)}.\n`);
  const published = (await Promise.all(words.logs.map(readLog))).flat();
  return withDatabase(settings, (database) => run(database, key, { words, published }));
}

function parseWords(args: readonly string[]): AuditArguments | null {
  const { values, positionals = [] } =
    readArguments(args, { log: { type: 'string', multiple: true }, json: { type: 'boolean' } }) ?? {};
  const [word, ...more] = positionals;
  const verb = verbs.find((one) => one === word);
  if (values === undefined || verb === undefined || more.length > 0) return null;
  if (verb !== 'verify' && values.log !== undefined) return null;
  if (verb !== 'verify' && verb !== 'stuck' && values.json !== undefined) return null;
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

async function auditStuck(isJson: boolean): Promise<number> {
  const report = await withInForce(async ({ database, last }) => {
    const compiled = await compileWithRowsInForce(database, last);
    if (typeof compiled === 'string') return compiled;
    return findStuck({ database, portal: () => compiled.portal, now: () => new Date() });
  });
  if (report === null)
    return refuse('No configuration is in force in a database, so there are no records.\n');
  if (typeof report === 'string') return refuse(`${report}\n`);
  const { records, open, stuck } = report;
  if (isJson) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  else for (const { record, number, why } of stuck) process.stdout.write(`${number ?? record}: ${why}\n`);
  process.stderr.write(
    `${countOfNoun(records, 'record', 'records')}, ${open} of them not at an end: ` +
      `${stuck.length === 0 ? 'none is stuck' : `${stuck.length} ${nounForm(stuck.length, 'is', 'are')} stuck`}.\n`,
  );
  return stuck.length === 0 ? 0 : 1;
}
