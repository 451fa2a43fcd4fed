/** Tells mistakes to the layer that makes them: the nearer one, which knows of its base, and not the other way round. */
import { createDiagnostic, type Diagnostic, hasErrors } from './diagnostics/diagnostic.ts';
import { withoutFollowOns } from './diagnostics/follow-ons.ts';
import { listed } from './diagnostics/repeated-mistakes.ts';
import { isOfBase } from './layers/layer-names.ts';
import type { RemovedName } from './layers/merge-files.ts';
import { kindsOfCodes } from './link/input/symbol-use.ts';
import { type Declaration, declarationsIn } from './link/names/declarations.ts';
import type { SourceFile } from './source/source.ts';

/**
 * Reports what still uses something removed at the line of the removal, and leaves out what this configuration does not
 * use of its base: others may.
 */
export function layerDiagnostics(
  found: readonly Diagnostic[],
  { files, removed }: { readonly files: readonly SourceFile[]; readonly removed: readonly RemovedName[] },
): readonly Diagnostic[] {
  const inBase = new Set(files.filter(({ name }) => isOfBase(name)).map(({ path }) => path));
  const own = found.filter(({ code, file }) => !(code.endsWith('/unused') && inBase.has(file)));
  return blameRemovals(own, removed);
}

/** The errors that name something removed are replaced by one at each removal. */
function blameRemovals(found: readonly Diagnostic[], removed: readonly RemovedName[]): readonly Diagnostic[] {
  if (removed.length === 0 || !hasErrors(found)) return found;
  return removed.reduce<readonly Diagnostic[]>((left, { name, place, file, pointer }) => {
    const declared = declarationsIn(file);
    const gone = declared.filter(({ at }) => `${at.pointer}/`.startsWith(`${pointer}/`));
    const kept = declared.filter((one) => !gone.includes(one));
    const uses = left.filter((one) => gone.some((declaration) => isUse(one, declaration, kept)));
    const [first] = uses;
    if (first === undefined) return left;
    const also = uses.map((use) => ({ file: use.file, line: use.line, column: use.column }));
    const places = listed(also.map((one) => `${one.file}:${one.line}`));
    const { message } = first;
    const blamed = createDiagnostic('layer/still-used', place, { name, places, message });
    return [...left.filter((one) => !uses.includes(one)), { ...blamed, also }];
    // What follows from a use says nothing that the removal does not say.
  }, withoutFollowOns(found));
}

/**
 * True if the diagnostic misses just what was removed, and not something else of the same name.
 * @param kept what the base declares besides
 */
function isUse(
  { code, severity, unknown }: Diagnostic,
  gone: Declaration,
  kept: readonly Declaration[],
): boolean {
  if (severity !== 'error' || kindsOfCodes[code] !== gone.kind || unknown?.name !== gone.key) return false;
  const beside = kept.filter(({ kind, of }) => kind === gone.kind && of === gone.of);
  // A row of another lookup would have other rows beside it.
  return gone.of === null || beside.length === 0 || beside.some(({ key }) => unknown.choices.includes(key));
}
