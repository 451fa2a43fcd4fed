/** Diagnostics of the checklist checks: who may accept and waive items. */
import { proof, quoted } from './check.ts';

export interface Reviewers {
  readonly type: string;
  readonly rule: 'review' | 'waive';
  readonly departments: readonly string[];
}

export interface NeverAskedDetails {
  readonly name: string;
  /** The condition is never true by itself. */
  readonly isAlone: boolean;
}

function why({ isAlone }: NeverAskedDetails): string {
  return isAlone
    ? 'its `when` contradicts itself, or the limits and the `when` of the questions that it reads'
    : 'its `when` is never true while the kind applies';
}

export interface NeverAppliesDetails {
  readonly name: string;
  /** The type of the record above; null: `applies` is never true by itself. */
  readonly type: string | null;
  readonly kinds: readonly string[];
  readonly office: string;
}

export const checklistPhrases = {
  'kind/never-applies': proof<NeverAppliesDetails>(
    'error',
    'A requirement kind never applies.',
    ({ name, type, kinds, office }) => {
      if (type === null)
        return `The kind "${name}" never applies: its \`applies\` contradicts itself, or the limits and the \`when\` of the questions that it reads.`;
      return kinds.length === 0
        ? `The kind "${name}" never applies: no kind of a "${type}" has the office "${office}".`
        : `The kind "${name}" never applies: it is below a "${type}" of "${office}", but ${quoted(kinds)} never ${kinds.length === 1 ? 'applies' : 'apply'} at the same time.`;
    },
    ({ type }) =>
      type === null
        ? 'Remove one of the contradicting parts of `applies`.'
        : 'Change `applies` or `office` of this kind, or of the kind above.',
  ),
  'kind/item-never-asked': proof<NeverAskedDetails>(
    'error',
    'An item of a checklist is never asked.',
    (details) => `The item "${details.name}" is never asked: ${why(details)}.`,
    () => 'Change one of the conditions, or remove the item.',
  ),
  'form/never-asked': proof<NeverAskedDetails>(
    'error',
    'A question of a form is never asked.',
    (details) => `The question "${details.name}" is never asked: ${why(details)}.`,
    () => 'Change one of the conditions, or remove the question.',
  ),
  'claim/nobody': proof<{ type: string; rule: string }>(
    'error',
    'Nobody can ever claim or assign a record.',
    ({ type, rule }) =>
      rule === 'by'
        ? `Nobody can ever claim a "${type}": no person of an office meets \`by\` in a state that waits for this office.`
        : `Nobody can ever assign a "${type}": nobody who may read it meets \`assignedBy\` in a state that waits for an office.`,
    ({ type, rule }) =>
      `Change \`claim.${rule}\` of "${type}", or write \`waitsFor: office\` in the states in which the office works on it.`,
  ),
  'checklist/nobody-accepts': proof<{ type: string; names: readonly string[] }>(
    'error',
    'Nobody can accept the items of a checklist before a transition that needs them.',
    ({ type, names }) =>
      names.length === 0
        ? `Nobody can ever accept an item of a "${type}".`
        : `Nobody can accept the checklist items of a "${type}" before ${quoted(names)}, which ${names.length === 1 ? 'needs' : 'need'} the checklist to pass.`,
    ({ type }) =>
      `Change \`checklist.review\` of "${type}", so that somebody who can see the record may accept its items in an earlier state that is not final.`,
  ),
  'checklist/own-papers': proof<Reviewers>(
    'error',
    'The owner of a record may accept or waive their own papers.',
    ({ type, rule, departments }) =>
      `The owner of a "${type}" may be an account of ${quoted(departments, 'or')}, and \`checklist.${rule}\` allows them to decide on papers that they sent themselves.`,
    ({ rule }) =>
      `Write \`not: { party: owner }\` in \`checklist.${rule}\`, or name an office. If this is intended, write \`approves: own\` on each transition that needs the checklist to pass.`,
  ),
  'checklist/no-page': proof<Reviewers>(
    'error',
    'A department may review a checklist, but has no page for it.',
    ({ type, rule, departments }) =>
      `\`checklist.${rule}\` of a "${type}" allows ${quoted(departments)}, but no page that they can open shows a single "${type}".`,
    ({ type }) =>
      `Add a route in their area with \`screen: checklist\` (or \`record\`), \`of: ${type}\` and a parameter that names the ${type}; or remove them from the rule.`,
  ),
};
