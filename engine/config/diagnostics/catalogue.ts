/** All diagnostic codes with their severity and texts. A code is never renamed and never changes its meaning. */
import { checkPhrases } from './catalogue/check.ts';
import { checklistPhrases } from './catalogue/checklist.ts';
import { documentPhrases } from './catalogue/document.ts';
import { feePhrases } from './catalogue/fee.ts';
import { filePhrases } from './catalogue/reading/file.ts';
import { formerPhrases, migrationPhrases } from './catalogue/former.ts';
import { currencyPhrases, figurePhrases } from './catalogue/figure.ts';
import { formPhrases } from './catalogue/form.ts';
import { layerPhrases } from './catalogue/reading/layer.ts';
import { lifePhrases } from './catalogue/life.ts';
import { linkPhrases } from './catalogue/link.ts';
import { localePhrases } from './catalogue/locale.ts';
import { districtPhrases, lookupPhrases } from './catalogue/lookup.ts';
import { noticePhrases } from './catalogue/notice.ts';
import { referencePhrases } from './catalogue/reference.ts';
import { routePhrases } from './catalogue/route.ts';
import { schemaPhrases } from './catalogue/reading/schema.ts';
import { accountPhrases, followPhrases, quorumPhrases } from './catalogue/account.ts';
import { textPhrases } from './catalogue/text.ts';
import { yamlPhrases } from './catalogue/reading/yaml.ts';
import type { Phrase } from './phrase.ts';

const phrases = {
  ...documentPhrases,
  ...currencyPhrases,
  ...feePhrases,
  ...filePhrases,
  ...layerPhrases,
  ...yamlPhrases,
  ...schemaPhrases,
  ...referencePhrases,
  ...linkPhrases,
  ...routePhrases,
  ...lookupPhrases,
  ...districtPhrases,
  ...figurePhrases,
  ...followPhrases,
  ...formPhrases,
  ...formerPhrases,
  ...checkPhrases,
  ...checklistPhrases,
  ...migrationPhrases,
  ...noticePhrases,
  ...accountPhrases,
  ...localePhrases,
  ...textPhrases,
  ...lifePhrases,
  ...quorumPhrases,
};

export type DiagnosticCode = keyof typeof phrases;

/** The details that the texts of this code need. */
export type DetailsOf<C extends DiagnosticCode> = Parameters<(typeof phrases)[C]['message']>[0];

export const catalogue: { readonly [C in DiagnosticCode]: Phrase<DetailsOf<C>> } = phrases;

export const diagnosticCodes = Object.keys(phrases).sort() as DiagnosticCode[];
