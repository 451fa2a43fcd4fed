/** Loads the portal for a command: compiled from the configured folder, without proofs. */
import { loadKept } from '../config/load.ts';
import type { SourceFile } from '../config/source/source.ts';
import { loadExtensions } from './load-extensions.ts';
import type { Portal } from '../portal/model/portal.ts';

/**
 * @param more files beside those of the folder
 * @returns null if the configuration has errors, which were written to standard error
 */
export async function readPortal(more: readonly SourceFile[] = []): Promise<Portal | null> {
  const directory = process.env.CONFIG_DIR ?? 'config';
  const additions = await loadExtensions();
  const { portal, diagnostics } = loadKept(directory, { proofs: false, additions, more });
  if (portal !== null) return portal;
  for (const { file, line, column, code, message, remedy } of diagnostics) {
    process.stderr.write(`${file}:${line}:${column}  ${code}\n  ${message}\n  ${remedy}\n`);
  }
  return null;
}
