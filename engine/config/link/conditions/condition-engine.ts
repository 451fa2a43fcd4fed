/**
 * Conditions about what the engine knows of a record: its clocks, its documents, the time since an event, who has
 * seen it.
 */
import type { Condition } from '../../../portal/model/condition.ts';
import type { ConditionPlace } from './condition-place.ts';
import { child, text, type Cursor } from '../input/cursor.ts';
import { checkField } from './columns.ts';
import { linkDayOfYear } from '../names/day-names.ts';
import { linkDuration } from '../input/durations.ts';
import { type LinkContext, isKnown } from '../input/link-context.ts';
import { clockNames, initialState, quorumNames } from '../names/workflow-names.ts';

export interface RecordWord {
  readonly word: string;
  readonly value: Cursor;
  /** The mapping that contains it. */
  readonly at: Cursor;
  readonly context: LinkContext;
  readonly place: ConditionPlace;
  /** Passed in, because conditions contain conditions. */
  readonly linkCondition: (at: Cursor, context: LinkContext, place: ConditionPlace) => Condition;
}

export const engineWords: Readonly<Record<string, (word: RecordWord) => Condition>> = {
  lapsed: linkLapsed,
  unreachable: linkUnreachable,
  expired: linkExpired,
  created: linkCreated,
  after: ({ value, context }) => ({ test: 'after', wait: linkDuration(value, context) }),
  today: ({ value, context }) => linkSeason(value, context),
  applies: ({ value }) => ({ test: 'applies', is: value.value !== false }),
  link: linkLink,
  unseen: ({ value }) =>
    value.value === false ? { test: 'not', of: { test: 'unseen' } } : { test: 'unseen' },
};

/** `{ from: NAME, until: NAME }`; an unknown day makes the condition false. */
function linkSeason(at: Cursor, context: LinkContext): Condition {
  const from = linkDayOfYear(child(at, 'from'), context);
  const until = linkDayOfYear(child(at, 'until'), context);
  return from === null || until === null
    ? { test: 'not', of: { test: 'always' } }
    : { test: 'between', from, until };
}

function linkLapsed({ value, context, place }: RecordWord): Condition {
  const clock = text(value) ?? '';
  const choices = clockNames(place.type, context.names);
  isKnown(context, 'clock/unknown', value, { name: clock, choices, of: place.type ?? place.about ?? null });
  return { test: 'lapsed', clock };
}

/** Another step of the workflow, which several people take. */
function linkUnreachable({ value, context, place }: RecordWord): Condition {
  const step = text(value) ?? '';
  const choices = quorumNames(place.type, context.names);
  isKnown(context, 'quorum/unknown-step', value, { name: step, choices, of: place.type ?? null });
  return { test: 'unreachable', step };
}

/** The record is in the state in which it was created. */
function linkCreated({ context, place }: RecordWord): Condition {
  const value = initialState(place.type, context.names);
  return { test: 'compare', subject: { from: 'record', name: 'state' }, operator: 'is', operand: { value } };
}

/** The name of a document template, or `any`. */
function linkExpired({ value, context }: RecordWord): Condition {
  if (value.value === 'any') return { test: 'expired', document: null };
  const name = text(value) ?? '';
  const { documents } = context.names;
  isKnown(context, 'document/unknown', value, { name, choices: [...documents.keys(), 'any'] });
  return { test: 'expired', document: name };
}

function linkLink({ value, context, place }: RecordWord): Condition {
  const sentTo = child(value, 'sentTo');
  const field = text(sentTo) ?? '';
  if (place.type !== null) checkField(sentTo, field, { type: place.type, context });
  return { test: 'link', field, within: linkDuration(child(value, 'within'), context) };
}
