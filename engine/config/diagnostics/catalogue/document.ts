/** Diagnostics of documents: too many signatures, and fields that some readers may not see. */
import { countOfNoun } from '../../../portal/text/noun-count.ts';
import { phrase, type Phrase } from '../phrase.ts';

function error<D>(
  summary: string,
  message: (details: D) => string,
  remedy: (details: D) => string,
): Phrase<D> {
  return phrase<D>({ severity: 'error', summary, message, remedy });
}

export interface FieldDetails {
  readonly field: string;
  readonly type: string;
  /** The placeholder that shows the field, if it has another name. */
  readonly through?: string;
}

function shown({ field, type, through }: FieldDetails): string {
  return through === undefined
    ? `"${field}" of ${type}`
    : `"${field}" of ${type}, which "{${through}}" shows,`;
}

export const documentPhrases = {
  'document/too-many-signatures': error<{ readonly count: number; readonly most: number }>(
    'A document has more signatures than `maxSignatures` of portal.yaml allows.',
    ({ count, most }) =>
      `The document has ${countOfNoun(count, 'signature', 'signatures')}, but at most ${countOfNoun(most, 'is', 'are')} allowed.`,
    () => 'Remove signatures, or give each variant its own with `variant`.',
  ),
  'document/not-for-readers': error<FieldDetails>(
    'A document shows a field that some of its readers may not see.',
    (details) => `Some people who may open this document may not see ${shown(details).replace(/,$/, '')}.`,
    () => 'Remove the field, or make `read` of the document as narrow as `read` of the field.',
  ),
  'document/personal-in-public': error<FieldDetails>(
    'A public text shows a personal field.',
    (details) => `Everybody may read this, but ${shown(details)} is personal.`,
    () => 'Mask the subject with `masked: true`, remove the field, or remove `public`.',
  ),
  'document/of-another-type': error<{ readonly name: string; readonly type: string }>(
    'A workflow or a requirement kind issues a document of another record type.',
    ({ name, type }) => `The document "${name}" is not for records of type "${type}".`,
    ({ type }) => `Add "${type}" to \`of\` of the document, or issue another document.`,
  ),
};
