/** Loads the portal for a command: compiled from the configured folder, without proofs. */
import { loadKept } from '../config/load.ts';
import { loadExtensions } from './load-extensions.ts';
import type { Portal } from '../portal/model/portal.ts';

/** @returns null if the configuration has errors, which were written to standard error */
export async function readPortal(): Promise<Portal | null> {
  const directory = process.env.CONFIG_DIR ?? 'config';
  const { portal, diagnostics } = loadKept(directory, { proofs: false, additions: await loadExtensions() });
  if (portal !== null) return portal;
  for (const { file, line, column, code, message, remedy } of diagnostics) {
    process.stderr.write(`${file}:${line}:${column}  ${code}\n  ${message}\n  ${remedy}\n`);
  }
  return null;
}
