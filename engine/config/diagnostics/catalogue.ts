/** Every diagnostic code with its severity and its sentences; codes are never renamed or given another meaning. */
import { checkPhrases } from './catalogue/check.ts';
import { feePhrases } from './catalogue/fee.ts';
import { filePhrases } from './catalogue/file.ts';
import { formPhrases } from './catalogue/form.ts';
import { linkPhrases } from './catalogue/link.ts';
import { referencePhrases } from './catalogue/reference.ts';
import { schemaPhrases } from './catalogue/schema.ts';
import { yamlPhrases } from './catalogue/yaml.ts';
import type { Phrase } from './phrase.ts';

const phrases = {
  ...feePhrases,
  ...filePhrases,
  ...yamlPhrases,
  ...schemaPhrases,
  ...referencePhrases,
  ...linkPhrases,
  ...formPhrases,
  ...checkPhrases,
};

export type DiagnosticCode = keyof typeof phrases;

/** What must be told about a case of this code. */
export type DetailsOf<C extends DiagnosticCode> = Parameters<(typeof phrases)[C]['message']>[0];

export const catalogue: { readonly [C in DiagnosticCode]: Phrase<DetailsOf<C>> } = phrases;

export const diagnosticCodes = Object.keys(phrases).sort() as DiagnosticCode[];
