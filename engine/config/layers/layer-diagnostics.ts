/** Tells mistakes to the layer that makes them: the nearer one, which knows of its base, and not the other way round. */
import { createDiagnostic, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { listed } from '../diagnostics/repeated-mistakes.ts';
import type { SourceFile } from '../source/source.ts';
import { isOfBase } from './layer-names.ts';
import type { RemovedName } from './merge-layers.ts';

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
  return removed.reduce<readonly Diagnostic[]>((left, { name, place }) => {
    const uses = left.filter((one) => isUse(one, name));
    const [first] = uses;
    if (first === undefined) return left;
    const also = uses.map(({ file, line, column }) => ({ file, line, column }));
    const places = listed(also.map(({ file, line }) => `${file}:${line}`));
    const { message } = first;
    const blamed = createDiagnostic('layer/still-used', place, { name, places, message });
    return [...left.filter((one) => !uses.includes(one)), { ...blamed, also }];
  }, found);
}

function isUse({ code, severity, message, unknown }: Diagnostic, name: string): boolean {
  if (severity !== 'error' || code.startsWith('layer/')) return false;
  return unknown?.name === name || message.includes(`"${name}"`);
}
