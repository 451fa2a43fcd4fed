/** Diagnostics of former names: `formerly`, and the losses in gone.yaml. */
import { type NamedKind, nounsOfNames } from '../../../portal/model/place.ts';
import { error } from '../phrase.ts';
import { quoted } from './check.ts';

export interface OfKind {
  readonly kind: NamedKind;
}

export interface FormerDetails extends OfKind {
  readonly name: string;
}

export const formerPhrases = {
  'former/still-there': error<FormerDetails>(
    'A former name is still in use.',
    ({ kind, name }) =>
      `"${name}" is listed as a former name, but the configuration still has a ${nounsOfNames[kind]} of that name.`,
    () => 'Remove the former name, or what still has it.',
  ),
  'former/twice': error<FormerDetails>(
    'A former name is listed twice.',
    ({ name }) => `The former name "${name}" is listed a second time, so it is unclear what takes its place.`,
    () => 'List it in one place.',
  ),
  'former/one-name': error<{ names: readonly string[] }>(
    'A loss in gone.yaml names nothing, or several things.',
    ({ names }) =>
      names.length === 0
        ? 'This loss does not say what is gone.'
        : `This loss names ${quoted(names)} at once.`,
    () => 'Write one entry for each name, such as `question: "permit: fax"`.',
  ),
  'former/no-outcome': error<OfKind>(
    'A loss in gone.yaml does not say what becomes of the data.',
    ({ kind }) => `This ${nounsOfNames[kind]} needs either a \`successor\` or \`values\`.`,
    () => 'Write `successor` with the name that takes its place, or `values: keep` or `values: erase`.',
  ),
  'former/needs-successor': error<OfKind>(
    'Something that records and accounts cannot be without is gone and has no successor.',
    ({ kind }) =>
      `Records cannot be without their ${nounsOfNames[kind]}, so its values can be neither kept nor erased.`,
    ({ kind }) => `Write \`successor\` with the ${nounsOfNames[kind]} that takes its place.`,
  ),
  'former/cannot-erase': error<OfKind>(
    'Values that cannot be erased are to be erased.',
    ({ kind }) => `Only answers to questions can be erased, and this is a ${nounsOfNames[kind]}.`,
    () => 'Write `values: keep`, or a `successor`.',
  ),
};
