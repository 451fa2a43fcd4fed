/** The project's configuration for stories: compiled once at a time, however many files need it. */
import { fileURLToPath } from 'node:url';
import { loadPortal } from '../engine/config/load.ts';
import type { Portal } from '../engine/portal/model/portal.ts';

export const root = fileURLToPath(new URL('..', import.meta.url));

const moment = 2_000;
let compiled: Promise<Portal> | null = null;

/** @throws if the configuration is invalid: `munisipyo check` reports where */
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
  // Nothing serves pictures to a story.
  return { ...portal, seal: null };
}
