/** Reads the stories of a file: several steps, each with what is expected after it. */
import { parseDuration } from '../../../portal/model/condition.ts';
import { mappingOf } from '../../../portal/values/is-mapping.ts';
import {
  child,
  type Cursor,
  entries,
  isMapping,
  isPresent,
  items,
  oneOrMore,
  placeOf,
  text,
  texts,
} from '../input/cursor.ts';
import type { GivenRecord, RecordReference, Story, StoryAct, StoryOutcome, StoryStep } from './case.ts';
import {
  actorAt,
  type CaseSource,
  itemsIn,
  nameAt,
  nameOrNull,
  personaAt,
  nounOf,
  recordNamed,
  requireName,
  workflowNames,
  recordNames,
  kindNames,
} from './case-names.ts';
import { anyRecord, countInput, type TestedRecord } from './case-uses.ts';
import { givenRecordsAt, requireQuestions } from './read-record.ts';
import { outcomeAt } from './read-expectations.ts';

/** @param file its name, for the name of the story */
export function storyAt(reading: CaseSource, at: Cursor, file: string): Story {
  const title = text(child(at, 'story')) ?? '';
  const given = givenRecordsAt(reading, child(at, 'given'));
  const steps = items(child(at, 'steps'));
  const names = recordsByName(given, steps);
  const [only, ...others] = given;
  let record = only === undefined || others.length > 0 ? anyRecord : only;
  return {
    is: 'story',
    name: `${file}: ${title}`,
    title,
    start: momentAt(child(at, 'day'), '08:00'),
    given,
    steps: steps.map((one) => {
      record = recordOfStep(reading, one, { names, record });
      return stepAt(reading, one, { names, record });
    }),
    personas: Object.fromEntries(
      entries(reading.personas).flatMap(([name, one]) => {
        const persona = personaAt(reading, { ...one, value: name });
        return persona === null ? [] : [[name, persona]];
      }),
    ),
    unknown: reading.unknown,
    place: placeOf(child(at, 'story')),
  };
}

interface StepPlace {
  /** What is known of the named records. */
  readonly names: ReadonlyMap<string, TestedRecord>;
  /** The record of the step. */
  readonly record: TestedRecord;
}

function recordsByName(given: readonly GivenRecord[], steps: readonly Cursor[]): Map<string, TestedRecord> {
  const begun = steps.flatMap((one): [string, TestedRecord][] => {
    const [name, type] = [text(child(one, 'named')), text(child(one, 'begin'))];
    return name === null || type === null ? [] : [[name, { type, kind: text(child(one, 'kind')) }]];
  });
  return new Map([...given.map((one) => [one.name, one] as const), ...begun]);
}

/** @param before the place of the step before */
function recordOfStep(reading: CaseSource, at: Cursor, before: StepPlace): TestedRecord {
  const begun = text(child(at, 'begin'));
  if (begun !== null) return { type: begun, kind: text(child(at, 'kind')) };
  const of = referenceAt({ ...reading, context: null, unknown: [] }, at, before.names);
  return of === null ? before.record : recordOfReference(reading, of, before.names);
}

function recordOfReference(
  { portal }: CaseSource,
  { name }: RecordReference,
  names: StepPlace['names'],
): TestedRecord {
  return names.get(name) ?? recordNamed(portal, name);
}

/** The record of the step: below `of`, or every one below `each`. */
function referenceAt(reading: CaseSource, at: Cursor, names: StepPlace['names']): RecordReference | null {
  const each = child(at, 'each');
  if (!isPresent(each)) return referenceOf(reading, child(at, 'of'), names);
  const types = Object.keys(reading.portal.recordTypes);
  return { name: nameAt(reading, each, 'record type', types), number: null, isEach: true };
}

function referenceOf(reading: CaseSource, at: Cursor, names: StepPlace['names']): RecordReference | null {
  const said = text(at);
  if (said === null) return null;
  const [, name = said, number = null] = /^(\S+) (\d+)$/.exec(said) ?? [];
  const choices = [...names.keys(), ...recordNames(reading.portal)];
  const what = names.has(name) ? null : nounOf(reading.portal, name);
  requireName(reading, at, { what: what ?? 'record', name, choices });
  return { name, number: number === null ? null : Number(number), isEach: false };
}

function stepAt(reading: CaseSource, at: Cursor, place: StepPlace): StoryStep {
  const refused = child(at, 'refused');
  return {
    act: actAt(reading, at, place),
    actor: actorAt(reading, child(at, 'as')),
    of: referenceAt(reading, at, place.names),
    refused: isPresent(refused) ? { rule: text(refused) ?? '', place: placeOf(refused) } : null,
    outcomes: oneOrMore(child(at, 'then')).map((one) => storyOutcomeAt(reading, one, place)),
    place: placeOfStep(at),
  };
}

/** The first word of the step. */
function placeOfStep(at: Cursor): StoryStep['place'] {
  const [first] = entries(at);
  const { file, line, column } = at.file.positions(first?.[1].pointer ?? at.pointer, 'key');
  return { file, line, column };
}

function storyOutcomeAt(reading: CaseSource, at: Cursor, { names, record }: StepPlace): StoryOutcome {
  const of = referenceOf(reading, child(at, 'of'), names);
  const actor = child(at, 'as');
  return {
    of,
    actor: isPresent(actor) ? actorAt(reading, actor) : undefined,
    expected: outcomeAt(reading, at, of === null ? record : recordOfReference(reading, of, names)),
  };
}

function actAt(reading: CaseSource, at: Cursor, { names, record }: StepPlace): StoryAct {
  const { recordTypes } = reading.portal;
  const [take, begin, save, file] = ['take', 'begin', 'save', 'file'].map((key) => child(at, key));
  if (take !== undefined && isPresent(take)) {
    const step = nameAt(reading, take, 'step', workflowNames(reading.portal, record, 'transitions'), record);
    const input = child(at, 'input');
    if (reading.context !== null) countInput(input, step, record, reading.context);
    return { does: 'take', step, input: mappingOf(input.value) };
  }
  if (begin !== undefined && isPresent(begin)) {
    const kind = nameOrNull(reading, child(at, 'kind'), 'kind', kindNames(reading.portal));
    const begun = nameAt(reading, begin, 'record type', Object.keys(recordTypes));
    requireQuestions(reading, child(at, 'data'), { type: begun, kind });
    return {
      does: 'begin',
      type: begun,
      kind,
      below: referenceOf(reading, child(at, 'below'), names),
      named: text(child(at, 'named')),
      data: mappingOf(child(at, 'data').value),
    };
  }
  if (save !== undefined && isMapping(save.value)) {
    const { type, kind } = record;
    if (type !== null && (kind !== null || recordTypes[type]?.kinds.length === 0))
      requireQuestions(reading, save, { type, kind });
    return { does: 'save', data: mappingOf(save.value) };
  }
  if (file !== undefined && isPresent(file))
    return { does: 'file', items: itemsAt(reading, file, record), issuedOn: text(child(at, 'issued')) };
  for (const [key, state] of [
    ['accept', 'accepted'],
    ['return', 'returned'],
    ['waive', 'waived'],
  ] as const) {
    if (isPresent(child(at, key)))
      return { does: 'review', items: itemsAt(reading, child(at, key), record), state };
  }
  const time = parseDuration(text(child(at, 'after')) ?? '');
  return time === null ? { does: 'reach', moment: momentAt(child(at, 'day'), '') } : { does: 'wait', time };
}

/** The ids; null: `all`. */
function itemsAt(reading: CaseSource, at: Cursor, record: TestedRecord): readonly string[] | null {
  if (at.value === 'all') return null;
  const choices = itemsIn(reading.portal);
  for (const one of items(at))
    requireName(
      reading,
      one,
      { what: 'item', name: (text(one) ?? '').split('.', 1)[0] ?? '', choices },
      record,
    );
  return texts(at);
}

/** `2027-01-05 09:00` as `2027-01-05T09:00`. */
function momentAt(at: Cursor, usualTime: string): string {
  const [date = '', time = usualTime] = (text(at) ?? '').split(' ');
  return time === '' ? date : `${date}T${time}`;
}
