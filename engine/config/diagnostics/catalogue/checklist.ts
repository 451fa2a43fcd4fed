/** Diagnostics of the proofs over checklists: who accepts and waives their items. */
import { proof, quoted } from './check.ts';

export interface Reviewers {
  readonly type: string;
  readonly rule: 'review' | 'waive';
  readonly departments: readonly string[];
}

export const checklistPhrases = {
  'checklist/nobody-accepts': proof<{ type: string; names: readonly string[] }>(
    'error',
    'Nobody can accept the items of a checklist, or not before a step that needs it.',
    ({ type, names }) =>
      names.length === 0
        ? `Nobody can ever accept an item of a "${type}".`
        : `The step ${quoted(names)} of a "${type}" needs a checklist that passes, and nobody can accept its items before that.`,
    ({ type }) =>
      `Let \`checklist.review\` of "${type}" hold for somebody who sees the record, in a state that comes before the step and is not final.`,
  ),
  'checklist/own-papers': proof<Reviewers>(
    'error',
    'The owner of a record accepts or waives their own papers.',
    ({ type, rule, departments }) =>
      `The owner of a "${type}" may be an account of ${quoted(departments)}, and \`checklist.${rule}\` lets them decide on papers that they sent themselves.`,
    ({ rule }) =>
      `Write \`not: { party: owner }\` in \`checklist.${rule}\`, or name an office; where it is meant, write \`approves: own\` on each step that needs the checklist to pass.`,
  ),
  'checklist/no-page': proof<Reviewers>(
    'error',
    'Somebody may review a checklist, but has no page for it.',
    ({ type, rule, departments }) =>
      `\`checklist.${rule}\` of a "${type}" holds for ${quoted(departments)}, and no open page of theirs shows one "${type}".`,
    ({ type }) =>
      `Add a route of theirs with \`screen: checklist\` (or \`record\`), \`of: ${type}\` and a parameter that names the ${type}; or take them out of the rule.`,
  ),
};
