/** Diagnostics of former names and of migrations: `formerly`, the losses in gone.yaml, and migrations/. */
import { type NamedKind, nounsOfNames } from '../../../portal/model/place.ts';
import { countOfNoun } from '../../../portal/text/noun-count.ts';
import { error, type NameDetails } from '../phrase.ts';
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

export const migrationPhrases = {
  'migration/circular': error<{ circle: readonly string[] }>(
    'Migrations wait for each other.',
    ({ circle }) => `This migration waits for itself: ${circle.join(' → ')}.`,
    () => 'Remove one of these names from `from`.',
  ),
  'migration/no-way-back': error<{ lacks: 'back' | 'why' }>(
    'A migration does not say how it is taken back.',
    ({ lacks }) =>
      lacks === 'back'
        ? 'This migration does not say what takes it back when an earlier version is put in force again.'
        : 'This migration does not say why nothing takes it back.',
    ({ lacks }) =>
      lacks === 'back'
        ? 'Write `back` with the steps, or `back: none` with a `why`.'
        : 'Write `why`, or `back` with the steps that take it back.',
  ),
  'migration/state-still-there': error<NameDetails>(
    'A migration lists a state as gone, but the workflow has it.',
    ({ name }) => `The workflow still has the state "${name}".`,
    ({ name }) => `Write \`from: ${name}\`.`,
  ),
  'migration/from-draft': error<NameDetails>(
    'A migration moves records out of the state in which they begin.',
    ({ name }) =>
      `Records begin in the state "${name}". They leave it when a person sends them: they then get their number and their checklists.`,
    () => 'Let the people send them, or choose another state.',
  ),
  'migration/group-count': error<{ groups: number; questions: number }>(
    'The pattern of a split does not have one group for each question.',
    ({ groups, questions }) =>
      `The pattern has ${countOfNoun(groups, 'group', 'groups')}, but \`into\` has ${countOfNoun(questions, 'question', 'questions')}.`,
    () => 'Write one pair of parentheses for each question, and `(?:…)` for any other.',
  ),
  'migration/odd-placeholder': error<NameDetails>(
    'A text of a migration has braces that are not a placeholder.',
    ({ name }) => `"${name}" is not a placeholder of a migration.`,
    () => 'Write the name of a question in braces, such as `{town}`. Formats are not possible here.',
  ),
  'migration/odd-value': error<{ name: string; type: string }>(
    'A migration sets an answer of another type than the question has.',
    ({ name, type }) => `The question "${name}" takes ${type}.`,
    ({ type }) => `Write ${type}.`,
  ),
};
