/** What somebody does with one record: review its items, fill in what is missing, and take a step that it allows. */
import type { JsonSchema } from '../portal/model/form.ts';
import { flagsRead } from '../portal/routing/visitors.ts';
import type { WireAction, WireRecord } from '../contract/record.ts';
import type { ServerAnswer, Person } from './person.ts';
import { inclination } from './inclination.ts';
import { emptyPaper } from './paper.ts';
import type { Random } from './random.ts';
import { sampleAt, sampleOf, type SampleContext } from './sample.ts';
import type { Town } from './town.ts';

export interface Play {
  readonly town: Town;
  readonly random: Random;
}

type FieldAnswers = Record<string, unknown>;

/** @returns true when something was written */
export async function workOn(
  play: Play,
  person: Person,
  { type, slug }: { type: string; slug: string },
): Promise<boolean> {
  const found = await person.call<WireRecord>('GET', `records/${type}/${slug}`);
  if (found.status !== 200) return false;
  let record = await reviewItems(play, person, found.body);
  record = await fillIn(play, person, record);
  const action = chooseAction(play, person, record);
  if (action === null) return record.version !== found.body.version;
  await take(play, person, { record, action });
  return true;
}

function answered(answer: ServerAnswer, before: WireRecord): WireRecord {
  return answer.status < 300 ? (answer.body as WireRecord) : before;
}

async function reviewItems({ random }: Play, person: Person, given: WireRecord): Promise<WireRecord> {
  let record = given;
  if (!record.review.accept) return record;
  for (const { id } of record.items.filter(({ state }) => state === 'filed')) {
    const isReturned = random.chance(0.05);
    const body = isReturned ? { state: 'returned', remark: 'It cannot be read.' } : { state: 'accepted' };
    const path = `records/${record.type}/${record.slug}/items/${id}`;
    record = answered(await person.call('POST', path, { body, version: record.version }), record);
  }
  if (!record.review.waive) return record;
  // What nobody can file is seen on the spot, or waived.
  for (const { id } of record.items.filter((item) => item.state === 'missing' && !item.optional)) {
    const path = `records/${record.type}/${record.slug}/items/${id}`;
    const body = { state: 'waived', remark: 'Seen at the visit.' };
    record = answered(await person.call('POST', path, { body, version: record.version }), record);
  }
  return record;
}

async function fillIn(play: Play, person: Person, given: WireRecord): Promise<WireRecord> {
  let record = given;
  if (record.editable && Object.keys(record.data).length === 0) {
    record = await save(person, record, exampleOf(play, record));
  }
  const wanted = record.items.filter(
    ({ editable, optional, state }) =>
      editable && !optional && ['missing', 'returned', 'expired', 'asked-again'].includes(state),
  );
  if (wanted.length === 0) return record;
  const today = todayOf(play);
  for (const { id, accepts, dated } of wanted) {
    const inPieces = play.random.chance(0.1);
    await person.upload(record, id, { ...emptyPaper(accepts), inPieces, issuedOn: dated ? today : null });
  }
  const again = await person.call<WireRecord>('GET', `records/${record.type}/${record.slug}`);
  return answered(again, record);
}

/** An example of the configuration, so that the answers make sense together; else a sample of the form. */
export function exampleOf(
  { town, random }: Play,
  { type, kind, form }: Pick<WireRecord, 'type' | 'kind' | 'form'>,
): FieldAnswers {
  const { portal } = town;
  const examples = portal.kinds[kind ?? '']?.examples ?? portal.recordTypes[type]?.examples ?? [];
  if (examples.length > 0) return { ...random.pick(examples) };
  const schema = portal.forms[form ?? portal.recordTypes[type]?.form ?? '']?.schema;
  return schema === undefined ? {} : (sampleOf(schema, samplingOf({ town, random })) as FieldAnswers);
}

async function save(person: Person, record: WireRecord, data: FieldAnswers): Promise<WireRecord> {
  const path = `records/${record.type}/${record.slug}`;
  return answered(await person.call('PATCH', path, { body: { data }, version: record.version }), record);
}

/** Who approves leaves to others what they can do. */
function chooseAction({ town, random }: Play, person: Person, record: WireRecord): WireAction | null {
  const workflow = town.portal.workflows[record.type];
  if (record.actions.length === 0 || workflow === undefined) return null;
  return random.weighted(record.actions, ({ name }) => {
    const taken = workflow.transitions[name];
    if (taken === undefined) return 0;
    const isApproval = taken.by !== null && flagsRead([taken.by]).length > 0;
    const share = person.isApprover && !isApproval ? 0.02 : 1;
    return inclination(workflow, record.state, taken) * share;
  });
}

interface OfferedAction {
  readonly record: WireRecord;
  readonly action: WireAction;
}

/** A refusal that names fields is answered by filling them in, once. */
async function take(play: Play, person: Person, { record, action }: OfferedAction): Promise<void> {
  const path = `records/${record.type}/${record.slug}/${action.name}`;
  const input = await inputOf(play, person, { record, action });
  const first = await person.call('POST', path, { body: { input }, version: record.version });
  if (first.status !== 422) return;
  const errors = (first.body as { errors?: Record<string, unknown> }).errors ?? {};
  const schema = action.input === null ? undefined : play.town.portal.forms[action.input]?.schema;
  const mended = { ...input };
  const wrong: FieldAnswers = {};
  for (const field of Object.keys(errors)) {
    const inInput = schema && sampleAt(schema, field.split('.'), samplingOf(play));
    if (inInput !== undefined) setAt(mended, field.split('.'), inInput);
    else mendAnswer(play, record, { field, wrong });
  }
  const now = record.editable && Object.keys(wrong).length > 0 ? await save(person, record, wrong) : record;
  await person.call('POST', path, { body: { input: mended }, version: now.version });
}

function mendAnswer(
  play: Play,
  record: WireRecord,
  { field, wrong }: { readonly field: string; readonly wrong: FieldAnswers },
): void {
  const schema = play.town.portal.forms[record.form ?? '']?.schema;
  const [first = ''] = field.split('.');
  const value = schema && sampleAt(schema, [first], samplingOf(play));
  if (value !== undefined) wrong[first] = value;
}

function setAt(target: FieldAnswers, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    target[first] = value;
    return;
  }
  const inner = (
    typeof target[first] === 'object' && target[first] !== null ? target[first] : {}
  ) as FieldAnswers;
  target[first] = inner;
  setAt(inner, rest, value);
}

async function inputOf(play: Play, person: Person, { record, action }: OfferedAction): Promise<FieldAnswers> {
  const { town, random } = play;
  const schema: JsonSchema | undefined = town.portal.forms[action.input ?? '']?.schema;
  const input = schema === undefined ? {} : (sampleOf(schema, samplingOf(play)) as FieldAnswers);
  const path = `records/${record.type}/${record.slug}/${action.name}`;
  if (action.books !== null) {
    const slots = await person.call<{ from: string; free: number }[]>('GET', `${path}/slots`);
    const free = Array.isArray(slots.body) ? slots.body.filter((slot) => slot.free > 0) : [];
    if (free.length > 0) input['slot'] = random.pick(free).from;
  }
  if (action.pick !== null) {
    const choices = await person.call<{ value: string }[]>('GET', `${path}/choices`);
    if (Array.isArray(choices.body) && choices.body.length > 0) {
      input['pick'] = [random.pick(choices.body).value];
    }
  }
  return input;
}

function samplingOf(play: Play): SampleContext {
  return { random: play.random, today: todayOf(play) };
}

function todayOf({ town }: Play): string {
  return town.application.now().toISOString().slice(0, 10);
}
