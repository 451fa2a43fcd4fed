/** What linking a part of the configuration has found beside its result, so that it can be found again. */
import type { LinkContext } from './link-context.ts';
import type { SymbolUse } from './symbol-use.ts';

export interface FoundLinks extends Pick<
  LinkContext,
  'diagnostics' | 'forms' | 'formHashes' | 'composed' | 'amounts'
> {
  readonly uses: readonly SymbolUse[];
}

/** For a linker to add to. */
export function nothingFound(): FoundLinks & { readonly uses: SymbolUse[] } {
  return { diagnostics: [], uses: [], forms: {}, formHashes: new Map(), composed: {}, amounts: [] };
}

export function addFound(context: LinkContext, found: FoundLinks): void {
  context.diagnostics.push(...found.diagnostics);
  context.uses?.push(...found.uses);
  context.amounts.push(...found.amounts);
  Object.assign(context.forms, found.forms);
  Object.assign(context.composed, found.composed);
  for (const [place, hash] of found.formHashes) context.formHashes.set(place, hash);
}
