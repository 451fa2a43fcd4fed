/** Chooses answers: those that a step needs, those of its form, and others after a refusal. */
import { holds } from '../../portal/conditions/evaluate.ts';
import { decimalsOfAmount } from '../../portal/forms/value-type.ts';
import type { Condition } from '../../portal/model/condition.ts';
import type { JsonSchema } from '../../portal/model/form.ts';
import { isMapping } from '../../portal/values/is-mapping.ts';
import type { Transition } from '../../portal/model/workflow.ts';
import type { WireAction, WireRecord } from '../../contract/record.ts';
import type { Person, ServerAnswer } from '../town/person.ts';
import { withChosenRecords } from './chosen-records.ts';
import { stepWeight } from './coverage.ts';
import { sampleAt, sampleOf } from '../town/sample.ts';
import { conditionsFor, setAt, type GivenAnswers, type Wish, wishesFor, withWishes } from './wishes.ts';
import {
  type Play,
  type OfferedAction,
  scopeOf,
  dataSchemaOf,
  formOf,
  exampleOf,
  samplingOf,
} from './play.ts';

/** Decides from the visible record whether the step has what it needs, or the person can fill it in. */
export function isReady(play: Play, record: WireRecord, { needs, input }: Transition): boolean {
  const scope = scopeOf(play, record, {});
  const writable = { data: dataSchemaOf(play, record), input: formOf(play, input) };
  const wishing = { portal: play.town.portal, scope, writable, sampling: samplingOf(play) };
  return needs.every(({ condition }) => {
    const isWaiting = ({ type, done, total }: WireRecord['parts'][number]): boolean =>
      condition.test === 'children' && type === condition.type && done < total;
    if (record.parts.some(isWaiting)) return false;
    if (!isShown(condition, record.type) || holds(condition, scope)) return true;
    return wishesFor(condition, wishing) !== null;
  });
}

/** Decides whether the condition depends only on the visible record. */
function isShown(condition: Condition, type: string): boolean {
  switch (condition.test) {
    case 'all':
    case 'any':
      return condition.of.every((part) => isShown(part, type));
    case 'not':
      return isShown(condition.of, type);
    case 'checklist':
      return true;
    case 'compare': {
      const { subject } = condition;
      if (subject.from === 'field')
        return [null, type].includes(subject.path.ancestor) && subject.path.reference === undefined;
      return subject.from === 'record' || subject.from === 'input';
    }
    default:
      return false;
  }
}

/** Answers for the form of the step, and answers that the record needs before it. */
export async function prepare(
  play: Play,
  person: Person,
  { record, action }: OfferedAction,
): Promise<{ input: GivenAnswers; now: WireRecord }> {
  const sampled = await inputOf(play, person, { record, action });
  const sampling = samplingOf(play);
  const writable = { data: dataSchemaOf(play, record), input: formOf(play, action.input) };
  let data: GivenAnswers = record.data;
  let input = sampled;
  for (const { condition, isLater } of conditionsOf(play, record, action)) {
    const scope = scopeOf(play, { ...record, data }, input);
    const reach = isLater ? { ...writable, input: null } : writable;
    const wishing = { portal: play.town.portal, scope, writable: reach, sampling };
    const wishes: readonly Wish[] = wishesFor(condition, wishing) ?? [];
    data = withWishes(data, wishes, 'data');
    input = withWishes(input, wishes, 'input');
  }
  const changed = Object.entries(data).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(record.data[key]),
  );
  return { input, now: await save(person, record, Object.fromEntries(changed)) };
}

/** What the step and later steps need: later, its answers may no longer be editable. */
function conditionsOf(
  play: Play,
  { type }: WireRecord,
  action: WireAction,
): readonly { readonly condition: Condition; readonly isLater: boolean }[] {
  const workflow = play.town.portal.workflows[type];
  const taken = workflow?.transitions[action.name];
  if (workflow === undefined || taken === undefined) return [];
  const later = Object.values(workflow.transitions).filter(
    ({ from, by, name }) => by !== null && name !== taken.name && from.includes(taken.to),
  );
  // The needs of the usual path must not undo the answers for a step that nobody has taken.
  const fresh = later.filter((one) => play.coverage.isNew(type, one));
  const forward =
    fresh.length > 0
      ? [play.random.pick(fresh)]
      : later.filter((one) => stepWeight(workflow, taken.to, one) >= 10);
  return [
    ...taken.needs.map(({ condition }) => ({ condition, isLater: false })),
    ...forward.flatMap((one) => conditionsFor(one).map((condition) => ({ condition, isLater: true }))),
  ];
}

/** The first free appointments, among which people choose. */
const earlySlots = 4;

async function inputOf(play: Play, person: Person, { record, action }: OfferedAction): Promise<GivenAnswers> {
  const { random } = play;
  const schema = formOf(play, action.input);
  const sampled = schema === null ? {} : (sampleOf(schema, samplingOf(play)) as GivenAnswers);
  const input = await withChosenRecords(play, person, action.input, sampled);
  if (schema !== null) setAmounts(play, { record, schema, input });
  const path = `records/${record.type}/${record.slug}/${action.name}`;
  if (action.books !== null) {
    const slots = await person.call<{ from: string; free: number }[]>('GET', `${path}/slots`);
    const free = Array.isArray(slots.body) ? slots.body.filter((slot) => slot.free > 0) : [];
    // Those who seek nothing take an early one, so that their work goes on.
    const some = play.coverage.isSeeking ? free : free.slice(0, earlySlots);
    if (some.length > 0) input['slot'] = random.pick(some).from;
  }
  if (action.pick !== null) {
    const choices = await person.call<{ value: string }[]>('GET', `${path}/choices`);
    if (Array.isArray(choices.body) && choices.body.length > 0) {
      const first = random.pick(choices.body);
      const others = choices.body.filter((one) => one !== first).slice(0, (action.pick.least ?? 1) - 1);
      input['pick'] = [first, ...others].map(({ value }) => value);
    }
  }
  return input;
}

const money = /^\d{1,15}(?:\.\d{1,2})?$/;

/**
 * Some people pay all that they owe, others the amount due now. If nothing is known to be owed: a usual amount, or for
 * those who seek something new also nothing or much.
 */
function setAmounts(
  { random, coverage }: Play,
  {
    record,
    schema,
    input,
  }: { readonly record: WireRecord; readonly schema: JsonSchema; readonly input: GivenAnswers },
): void {
  const owed = record.data['assessment'];
  for (const [name, property] of Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)) {
    if (decimalsOfAmount(property['pattern']) === null || input[name] === undefined) continue;
    const unknown = coverage.isSeeking ? ['0.00', input[name], '9999999.00'] : [input[name]];
    const amounts = isMapping(owed) ? [owed['balance'], owed['dueNow']] : unknown;
    const fitting = amounts
      .map(String)
      .filter((one) => money.test(one) && !(isMapping(owed) && Number(one) === 0));
    const least = fitting.toSorted((one, other) => Number(one) - Number(other)).slice(0, 1);
    // The rest stays owed, because more can happen then.
    if (fitting.length > 0) input[name] = random.pick([...fitting, ...least]);
  }
}

interface RefusedAnswers extends OfferedAction {
  readonly input: GivenAnswers;
  /** Paths of the errors. */
  readonly fields: readonly string[];
}

export function errorsIn(body: unknown): GivenAnswers {
  return isMapping(body) && isMapping(body['errors']) ? (body['errors'] as GivenAnswers) : {};
}

/**
 * Other answers at the paths with errors; null if there are none.
 * @param isLast replaces the record's answers by those of the example
 */
export function correctAnswers(
  play: Play,
  { record, action, input, fields }: RefusedAnswers,
  isLast: boolean,
): { input: GivenAnswers; data: GivenAnswers } | null {
  const sampling = { ...samplingOf(play), isAgain: true };
  const inputSchema = formOf(play, action.input);
  const dataSchema = dataSchemaOf(play, record);
  const changed = { input: structuredClone(input), data: {} as GivenAnswers };
  let count = 0;
  for (const field of fields) {
    const path = field.split('.');
    const [first = ''] = path;
    const inInput = inputSchema === null ? undefined : sampleAt(inputSchema, path, sampling);
    const inData = dataSchema === null ? undefined : sampleAt(dataSchema, path, sampling);
    if (inInput !== undefined) setAt(changed.input, path, inInput);
    else if (inData !== undefined) {
      changed.data[first] ??= structuredClone(record.data[first]);
      setAt(changed.data, path, inData);
      if (isLast) Object.assign(changed.data, exampleWithout(play, record));
    } else continue;
    count += 1;
  }
  return count === 0 ? null : changed;
}

/** Unique answers stay as they are. */
function exampleWithout(play: Play, record: WireRecord): GivenAnswers {
  const { recordTypes, demonstration } = play.town.portal;
  const own = recordTypes[record.type]?.unique?.over ?? [];
  // What belongs to a given answer stays, too.
  const bound = demonstration.together.flatMap((set) => Object.keys(set).map((path) => path.split('.')[0]));
  const example = Object.entries(exampleOf(play, record));
  const isNumbered = (name: string, value: unknown): boolean =>
    own.includes(name) && typeof value === 'string' && value.includes(' ');
  return Object.fromEntries(
    example.filter(
      ([name, value]) =>
        !isNumbered(name, value) && !(bound.includes(name) && record.data[name] !== undefined),
    ),
  );
}

export async function save(person: Person, record: WireRecord, data: GivenAnswers): Promise<WireRecord> {
  if (Object.keys(data).length === 0) return record;
  const path = `records/${record.type}/${record.slug}`;
  return recordAfter(await person.call('PATCH', path, { body: { data }, version: record.version }), record);
}

export function recordAfter(answer: ServerAnswer, before: WireRecord): WireRecord {
  return answer.status < 300 ? (answer.body as WireRecord) : before;
}
