/** `munisipyo replay`: runs recorded histories again, on the configuration in force and on a changed one. */
import { withCompileCache } from '../../config/cache/compile-cache.ts';
import { renderDiagnostics } from '../../config/diagnostics/render.ts';
import { compileWithRows } from '../../config/edited-rows.ts';
import { loadKept } from '../../config/load.ts';
import { readFiles } from '../../config/read-files.ts';
import type { Additions } from '../../extension/extension.ts';
import { sayRowFault } from '../../portal/model/edited-row.ts';
import type { FormerName } from '../../portal/model/place.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { withEarlierNames, withNamesOfHistory } from '../../portal/succession/way-back.ts';
import { renderReplay } from '../../replay/render-replay.ts';
import { replayHistories } from '../../replay/replay-histories.ts';
import type { Transaction } from '../../server/database/database.ts';
import { type KeptConfiguration, readVersion } from '../../server/portals/config-files.ts';
import { readEditedRows } from '../../server/portals/row-keeper.ts';
import { readSucceeded } from '../../server/records/succession/succession-log.ts';
import { isFolder, readArguments, refuse } from '../arguments.ts';
import { loadExtensions } from '../load-extensions.ts';
import { compileVersion } from '../plan/compile-version.ts';
import { type InForce, withInForce } from '../plan/read-in-force.ts';
import { isVersion } from '../plan/read-kept.ts';
import { versionFiles } from '../plan/read-side.ts';
import type { ReplayPortals } from './read-families.ts';
import { readActors, readHistories, readNewestMoment, readPicked, visitorsOf } from './read-histories.ts';

export const usage = `Usage: munisipyo replay [DIR] [--against VERSION] [--last N] [--format text|json]
Runs what people did with the N newest records (default: 100), and with the records below them, again in memory: under
the version in force (or VERSION) and under the configuration in DIR (default: CONFIG_DIR, or else config). It says what
would have gone otherwise: refusals, ends, fees, due days, documents and notices. It changes nothing.
Exit code: 0 no difference; 1 differences, mistakes in DIR, or no history that can be replayed; 2 wrong arguments,
EXTENSIONS, or no database.
`;

interface ReplayArguments {
  readonly directory: string;
  /** The number of a version; null: the one in force. */
  readonly against: number | null;
  readonly last: number;
  readonly isJson: boolean;
}

/** @returns the exit code */
export async function replay(args: readonly string[]): Promise<number> {
  const words = readWords(args);
  if (typeof words === 'string') return refuse(`${words}\n${usage}`);
  const additions = await loadExtensions();
  // What only a proof finds is left to `check`: both sides are tried on what happened.
  const { portal, diagnostics } = loadKept(words.directory, { proofs: false, additions });
  if (portal === null) {
    process.stdout.write(renderDiagnostics(diagnostics));
    return refuse(`${words.directory} has mistakes, so there is nothing to replay.\n`, 1);
  }
  const done = await withInForce((inForce) => replayOn(inForce, words, { additions, alone: portal }));
  if (done !== null) return done;
  return refuse('No configuration is in force in a database, so there are no histories to replay.\n');
}

async function replayOn(inForce: InForce, words: ReplayArguments, changed: ChangedFolder): Promise<number> {
  const { database, last, key } = inForce;
  const version = words.against === null ? last : await readVersion(database, key, words.against);
  if (typeof version === 'string') return refuse(`${version}\n`);
  const question = await database.transaction(async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const compiled = await compileSides(
      client,
      { version, last },
      { ...changed, directory: words.directory },
    );
    if (typeof compiled === 'string') return compiled;
    const sides = withRecordedNames(compiled, await readSucceeded(client));
    const histories = await readHistories(client, sides, words.last);
    const actors = await readActors(client, histories);
    const sideOf = async (portal: Portal) => ({
      portal,
      people: await visitorsOf(client, { database, portal }, actors),
    });
    return {
      histories,
      before: await sideOf(sides.before),
      after: await sideOf(sides.after),
      accounts: await readPicked(client, histories),
      until: await readNewestMoment(client),
    };
  });
  if (typeof question === 'string') return refuse(`${question}\n`, 1);
  const found = replayHistories(question);
  const names = { before: `version ${version.number}`, after: words.directory };
  process.stdout.write(
    words.isJson
      ? `${JSON.stringify({ format: '1.0', from: names.before, to: names.after, ...found }, null, 2)}\n`
      : renderReplay(found, names),
  );
  const isNothingReplayed = found.replayed === 0 && found.obstacles.length > 0;
  return found.differences.length > 0 || isNothingReplayed ? 1 : 0;
}

/** What people did has the names of its time, and what became of it has those of the version in force. */
function withRecordedNames(
  { before, after, inForce }: ReplayPortals & { readonly inForce: Portal },
  carriedOut: readonly FormerName[],
): ReplayPortals {
  const readable = (portal: Portal, earlier: readonly Portal[]): Portal =>
    withNamesOfHistory(
      earlier.reduce((later, one) => withEarlierNames(one, later), portal),
      carriedOut,
    );
  return { before: readable(before, [inForce]), after: readable(after, [inForce, before]) };
}

interface ChangedFolder {
  readonly additions: Additions;
  /** With the rows of its files. */
  readonly alone: Portal;
}

/** All with the rows that offices keep today. */
async function compileSides(
  client: Transaction,
  { version, last }: { readonly version: KeptConfiguration; readonly last: KeptConfiguration },
  { directory, additions, alone }: ChangedFolder & Pick<ReplayArguments, 'directory'>,
) {
  const rows = await readEditedRows(client);
  const compile = (one: KeptConfiguration) =>
    compileVersion(one, { files: versionFiles(one).files, rows, additions });
  const before = compile(version);
  if (typeof before === 'string') return before;
  const inForce = version === last ? before : compile(last);
  if (typeof inForce === 'string') return inForce;
  if (rows.length === 0) return { before, after: alone, inForce };
  const { files } = readFiles(directory);
  const compiled = withCompileCache(directory, () => compileWithRows(files, rows, { additions }));
  return compiled.portal === null
    ? `${compiled.faults.map(sayRowFault).join('\n')}\n${directory} does not accept the rows that offices keep.`
    : { before, after: compiled.portal, inForce };
}

/** The parsed options, or an error message. */
function readWords(args: readonly string[]): ReplayArguments | string {
  const words = readArguments(args, {
    against: { type: 'string' },
    last: { type: 'string', default: '100' },
    format: { type: 'string', default: 'text' },
  });
  if (words === null) return 'An option is unknown, or lacks its value.';
  const { values, positionals } = words;
  const { against, format } = values;
  const directory = positionals[0] ?? (process.env['CONFIG_DIR'] || 'config');
  const last = Number(values.last);
  if (positionals.length > 1) return 'Only one folder can be replayed at a time.';
  if (!isFolder(directory)) return `"${directory}" is not a folder.`;
  if (against !== undefined && !isVersion(against)) return `"${against}" is not the number of a version.`;
  if (!Number.isInteger(last) || last < 1) return 'Say how many records to replay: --last 100.';
  if (format !== 'text' && format !== 'json') return `There is no format "${format}".`;
  return {
    directory,
    against: against === undefined ? null : Number(against),
    last,
    isJson: format === 'json',
  };
}
