/** `munisipyo rename`: gives something in the configuration another name, everywhere. */
import { join } from 'node:path';
import { renderFailures } from '../../cases/render-results.ts';
import { renderDiagnostics } from '../../config/diagnostics/render.ts';
import { errorsOf, hasErrors } from '../../config/diagnostics/diagnostic.ts';
import { withCompileCache } from '../../config/cache/compile-cache.ts';
import type { Additions } from '../../extension/extension.ts';
import { suggestion } from '../../config/diagnostics/nearest.ts';
import { type SymbolKind, symbolKinds } from '../../config/link/input/symbol-use.ts';
import { readFiles } from '../../config/read-files.ts';
import { countOfNoun } from '../../portal/text/noun-count.ts';
import { compileNames, type NamedConfiguration } from '../../symbols/compile-names.ts';
import { findSymbols } from '../../symbols/find-symbol.ts';
import type { NameSymbol } from '../../symbols/name-index.ts';
import {
  isRefused,
  namedTogether,
  type Rename,
  type RenamedFile,
  type RenameOutcome,
  renameSymbols,
} from '../../symbols/rename.ts';
import { isFolder, readArguments, refuse } from '../arguments.ts';
import { loadExtensions } from '../load-extensions.ts';
import { renderPatch } from '../../config/edit/patch.ts';
import { writeTogether } from '../writing/write-together.ts';

export const usage = `Usage: munisipyo rename KIND NAME NEW [--in DIR] [--dry-run]
Gives something another name in the configuration in DIR (default: CONFIG_DIR, or else config): where it is declared,
everywhere it is used (also in texts, translations and tests), and in the name of its file. Where data is stored under
the name, the earlier name is written under "formerly". It compiles the result and runs its cases first, and writes
nothing if there would be a mistake.
KIND: ${symbolKinds.join(', ')}.
NAME: as the configuration writes it. If it occurs several times: "permit.review" for a state, transition, clock, role,
list or fact of the type "permit", and "permit: phone" for a question, item, row, fee line or parameter.
--dry-run: shows the changes as a patch, and writes nothing.
Exit code: 0 renamed; 1 not possible; 2 wrong arguments or EXTENSIONS.
`;

/** @returns the exit code */
export async function rename(args: readonly string[]): Promise<number> {
  const words = readArguments(args, { in: { type: 'string' }, 'dry-run': { type: 'boolean' } });
  const [kind = '', name = '', to = '', ...more] = words?.positionals ?? [];
  if (words === null || to === '' || more.length > 0) return refuse(usage);
  const directory = words.values.in ?? (process.env['CONFIG_DIR'] || 'config');
  if (!isKind(kind)) return refuse(`There is no kind of name "${kind}".\n${usage}`);
  if (!isFolder(directory)) return refuse(`"${directory}" is not a folder.\n${usage}`);
  const additions = await loadExtensions();
  const outcome = withCompileCache(directory, () => outcomeOf({ directory, kind, name, to, additions }));
  if (isRefused(outcome)) {
    process.stdout.write(renderDiagnostics(outcome.diagnostics));
    process.stdout.write(renderFailures(outcome.failures));
    return refuse(`${outcome.reason}\nNothing was written.\n`, 1);
  }
  const isTrial = words.values['dry-run'] === true;
  if (isTrial) process.stdout.write(renderPatch(outcome.files));
  else writeRename(directory, outcome);
  process.stdout.write(renderDiagnostics(outcome.warnings));
  process.stderr.write(`${summaryOf(outcome)}${isTrial ? ' Nothing was written.' : ''}\n`);
  return 0;
}

interface RenameRequest {
  readonly directory: string;
  readonly kind: SymbolKind;
  readonly name: string;
  readonly to: string;
  readonly additions: Additions;
}

function outcomeOf({ directory, kind, name, to, additions }: RenameRequest): RenameOutcome {
  const { files, diagnostics } = readFiles(directory);
  if (hasErrors(diagnostics))
    return { reason: 'Some files cannot be read.', diagnostics: errorsOf(diagnostics), failures: [] };
  const options = { additions, cache: new Map() };
  const configuration = compileNames(files, { ...options, proofs: false });
  const symbols = findSymbols(configuration.index, kind, name);
  const reason = whyUnclear(kind, name, symbols, configuration);
  return reason === null
    ? renameSymbols(configuration, symbols, to, options)
    : { reason, diagnostics: [], failures: [] };
}

function isKind(kind: string): kind is SymbolKind {
  return symbolKinds.some((one) => one === kind);
}

/** Why it is not clear what is meant; null: it is. */
function whyUnclear(
  kind: SymbolKind,
  name: string,
  symbols: readonly NameSymbol[],
  { index }: NamedConfiguration,
): string | null {
  if (symbols.length === 0) {
    const names = index.symbols.filter((one) => one.kind === kind).flatMap((one) => [one.name, one.key]);
    return `There is no ${kind} "${name}".${suggestion(name, names)}`;
  }
  const together = namedTogether(index, symbols.slice(0, 1));
  const other = symbols.filter(
    (one) => !together.includes(one) && one.kind !== 'flag' && one.kind !== 'constant',
  );
  if (other.length === 0) return null;
  const found = symbols.map((one) => `  ${one.name}  ${one.definition.file}:${one.definition.line}\n`);
  return `There are several of the name "${name}". Name one of them:\n${found.join('')}`.trimEnd();
}

function writeRename(directory: string, { files }: Rename): void {
  const inFolder = ({ name, text }: RenamedFile['before']) => ({ path: join(directory, name), text });
  writeTogether(files.map(({ before, after }) => ({ before: inFolder(before), after: inFolder(after) })));
}

function summaryOf({ files, places, placesInTexts, symbols }: Rename): string {
  const inTexts = placesInTexts === 0 ? '' : `; ${placesInTexts} of them within texts`;
  const moved = files.filter(({ before, after }) => before.name !== after.name);
  const renamed = moved.map(({ before, after }) => ` ${before.name} is now ${after.name}.`);
  const [first, ...others] = symbols;
  const also = others.length === 0 ? '' : ` Also: ${others.map((one) => one.name).join(', ')}.`;
  const lost =
    first?.kind === 'flag'
      ? ' What was set for single accounts under the earlier name is no longer read.'
      : '';
  return `${countOfNoun(files.length, 'file', 'files')}, ${countOfNoun(places, 'place', 'places')}${inTexts}.${renamed.join('')}${also}${lost}`;
}
