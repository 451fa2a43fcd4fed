/** The project's configuration as stories see it: compiled once a moment, however many files ask. */
import { fileURLToPath } from 'node:url';
import { loadPortal } from '../engine/config/load.ts';
import type { Portal } from '../engine/portal/model/portal.ts';

export const root = fileURLToPath(new URL('..', import.meta.url));

const moment = 2_000;
let compiled: Promise<Portal> | null = null;

/** @throws when the configuration is broken: `munisipyo check` says where */
export function configPortal(): Promise<Portal> {
  if (compiled === null) {
    compiled = compile();
    setTimeout(() => (compiled = null), moment).unref();
  }
  return compiled;
}

async function compile(): Promise<Portal> {
  const { portal, diagnostics } = await loadPortal(`${root}config`, { proofs: false });
  if (portal === null) throw new Error(`The configuration is broken: ${diagnostics[0]?.message ?? ''}`);
  return portal;
}
