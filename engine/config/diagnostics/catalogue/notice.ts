/** Diagnostics of notices, reminders and messages: fields and records that a recipient may not see, and links without a transition. */
import { error, type NameDetails, phrase } from '../phrase.ts';
import { proof } from './check.ts';
import type { MarkedField } from './document.ts';

export const noticePhrases = {
  'notice/hidden-field': phrase<
    MarkedField & {
      readonly path: string;
      readonly name: string;
      readonly who: string;
      readonly type: string;
    }
  >({
    severity: 'error',
    summary: 'A notice shows a recipient a field that they may not read.',
    message: ({ name, path, who, type }) =>
      `The notice "${name}" shows "{${path}}" to ${who}, who may not read that field of a "${type}".`,
    remedy: () => 'Remove the placeholder, send that recipient another notice, or let them read the field.',
  }),
  'notice/no-office': phrase<{ readonly type: string }>({
    severity: 'error',
    summary: 'A notice is for the office of a record that has no office.',
    message: ({ type }) => `A record of type "${type}" has no office that could receive the notice.`,
    remedy: ({ type }) =>
      `Name a department, \`{ notify: { department: … } }\`, or add \`office:\` to records/${type}.yaml.`,
  }),
  'notice/not-below': phrase<{ readonly type: string; readonly of: string }>({
    severity: 'error',
    summary: 'A step sends notices about records that are never below its own.',
    message: ({ type, of }) => `A "${type}" is never directly below a "${of}".`,
    remedy: ({ type, of }) =>
      `Name a type whose records have a "${of}" as parent, or add \`parent: ${of}\` to records/${type}.yaml.`,
  }),
  'notice/no-link': phrase<{ readonly name: string; readonly type: string }>({
    severity: 'error',
    summary: 'A notice contains a link, but no transition uses a link or no page opens it.',
    message: ({ name, type }) =>
      `The notice "${name}" contains "{link}", but no transition of "${type}" has \`by: { link: … }\`, or no page has \`screen: link\`.`,
    remedy: () =>
      'Remove {link}, or write `by: { link: { sentTo: …, within: … } }` on the transition and add a public route with `screen: link`.',
  }),
  'thread/attachment-too-large': phrase<{ readonly size: string }>({
    severity: 'error',
    summary: 'A rule of messages allows larger files than the portal does.',
    message: ({ size }) => `A file of a message may have ${size}, which is more than \`uploads.maximum\`.`,
    remedy: () => 'Write a smaller size, leave `maximum` out, or raise `maximum` below `uploads`.',
  }),
  'thread/no-page': phrase<{ readonly departments: readonly string[] }>({
    severity: 'error',
    summary: 'A rule of messages names a department that has no page for messages.',
    message: ({ departments }) =>
      `${departments.join(', ')} could not read messages: no page with \`screen: messages\` is open to them.`,
    remedy: () => 'Add a route with `screen: messages` for them, or take them out of the rule.',
  }),
  'thread/no-record': phrase<{ readonly department: string }>({
    severity: 'error',
    summary: 'A rule of messages lets people write to a requester about no record.',
    message: ({ department }) =>
      `The accounts of "${department}" are people, who are reached only as the owner of a record.`,
    remedy: () => 'Name the record types with `about`, or remove the department from `to`.',
  }),
  'thread/nobody-reads': phrase<{ readonly departments: readonly string[]; readonly type: string }>({
    severity: 'error',
    summary: 'A rule of messages names only departments that may read no record of the type.',
    message: ({ departments, type }) =>
      `Nobody in ${departments.join(', ')} may read a "${type}", so nobody there can write or receive such a message.`,
    remedy: ({ type }) =>
      `Remove "${type}" from the rule, name other departments, or let these read it in records/${type}.yaml.`,
  }),
  'reminder/never-sent': proof<{ name: string; reason: string }>(
    'error',
    'A reminder is never sent.',
    ({ name, reason }) => `The reminder "${name}" is never sent: ${reason}.`,
    () => 'Write a shorter time in `before`, or let it wait for something that happens.',
  ),
  'reminder/date-too-late': proof<{ name: string; step: string }>(
    'error',
    'A reminder counts from an answer that is given only after its states.',
    ({ name, step }) =>
      `The reminder "${name}" counts from an answer of the transition "${step}", after which the record is in none of its states.`,
    () => 'Count from a date that is known earlier, or name a later state under `in`.',
  ),
  'reminder/date-never-known': proof<{ name: string; reason: string }>(
    'error',
    'A reminder counts from a date that no record ever has.',
    ({ name, reason }) => `The reminder "${name}" is never sent: ${reason}.`,
    () => 'Count from the field that has the date, or let somebody answer the question.',
  ),
  'reminder/no-date': error<NameDetails>(
    'A reminder counts from a field that is not a date.',
    ({ name }) => `The field "${name}" is not a date, so no reminder can count from it.`,
    () => 'Name a field with `format: date` or `format: date-time`.',
  ),
  'reminder/other-record': error<NameDetails & { of: string }>(
    'A reminder counts from a date that is not an answer of its record.',
    ({ name, of }) =>
      `"${name}" is no answer of the record "${of}" itself, so no reminder can count from it.`,
    () =>
      'Name an answer of the record, or write the reminder into the workflow of the record that has the date.',
  ),
};
