/** Links the reminders of a workflow: in which states, when, and to whom. */
import type { Reminder, ReminderDate, Transition } from '../../../portal/model/workflow.ts';
import { waitOf } from '../../../portal/life/reminders.ts';
import { child, entries, isPresent, oneOrMore, placeOf, text, texts, type Cursor } from '../input/cursor.ts';
import { linkDuration } from '../input/durations.ts';
import { type LinkContext, isKnown, report } from '../input/link-context.ts';
import { titleFromKey } from '../input/title-from-key.ts';
import { linkFieldPath } from '../conditions/field-path.ts';
import { checkDated } from '../conditions/subject-shape.ts';
import { isOwnAnswer } from '../../../portal/forms/condition-schema.ts';
import { linkNotify } from './effects.ts';

interface ReminderPlace {
  /** Record type of the workflow. */
  readonly of: string;
  /** Reports an unknown state. */
  readonly checkState: (at: Cursor) => void;
  readonly transitions: Readonly<Record<string, Transition>>;
}

export function linkReminders(
  at: Cursor,
  place: ReminderPlace,
  context: LinkContext,
): Record<string, Reminder> {
  return Object.fromEntries(
    entries(at).map(([name, said]) => [name, linkReminder(name, said, place, context)]),
  );
}

function linkReminder(
  name: string,
  at: Cursor,
  { of, checkState, transitions }: ReminderPlace,
  context: LinkContext,
): Reminder {
  for (const one of oneOrMore(child(at, 'in'))) checkState(one);
  const states = texts(child(at, 'in'));
  return {
    name,
    title: text(child(at, 'title')) ?? titleFromKey(name),
    states,
    when: linkWhen(at, { of, states, transitions }, context),
    notify: linkNotify(at, { of, answers: new Set() }, context),
    place: placeOf(at),
  };
}

function linkWhen(
  at: Cursor,
  {
    of,
    states,
    transitions,
  }: { readonly states: readonly string[] } & Pick<ReminderPlace, 'of' | 'transitions'>,
  context: LinkContext,
): Reminder['when'] {
  const after = child(at, 'after');
  const field = child(at, 'field');
  if (isPresent(field)) return linkDate(at, { field, after, of }, context);
  if (isPresent(after)) return { from: 'state', after: linkDuration(after, context) };
  const before = linkDuration(child(at, 'before'), context);
  const step = child(at, 'step');
  if (isPresent(step)) {
    const name = text(step) ?? '';
    const waiting = Object.values(transitions).filter(
      (one) => waitOf(one) !== null && states.every((state) => one.from.includes(state)),
    );
    const choices = waiting.map((one) => one.name);
    isKnown(context, 'reminder/unknown-step', step, { name, choices, of });
    return { from: 'step', before, step: name };
  }
  const named = child(at, 'document');
  const document = text(named) ?? '';
  const { documents } = context.names;
  // Without any of them, the schema has reported it.
  if (isPresent(named)) isKnown(context, 'document/unknown', named, { name: document, choices: documents });
  return { from: 'document', before, document };
}

function linkDate(
  at: Cursor,
  { field, after, of }: { readonly field: Cursor; readonly after: Cursor; readonly of: string },
  context: LinkContext,
): ReminderDate {
  const path = linkFieldPath(field, context, { type: of });
  const name = text(field) ?? '';
  if (path !== null && !isOwnAnswer(path)) report(context, 'reminder/other-record', field, { name, of });
  else if (path !== null) checkDated(field, path, context, { type: of, code: 'reminder/no-date' });
  // Without a path, the mistake has been reported.
  const date = { from: 'date', field: path ?? { ancestor: null, keys: [name], lookup: null } } as const;
  return isPresent(after)
    ? { ...date, after: linkDuration(after, context) }
    : { ...date, before: linkDuration(child(at, 'before'), context) };
}
