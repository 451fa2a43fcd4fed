/** Diagnostics of documents and reports. */
import type { Place } from '../../../portal/model/place.ts';
import { countOfNoun } from '../../../portal/text/noun-count.ts';
import { error, phrase } from '../phrase.ts';
import { quoted } from './check.ts';

export interface FieldDetails {
  readonly field: string;
  readonly type: string;
  /** The placeholder that shows the field, if it has another name. */
  readonly through?: string;
}

/** The rule of a field that some of those who would see it do not meet. */
export interface FieldMark {
  readonly rule: 'personal' | 'read';
  readonly field: string;
  readonly type: string;
  /** The place of the rule. */
  readonly place: Place;
}

export interface MarkedField {
  /** Null: it is not known where. */
  readonly marked: FieldMark | null;
}

export interface PersonalName extends MarkedField {
  readonly name: string;
  readonly type: string;
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
  'document/no-place': error<{ readonly name: string }>(
    'A document shows on a map what is no place in districts.',
    ({ name }) => `The question "${name}" has no place in districts, so no map can show it.`,
    () => 'Name a question with `format: location` and `districts`.',
  ),
  'document/not-for-readers': error<FieldDetails & MarkedField>(
    'A document shows a field that some of its readers may not see.',
    (details) => `Some people who may open this document may not see ${shown(details).replace(/,$/, '')}.`,
    () => 'Remove the field, or make `read` of the document as narrow as `read` of the field.',
  ),
  'document/personal-in-public': error<FieldDetails & MarkedField>(
    'A public text shows a personal field.',
    (details) => `Everybody may read this, but ${shown(details)} is personal.`,
    () => 'Mask the text with `masked: true`, remove the field, or remove `public`.',
  ),
  'record/personal-but-shown': error<Pick<FieldDetails, 'field' | 'type'> & { readonly places: string }>(
    'A field is personal, but several places show it to people who may not see it then.',
    ({ field, type, places }) =>
      `"${field}" of "${type}" is personal, but these places show it to others: ${places}.`,
    () =>
      'Remove `personal` if everybody may see it. Otherwise remove the field from these places, or mask it there.',
  ),
  'record/hidden-but-shown': error<Pick<FieldDetails, 'field' | 'type'> & { readonly places: string }>(
    'Not everybody may read a field, but several places show it to others.',
    ({ field, type, places }) =>
      `Some people may not read "${field}" of "${type}", but these places show it to them: ${places}.`,
    () => 'Widen `read` of the field, remove the field from these places, or narrow who sees these places.',
  ),
  'record/personal-in-public': error<PersonalName>(
    'A record type shows a personal field to everybody.',
    ({ name, type }) => `Everybody may see this field of a "${type}", but "${name}" is personal.`,
    ({ name }) => `Remove it, or list "${name}" under \`masked\` beside \`fields\`.`,
  ),
  'record/personal-in-summary': phrase<PersonalName>({
    severity: 'warning',
    summary: 'A summary shows a personal field to people who may not read the record.',
    message: ({ name, type }) =>
      `The summary of a "${type}" is for those who may not read it, but "${name}" is personal.`,
    remedy: ({ name }) =>
      `Remove it, write \`masked: true\` for "${name}" under \`fields\`, or say there with \`read\` who needs it.`,
  }),
  'document/never-valid': error<{ readonly reason: string }>(
    'A document or a paper would already have expired when it is issued.',
    ({ reason }) => `This would never be valid after the day of issue: ${reason}.`,
    () => 'Write a duration of at least one day, or name a day that may be in the future.',
  ),
  'document/no-date': error<{ readonly name: string }>(
    'The validity of a document ends with a field that is not a date.',
    ({ name }) => `The field "${name}" is not a date, so the document would never expire.`,
    () => 'Name a field with `format: date`.',
  ),
  'picture/unreadable': error<{ readonly type: string }>(
    'A file in pictures/ is not the picture that its name promises.',
    ({ type }) => `The content of the file is not ${type}.`,
    () =>
      'Save the picture again as SVG with a `viewBox`, or as PNG with a width and height of 64 to 2,000 pixels.',
  ),
  'picture/unsafe': error<{ readonly found: string }>(
    'An SVG picture could run code, or load something from elsewhere.',
    ({ found }) => `The picture contains ${found}.`,
    () => 'Remove it: a seal consists of shapes, letters and colours only. Save it as "plain SVG".',
  ),
  'document/unused-variant': phrase<{
    readonly name: string;
    readonly document: string;
    readonly issued: readonly string[];
  }>({
    severity: 'warning',
    summary: 'A block is for a variant of a document that nothing issues.',
    message: ({ name, document }) =>
      `Nothing issues the variant "${name}" of "${document}", so this block is not printed for it.`,
    remedy: ({ name, document, issued }) =>
      `Write \`{ document: ${document}, variant: ${name} }\` in the transition that issues it, or remove the variant here. Variants that are issued: ${issued.join(', ')}.`,
  }),
  'document/closed-page': phrase<{ readonly names: readonly string[] }>({
    severity: 'warning',
    summary: 'The page on which everybody checks documents does not open without an account.',
    message: ({ names }) =>
      `The code of ${quoted(names)} leads here, but the page does not open for people without an account.`,
    remedy: () => 'Give the page guards that let everybody pass.',
  }),
  'document/no-page': phrase<{ readonly name: string }>({
    severity: 'warning',
    summary: 'A document has a QR code, but no page on which everybody can check it.',
    message: ({ name }) => `The QR code of "${name}" leads nowhere: no page checks documents for everybody.`,
    remedy: () =>
      'Add a public route with `screen: document`, `{code}` at the end of its path and `params: { code: { document: true } }`, or remove the block.',
  }),
  'document/of-another-type': error<{ readonly name: string; readonly type: string }>(
    'A workflow or a requirement kind issues a document of another record type.',
    ({ name, type }) => `The document "${name}" is not for records of type "${type}".`,
    ({ type }) => `Add "${type}" to \`of\` of the document, or issue another document.`,
  ),
  'report/flow-both-ways': phrase<{ readonly states: readonly string[] }>({
    severity: 'error',
    summary: 'A record would arrive and be completed in the same state.',
    message: ({ states }) => `${quoted(states)} is in \`arrives\` and in \`leaves\`.`,
    remedy: () => 'Leave each state in one of the two lists.',
  }),
  'report/opens-others': phrase<{ readonly type: string; readonly of: string }>({
    severity: 'error',
    summary: 'A report opens a list of records that it does not count.',
    message: ({ type, of }) => `The report counts "${of}", but \`opens\` names a list of "${type}".`,
    remedy: ({ of }) => `Name a list of "${of}", or remove \`opens\`.`,
  }),
};
