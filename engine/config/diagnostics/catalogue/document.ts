/** Diagnostics of documents: too many signatures, and fields that not every reader may read. */
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
  /** What the text names, where that shows the field. */
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
      `The document has ${countOfNoun(count, 'signature', 'signatures')}, ${countOfNoun(most, 'is', 'are')} allowed.`,
    () => 'Leave signatures out, or let each variant have its own with `variant`.',
  ),
  'document/not-for-readers': error<FieldDetails>(
    'A document shows a field that not everybody may read who may open the document.',
    (details) => `Not everybody who may open this document may read ${shown(details).replace(/,$/, '')}.`,
    () => 'Leave the field out, or let `read` of the document be as narrow as `read` of the field.',
  ),
  'document/personal-in-public': error<FieldDetails>(
    'What everybody reads shows a personal field.',
    (details) => `Everybody may read this, and ${shown(details)} is personal.`,
    () => 'Mask the subject with `masked: true`, leave the field out, or take `public` away.',
  ),
  'document/of-another-type': error<{ readonly name: string; readonly type: string }>(
    'A workflow or a requirement kind issues a document that is not made for its record type.',
    ({ name, type }) => `The document "${name}" is not made for records of type ${type}.`,
    ({ type }) => `Add ${type} to \`of\` of the document, or issue another one.`,
  ),
};
