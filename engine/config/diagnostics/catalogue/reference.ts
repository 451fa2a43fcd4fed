/** Diagnostics of unknown names: each shows the name, the most similar choice and all choices. */
import { suggest } from '../nearest.ts';
import { phrase, type Phrase } from '../phrase.ts';

/** The unknown name and every valid name. */
export interface UnknownName {
  readonly name: string;
  readonly choices: readonly string[];
}

export interface UnknownTestName extends UnknownName {
  /** A state, a step, a page … */
  readonly what: string;
}

/** @param subject the start of the sentence, such as `The guard`
 * @param choices the label of the choices, such as `Declared guards` */
export function unknown(subject: string, problem: string, choices: string): Phrase<UnknownName> {
  return phrase<UnknownName>({
    severity: 'error',
    summary: `${subject} ${problem}.`,
    message: ({ name }) => `${subject} "${name}" ${problem}.`,
    remedy: ({ name, choices: all }) => suggest(name, all, choices),
  });
}

export const referencePhrases = {
  'test/unknown-name': phrase<UnknownTestName>({
    severity: 'warning',
    summary: 'A test names something that the configuration does not have.',
    message: ({ what, name }) => `There is no ${what} "${name}", so this test never holds.`,
    remedy: ({ name, choices }) => suggest(name, choices, 'Names'),
  }),
  'former/unknown-successor': unknown('The successor', 'does not exist', 'Names'),
  'former/unknown-owner': unknown('The owner of a lost name', 'does not exist', 'Names'),
  'migration/unknown-earlier': unknown('The migration', 'does not exist', 'Migrations'),
  'migration/unknown-question': unknown(
    'The question',
    'is neither in the form nor in gone.yaml',
    'Questions',
  ),
  'migration/unknown-value': unknown('The answer', 'is not a choice of the question', 'Choices'),
  'portal/unknown-login': unknown('The sign-in route', 'does not exist', 'Routes'),
  'portal/unknown-entry': unknown('The page of an entry', 'does not exist', 'Routes'),
  'portal/unknown-question': unknown('The question of the answers', 'is in no form', 'Questions'),
  'portal/unknown-time-zone': unknown('The time zone', 'does not exist', 'Time zones'),
  'picture/unknown': unknown('The picture', 'is not in `pictures/`', 'Pictures'),
  'department/unknown': unknown('The department', 'does not exist', 'Departments'),
  'department/unknown-landing': unknown('The landing', 'is not a route', 'Routes'),
  'department/unknown-lookup': unknown(
    'The lookup',
    'for the units of the department does not exist',
    'Lookups',
  ),
  'department/unknown-unit': unknown(
    'The unit',
    'of the demonstration account is not a unit of the department',
    'Units',
  ),
  'form/unknown-districts': unknown('The file of districts', 'does not exist', 'Districts'),
  'district/unknown-lookup': unknown('The lookup of the districts', 'does not exist', 'Lookups'),
  'district/unknown-row': unknown('The district', 'is not a row of the lookup', 'Rows'),
  'group/unknown': unknown('The group', 'is not declared in groups.yaml', 'Declared groups'),
  'guard/unknown-message': unknown('The message', 'is not declared in portal.yaml', 'Declared messages'),
  'guard/unknown-target': unknown('The target', 'is neither a landing nor a route', 'Landings and routes'),
  'route/unknown-guard': unknown('The guard', 'is not declared', 'Declared guards'),
  'route/unknown-chain': unknown('The chain', 'is not declared', 'Declared chains'),
  'route/unknown-redirect': unknown('The redirect target', 'is not a route', 'Routes'),
  'route/unknown-list': unknown(
    'The list',
    'does not exist for that record type',
    'Lists of that record type',
  ),
  'route/unknown-account-page': unknown('The word', 'is not something that an account page does', 'Words'),
  'route/unknown-parameter': unknown(
    'The parameter',
    'does not exist in this route',
    'Parameters of this route',
  ),
  'route/undeclared-parameter': unknown(
    'The placeholder',
    'is in the path, but neither `params` nor `forEach` declares it',
    'Declared here',
  ),
  'route/unknown-brace': unknown('The placeholder', 'does not exist here', 'Placeholders'),
  'route/unknown-answer': unknown(
    'The question',
    'is not asked on this page, so it cannot begin with an answer',
    'Questions of this page',
  ),
  'route/unknown-exception': unknown(
    'The route',
    'is not created here, so `except` cannot exclude it',
    'Routes created here',
  ),
  'quorum/unknown-step': unknown('The step', 'has no `quorum` in this workflow', 'Steps with one'),
  'reminder/unknown-step': unknown(
    'The step',
    'is no automatic step that waits in this state (`trigger: { after: … }`)',
    'Such steps',
  ),
  'route/unknown-navigation': unknown(
    'The navigation group',
    'is not declared in portal.yaml',
    'Declared groups',
  ),
  'report/unknown': unknown('The report', 'does not exist', 'Reports'),
  'set/unknown': unknown('The set of requirement kinds', 'does not exist', 'Sets'),
  'kind/unknown': unknown('The requirement kind', 'does not exist', 'Kinds'),
  'paper/unknown-answer': unknown(
    'The answer',
    'is not in a form of the records that ask for the paper',
    'Answers',
  ),
  'kind/unknown-paper': unknown('The paper', 'is not in papers.yaml', 'Papers'),
  'kind/unknown-preview': unknown('The preview', 'is not a route', 'Routes'),
  'record/unknown-type': unknown('The record type', 'does not exist', 'Record types'),
  'capacity/not-below': unknown('The record type', 'is not below this one', 'Types below it'),
  'record/unknown-form': unknown('The form', 'does not exist', 'Forms'),
  'record/unknown-field': unknown('The field', 'does not exist in this record', 'Fields'),
  'workflow/unknown-state': unknown('The state', 'is not declared', 'Declared states'),
  'workflow/unknown-waits-for': unknown(
    'The role',
    'cannot be used in `waitsFor`: it is not a party, a department, `office` or `children`',
    'Roles',
  ),
  'clock/unknown': unknown('The clock', 'does not exist in this workflow', 'Clocks of this workflow'),
  'calendar/unknown': unknown('The calendar', 'does not exist', 'Calendars'),
  'calendar/unknown-day': unknown('The day', 'is not named in calendar/days.yaml', 'Named days'),
  'effect/unknown-item': unknown('The item', 'is not in any checklist of this record', 'Items'),
  'document/unknown': unknown('The document', 'does not exist', 'Documents'),
  'document/unknown-block': unknown(
    'The block',
    'is not in the document that this one is like',
    'Its blocks with a name',
  ),
  'document/unknown-variant': unknown(
    'The variant',
    'does not occur in any block of the document',
    'Variants of the document',
  ),
  'fee/unknown': unknown('The fee schedule', 'does not exist', 'Fee schedules'),
  'notice/unknown': unknown('The notice', 'does not exist', 'Notices'),
  'notice/unknown-channel': unknown('The channel', 'does not exist in any extension', 'Channels'),
  'effect/unknown-extension': unknown(
    'The effect',
    'does not exist in any extension',
    'Effects of extensions',
  ),
  'notice/unknown-recipient': unknown(
    'The recipient',
    'is not a party of the record, `office` or a department',
    'Recipients',
  ),
  'number/unknown-placeholder': unknown('The placeholder', 'does not exist in a number', 'Placeholders'),
  'condition/unknown-flag': unknown('The flag', 'is not declared', 'Declared flags'),
  'condition/unknown-fact': unknown('The fact', 'is not derived by any record type', 'Derived facts'),
  'condition/unknown-field': unknown('The field', 'is not in the form', 'Fields of the form'),
  'condition/unknown-referred': phrase<UnknownName & { readonly type: string; readonly isPath: boolean }>({
    severity: 'error',
    summary: 'A field of a record that an answer names is not in its form.',
    message: ({ name, type }) => `The form of "${type}" has no field "${name}".`,
    remedy: ({ name, type, choices, isPath }) =>
      `${suggest(name, choices, `Fields of "${type}"`)}${isPath ? ' Derived values and the owner cannot be read through an answer.' : ''}`,
  }),
  'derived/names-nothing': phrase<UnknownName & { readonly of: string; readonly type: string | null }>({
    severity: 'error',
    summary: 'A derived value reads other records through a question that does not name its record.',
    message: ({ name, of, type }) =>
      type === null
        ? 'No record names an account, so a flag of a department reads nothing `through` a question.'
        : `"${name}" of "${of}" is not a question whose answer names a "${type}".`,
    remedy: ({ name, of, type, choices }) =>
      type === null || [...choices].length === 0
        ? 'Remove `through`.'
        : suggest(name, choices, `Questions of "${of}" that name a "${type}"`),
  }),
  'derived/not-below': phrase<{ of: string; type: string; questions: readonly string[] }>({
    severity: 'error',
    summary: 'A derived value reads records that are not below its record.',
    message: ({ of, type }) => `No "${of}" is below a "${type}", so there is nothing to read.`,
    remedy: ({ type, questions }) => {
      const below = `Name a record type whose \`parent\` is "${type}"`;
      const named = questions.map((one) => `\`through: ${one}\``).join(' or ');
      return questions.length === 0 ? `${below}.` : `${below}, or add ${named} to read those that name it.`;
    },
  }),
  'condition/unknown-parameter': unknown(
    'The parameter',
    'does not exist in any route',
    'Parameters of routes',
  ),
  'condition/unknown-party': unknown('The party', 'is not declared', 'Declared parties'),
  'condition/unknown-state': unknown('The state', 'does not exist in its workflow', 'States'),
  'condition/unknown-transition': unknown('The transition', 'does not exist in its workflow', 'Transitions'),
  'condition/unknown-answer': unknown('The answer', 'is not asked here', 'Answers of this transition'),
  'condition/unknown-constant': unknown('The constant', 'is not declared', 'Declared constants'),
};

export type UnknownCode = keyof typeof referencePhrases;
