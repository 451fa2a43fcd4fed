/** Diagnostics about names that refer to nothing: each says what was written, what it may have meant and what there is. */
import { suggest } from '../nearest.ts';
import { phrase, type Phrase } from '../phrase.ts';

/** The name as written, and every name that would have been right. */
export interface UnknownName {
  readonly name: string;
  readonly choices: readonly string[];
}

/** @param subject the start of the sentence, such as `The guard`; `choices` heads the list, such as `Declared guards` */
export function unknown(subject: string, problem: string, choices: string): Phrase<UnknownName> {
  return phrase<UnknownName>({
    severity: 'error',
    summary: `${subject} that is named ${problem}.`,
    message: ({ name }) => `${subject} "${name}" ${problem}.`,
    remedy: ({ name, choices: all }) => suggest(name, all, choices),
  });
}

export const referencePhrases = {
  'portal/unknown-login': unknown('The sign-in route', 'does not exist', 'Routes'),
  'portal/unknown-time-zone': unknown('The time zone', 'does not exist', 'Time zones'),
  'department/unknown': unknown('The department', 'does not exist', 'Departments'),
  'department/unknown-landing': unknown('The landing', 'is not a route', 'Routes'),
  'department/unknown-lookup': unknown('The lookup of its units', 'does not exist', 'Lookups'),
  'department/unknown-unit': unknown(
    'The unit of its demonstration account',
    'is no unit of the department',
    'Units',
  ),
  'group/unknown': unknown('The group', 'is not declared in groups.yaml', 'Declared groups'),
  'guard/unknown-message': unknown('The message', 'is not declared in portal.yaml', 'Declared messages'),
  'guard/unknown-target': unknown('The target', 'is neither a landing nor a route', 'Landings and routes'),
  'route/unknown-guard': unknown('The guard', 'is not declared', 'Declared guards'),
  'route/unknown-chain': unknown('The chain', 'is not declared', 'Declared chains'),
  'route/unknown-redirect': unknown('The route that it redirects to,', 'does not exist', 'Routes'),
  'route/unknown-list': unknown('The list', 'is not one of that record type', 'Lists of that record type'),
  'route/unknown-parameter': unknown('The parameter', 'is not one of this route', 'Parameters of this route'),
  'route/undeclared-parameter': unknown(
    'The brace',
    'stands in the path, but is declared neither in `params` nor by `forEach`',
    'Declared here',
  ),
  'route/unknown-brace': unknown('The brace', 'stands for nothing here', 'Braces that do'),
  'route/unknown-exception': unknown(
    'The route that `except` leaves out,',
    'would not be made here',
    'Routes made here',
  ),
  'route/unknown-navigation': unknown(
    'The navigation group',
    'is not declared in portal.yaml',
    'Declared groups',
  ),
  'report/unknown': unknown('The report', 'does not exist', 'Reports'),
  'set/unknown': unknown('The set of requirement kinds', 'does not exist', 'Sets'),
  'kind/unknown': unknown('The requirement kind', 'does not exist', 'Kinds'),
  'kind/unknown-paper': unknown('The paper', 'is not in papers.yaml', 'Papers'),
  'kind/unknown-preview': unknown('The preview', 'is not a route', 'Routes'),
  'record/unknown-type': unknown('The record type', 'does not exist', 'Record types'),
  'record/unknown-form': unknown('The form', 'does not exist', 'Forms'),
  'record/unknown-field': unknown('The field', 'is not one of this record', 'Fields'),
  'workflow/unknown-state': unknown('The state', 'is not declared', 'Declared states'),
  'workflow/unknown-waits-for': unknown(
    'What the state waits for,',
    'is neither a party, a department, `office` nor `children`',
    'It may wait for',
  ),
  'clock/unknown': unknown('The clock', 'is not one of this workflow', 'Clocks of this workflow'),
  'calendar/unknown': unknown('The calendar', 'does not exist', 'Calendars'),
  'calendar/unknown-day': unknown('The day', 'is not named in calendar/days.yaml', 'Days that have a name'),
  'effect/unknown-item': unknown('The item', 'is in no checklist of this record', 'Items'),
  'document/unknown': unknown('The document', 'does not exist', 'Documents'),
  'document/unknown-variant': unknown(
    'The variant',
    'is that of no block of the document',
    'Variants of the document',
  ),
  'fee/unknown': unknown('The fee schedule', 'does not exist', 'Fee schedules'),
  'notice/unknown': unknown('The notice', 'does not exist', 'Notices'),
  'notice/unknown-channel': unknown('The channel', 'is added by no extension', 'Channels'),
  'effect/unknown-extension': unknown('The effect', 'is added by no extension', 'Effects of extensions'),
  'notice/unknown-recipient': unknown(
    'The recipient',
    'is neither a party of the record, `office` nor a department',
    'It may be',
  ),
  'number/unknown-placeholder': unknown('The brace', 'stands for nothing in a number', 'Braces that do'),
  'condition/unknown-flag': unknown('The flag', 'is not declared', 'Declared flags'),
  'condition/unknown-fact': unknown('The fact', 'is derived by no record type', 'Derived by record types'),
  'condition/unknown-field': unknown('The field', 'is not in the form', 'Fields of the form'),
  'condition/unknown-parameter': unknown('The parameter', 'is not one of any route', 'Parameters of routes'),
  'condition/unknown-party': unknown('The party', 'is not declared', 'Declared parties'),
  'condition/unknown-state': unknown('The state', 'is not one of its workflow', 'States'),
  'condition/unknown-transition': unknown('The transition', 'is not one of its workflow', 'Transitions'),
  'condition/unknown-answer': unknown('The answer', 'is not asked here', 'Answers of this transition'),
  'condition/unknown-constant': unknown('The constant', 'is not declared', 'Declared constants'),
};

export type UnknownCode = keyof typeof referencePhrases;
