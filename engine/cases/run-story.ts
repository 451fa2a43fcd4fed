/** Tries one story on a portal, in memory: its steps one after the other, until one does not go as expected. */
import { addDuration } from '../portal/time/days.ts';
import { momentOfLocalTime, localTimeOf } from '../portal/time/local-time.ts';
import { signedOut, type Visitor } from '../portal/model/department.ts';
import type { Answers } from '../portal/forms/form-conditions.ts';
import type { Portal } from '../portal/model/portal.ts';
import type { PickedAccount } from '../portal/workflow/new-records.ts';
import { blankRecord, contextAlone, type PortalRecord, type RecordContext } from '../portal/model/record.ts';
import {
  type StoryActor,
  type RecordReference,
  type Story,
  type StoryAct,
  type StoryOutcome,
  type StoryStep,
  usualPersona,
} from '../config/link/cases/case.ts';
import type { UsedRules } from './coverage.ts';
import { MemoryRecords, somebodyElse } from './memory-records.ts';
import { stepInputWithSlugs, withSlugs } from './named-records.ts';
import type { RefusedBy } from './rules.ts';
import { type CaseFailure, failuresOfNames } from './run-case.ts';
import { beginRecord, filePapers, reviewItems, saveAnswers, takeStep } from './story-acts.ts';
import {
  type FailureText,
  quoted,
  sayRefusal,
  tryExpectation,
  visitorFor,
  wrongRefusal,
} from './try-expectation.ts';

/** @returns an empty list if everything is as expected; the failures of the first step that fails */
export function runStory(portal: Portal, story: Story, coverage: UsedRules): readonly CaseFailure[] {
  if (story.unknown.length > 0) return failuresOfNames(story.unknown);
  const start = momentOfLocalTime(story.start, portal.timeZone);
  if (start === null)
    return [{ place: story.place, message: `There is no time ${story.start}.`, because: [] }];
  const records = new MemoryRecords(portal, start, coverage);
  const names = new Map<string, string>();
  for (const { name, owner, parent, ...said } of story.given) {
    const above = parent === null ? null : (names.get(parent) ?? null);
    const account = owner?.name ?? ownerOf(records, above) ?? somebodyElse;
    const data = withSlugs(portal, said.type, said.data, names);
    names.set(name, records.place({ ...said, data, owner: account, parent: above }).id);
  }
  const told: StoryProgress = {
    portal,
    story,
    coverage,
    records,
    names,
    current: [...names.values()].at(-1) ?? null,
  };
  for (const [index, step] of story.steps.entries()) {
    const failures = runStep(told, step);
    const number = `step ${index + 1}`;
    if (failures.length > 0) return failures.map((one) => ({ ...one, message: `${number}: ${one.message}` }));
  }
  return [];
}

/** A record below another has the same owner, unless the story says otherwise. */
function ownerOf(records: MemoryRecords, id: string | null): string | null {
  return records.all().find((one) => one.id === id)?.owner ?? null;
}

interface StoryProgress {
  readonly portal: Portal;
  readonly story: Story;
  readonly coverage: UsedRules;
  readonly records: MemoryRecords;
  /** The ids of named records. */
  readonly names: Map<string, string>;
  /** The id of the record of the step before. */
  current: string | null;
}

function runStep(told: StoryProgress, step: StoryStep): readonly CaseFailure[] {
  const { records } = told;
  records.startStep();
  const meant = step.of?.isEach === true ? eachOf(told, step.of) : [recordMeant(told, step.of)];
  for (const one of meant) {
    if (one !== null && typeof one === 'object') return [{ place: step.place, ...one }];
    const failure = tryAct(told, step, one);
    if (failure !== null) return [{ place: step.refused?.place ?? step.place, ...failure }];
  }
  return step.outcomes.flatMap((outcome) => failuresOf(told, step, outcome));
}

function eachOf({ records }: StoryProgress, { name }: RecordReference): readonly (string | FailureText)[] {
  const ids = records.all().flatMap(({ id, type }) => (type === name ? [id] : []));
  return ids.length > 0 ? ids : [{ message: `there is no record ${name}`, because: [] }];
}

/** The id of the record; null: none yet; or why it is not clear. */
function recordMeant(told: StoryProgress, of: RecordReference | null): string | null | FailureText {
  const { records, names, current } = told;
  if (of === null) return current;
  const { name, number } = of;
  const named = names.get(name);
  if (named !== undefined) return named;
  const found = records.all().filter(({ type, kind }) => type === name || kind === name);
  const one = number === null ? (found.length === 1 ? found[0] : undefined) : found[number - 1];
  if (one !== undefined) return one.id;
  const because = found.map(({ type, kind, state }, at) => `${name} ${at + 1}: ${kind ?? type}, ${state}`);
  const message = `there ${found.length === 1 ? 'is 1 record' : `are ${found.length} records`} ${name}${number === null && found.length > 0 ? '; say which one' : ''}`;
  return { message, because };
}

function tryAct(told: StoryProgress, step: StoryStep, id: string | null): FailureText | null {
  const { portal, records, coverage } = told;
  if (step.act.does === 'wait' || step.act.does === 'reach') {
    const until = momentAfter(told, step.act);
    if (until === null || until < records.now) return { message: 'the time does not go back', because: [] };
    records.wait(until);
    told.current = id;
    return null;
  }
  if (id === null && step.act.does !== 'begin') return { message: 'there is no record yet', because: [] };
  const visitor = actorOn(told, step.actor, id);
  const done = act(told, { visitor, id: id ?? '' }, step.act);
  const refused = 'refused' in done ? done.refused : null;
  if (done.id !== null) told.current = done.id;
  const name = step.act.does === 'take' ? step.act.step : step.act.does;
  const context = contextOf(told, visitor, told.current);
  if (step.refused !== null)
    return wrongRefusal({ portal, context, coverage }, { step: name, rule: step.refused.rule, refused });
  if (refused === null) return null;
  return {
    message: `${name} is refused by ${quoted(refused)}`,
    because: sayRefusal({ portal, context }, name, refused),
  };
}

interface ActResult {
  /** The record of the act; null: it does not exist. */
  readonly id: string | null;
  readonly refused: RefusedBy | null;
}

function act(
  told: StoryProgress,
  { visitor, id }: { readonly visitor: Visitor; readonly id: string },
  one: Exclude<StoryAct, { does: 'wait' | 'reach' }>,
): ActResult {
  const { portal, records, story, names } = told;
  const doing = { records, visitor };
  const { type = '' } = records.all().find((record) => record.id === id) ?? {};
  switch (one.does) {
    case 'take': {
      const input = stepInputWithSlugs(portal, { ...one, type }, names);
      return { id, refused: takeStep(doing, id, { ...one, input, picked: pickedIn(story, input) }) };
    }
    case 'save':
      return { id, refused: saveAnswers(doing, id, withSlugs(portal, type, one.data, names)) };
    case 'file':
      return { id, refused: filePapers(doing, id, { wanted: one.items, issuedOn: one.issuedOn }) };
    case 'review':
      return { id, refused: reviewItems(doing, id, { wanted: one.items, state: one.state }) };
    case 'begin': {
      const below = one.below === null ? null : recordMeant(told, one.below);
      const data = withSlugs(portal, one.type, one.data, names);
      const begun = beginRecord(doing, { ...one, data, below: typeof below === 'string' ? below : null });
      if (typeof begun !== 'string') return { id: null, refused: begun };
      if (one.named !== null) names.set(one.named, begun);
      return { id: begun, refused: null };
    }
  }
}

/** The personas that the step chooses by their names. */
function pickedIn({ personas }: Story, { pick = [] }: Answers): Readonly<Record<string, PickedAccount>> {
  const chosen = [pick].flat().map(String);
  return Object.fromEntries(
    chosen.flatMap((name) => {
      const persona = Object.hasOwn(personas, name) ? personas[name] : undefined;
      return persona === undefined
        ? []
        : [[name, { account: name, department: persona.department }] as const];
    }),
  );
}

/** ISO date-time, or null if there is no such time. */
function momentAfter(
  { portal, records, story }: StoryProgress,
  one: Extract<StoryAct, { does: 'wait' | 'reach' }>,
): string | null {
  if (one.does === 'wait') return addDuration(portal.days, portal.timeZone, records.now, one.time);
  const time = (localTimeOf(records.now, portal.timeZone) ?? story.start).slice('2027-01-05'.length);
  return momentOfLocalTime(one.moment.includes('T') ? one.moment : `${one.moment}${time}`, portal.timeZone);
}

/** The owner and the office of the record have the demonstration account of their department. */
function actorOn({ portal, records, story }: StoryProgress, actor: StoryActor, id: string | null): Visitor {
  if (actor !== 'owner' && actor !== 'office') return visitorFor({ portal }, actor);
  const record = records.all().find((one) => one.id === id);
  if (actor === 'owner') return ownerVisitor({ portal, story }, record);
  const department = record?.office ?? '';
  return visitorFor({ portal }, usualPersona(department, { unit: record?.unit ?? null }));
}

function ownerVisitor(
  { portal, story }: Pick<StoryProgress, 'portal' | 'story'>,
  record: PortalRecord | undefined,
): Visitor {
  const name = record?.owner ?? '';
  const [first = ''] = portal.recordTypes[record?.type ?? '']?.parties['owner']?.departments ?? [];
  const department = Object.hasOwn(portal.departments, name) ? name : first;
  return visitorFor({ portal }, story.personas[name] ?? usualPersona(department, { name }));
}

function contextOf({ records }: StoryProgress, visitor: Visitor, id: string | null): RecordContext {
  if (id !== null) return records.contextOf(visitor, id);
  const { today, now } = records;
  return contextAlone({ record: blankRecord('', {}), today, now });
}

function failuresOf(told: StoryProgress, step: StoryStep, outcome: StoryOutcome): readonly CaseFailure[] {
  const { portal, records, coverage } = told;
  const meant = recordMeant(told, outcome.of);
  if (meant !== null && typeof meant === 'object') return [{ place: step.place, ...meant }];
  const actor = outcome.actor === undefined ? step.actor : outcome.actor;
  const visitor = actor === null ? signedOut : actorOn(told, actor, meant);
  const context = contextOf(told, visitor, meant);
  return outcome.expected.flatMap((expected) => {
    const found = tryExpectation({ portal, visitor, context, records, coverage }, expected);
    return found === null ? [] : [{ place: expected.place, ...found }];
  });
}
