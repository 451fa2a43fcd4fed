/** What a person does with one record: review its items, fill in what is missing, and take its steps. */
import { formInForce } from '../../portal/forms/specialise-form.ts';
import type { Condition } from '../../portal/model/condition.ts';
import { flagsRead } from '../../portal/routing/visitors.ts';
import type { WireAction, WireRecord } from '../../contract/record.ts';
import type { Person } from '../town/person.ts';
import { idleWeight, soughtWeight } from './coverage.ts';
import { type Play, type OfferedAction, exampleOf, todayOf } from './play.ts';
import { ownAnswers } from './own-answers.ts';
import { withChosenRecords } from './chosen-records.ts';
import type { GivenAnswers } from './wishes.ts';
import { isReady, prepare, correctAnswers, errorsIn, save, recordAfter } from './answers.ts';

/** Maximum number of steps that a person takes with one record before others have a turn. */
const inARow = 4;
/** The share of returned papers: in general, and if a step that nobody has taken needs one. */
const returned = { seldom: 0.015, curious: 0.6 };

interface Turn {
  readonly type: string;
  readonly slug: string;
  /** Name of the step for which they came, or null. */
  readonly wanted: string | null;
}

/** @returns true if the person changed something */
export async function workOn(play: Play, person: Person, { type, slug, wanted }: Turn): Promise<boolean> {
  const found = await person.call<WireRecord>('GET', `records/${type}/${slug}`);
  if (found.status !== 200) return false;
  let record = found.body;
  for (let step = 0; step < inARow; step += 1) {
    record = await reviewItems(play, person, record);
    record = await fillIn(play, person, record);
    const action = chooseAction(play, person, record, step === 0 ? wanted : null);
    if (action === null) break;
    const before = record;
    record = await take(play, person, { record, action });
    if (record === before || !isTheirs(record, person)) break;
  }
  return record.version !== found.body.version;
}

function isTheirs({ waits_for: next }: WireRecord, { department }: Person): boolean {
  return next?.who === 'you' || (next?.who === 'office' && next.key === department);
}

async function reviewItems(play: Play, person: Person, given: WireRecord): Promise<WireRecord> {
  let record = given;
  if (!record.review.accept) return record;
  const isReturnNew = play.coverage
    .newFrom(record.type, record.state)
    .some(({ needs }) => needs.some(({ condition }) => isReturning(condition)));
  const review = async (id: string, body: object): Promise<void> => {
    const path = `records/${record.type}/${record.slug}/items/${id}`;
    record = recordAfter(await person.call('POST', path, { body, version: record.version }), record);
  };
  for (const item of record.items.filter((one) => one.state === 'filed' || isSeenOnTheSpot(one))) {
    const isReturned =
      item.state === 'filed' && play.random.chance(isReturnNew ? returned.curious : returned.seldom);
    const body = isReturned ? { state: 'returned', remark: 'It cannot be read.' } : { state: 'accepted' };
    await review(item.id, body);
  }
  // An item that nobody can send any more is waived.
  if (record.review.waive) {
    const missing = record.items.filter((item) => item.state === 'missing' && !item.optional);
    for (const { id } of missing) await review(id, { state: 'waived', remark: 'Seen at the visit.' });
  }
  return record;
}

/** Nobody sends files for an inspection. */
function isSeenOnTheSpot({ evidence, state }: WireRecord['items'][number]): boolean {
  return evidence === 'inspection' && state === 'missing';
}

function isReturning(condition: Condition): boolean {
  return condition.test === 'checklist' && condition.is === 'returned';
}

async function fillIn(play: Play, person: Person, given: WireRecord): Promise<WireRecord> {
  let record = given;
  const form = formInForce(play.town.portal, record)?.hash ?? null;
  if (record.editable && Object.keys(record.data).length === 0) {
    const example = exampleOf(play, record);
    const chosen = (answers: GivenAnswers) => withChosenRecords(play, person, form, answers);
    record = await save(person, given, await chosen(ownAnswers(play, given, example)));
    if (record === given) record = await save(person, given, await chosen(example));
  } else if (record.editable) {
    // A draft may be older than the records that are offered now.
    const named = await withChosenRecords(play, person, form, {});
    const open = Object.entries(named).filter(([name]) => !Object.hasOwn(given.data, name));
    if (open.length > 0) record = await save(person, given, Object.fromEntries(open));
  }
  const wanted = record.items.filter(
    ({ editable, optional, state }) =>
      editable && !optional && ['missing', 'returned', 'expired', 'asked-again'].includes(state),
  );
  if (wanted.length === 0) return record;
  const today = todayOf(play);
  for (const item of wanted) {
    const inPieces = play.random.chance(0.05);
    const paper = await play.town.paperFor(item, play.random);
    await person.upload(record, item.id, { ...paper, inPieces, issuedOn: item.dated ? today : null });
  }
  const again = await person.call<WireRecord>('GET', `records/${record.type}/${record.slug}`);
  return recordAfter(again, record);
}

/** Approvers leave a step to others if others may take it. */
function chooseAction(
  play: Play,
  person: Person,
  record: WireRecord,
  wanted: string | null,
): WireAction | null {
  const { town, random, coverage, refusals } = play;
  const workflow = town.portal.workflows[record.type];
  if (workflow === undefined) return null;
  const isWaiting = workflow.states[record.state]?.waitsFor === 'children';
  const weights = record.actions.map((action) => {
    const taken = workflow.transitions[action.name];
    if (taken === undefined || refusals.isRecent(record, action.name, town.application.now())) return 0;
    if (!isReady(play, record, taken)) return random.chance(0.01) ? 0.1 : 0;
    if (action.name === wanted) return 1000;
    if (isWaiting) return 0;
    const isApproval = taken.by !== null && flagsRead([taken.by]).length > 0;
    const share = person.isApprover && !isApproval ? 0.02 : 1;
    return soughtWeight(town.portal, coverage, record, taken) * share;
  });
  const possible = record.actions.map((action, at) => ({ action, weight: weights[at] ?? 0 }));
  const wished = possible.filter(({ weight }) => weight > 0);
  if (wished.length === 0) return null;
  const { action } = random.weighted(
    [...wished, { action: null, weight: idleWeight }],
    ({ weight }) => weight,
  );
  if (action === null) return null;
  coverage.claim(record.type, action.name);
  return action;
}

/** Number of attempts with other answers after a refusal that names fields. */
const attempts = 4;

/** @returns the unchanged record if the step was finally refused */
async function take(play: Play, person: Person, { record, action }: OfferedAction): Promise<WireRecord> {
  const path = `records/${record.type}/${record.slug}/${action.name}`;
  const prepared = await prepare(play, person, { record, action });
  let { input, now } = prepared;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const answer = await person.call('POST', path, { body: { input }, version: now.version });
    if (answer.status < 300) return answer.body as WireRecord;
    const fields = answer.status === 422 ? Object.keys(errorsIn(answer.body)) : [];
    const mended = correctAnswers(play, { record: now, action, input, fields }, attempt === attempts - 1);
    if (attempt === attempts || mended === null) break;
    input = mended.input;
    now = await save(person, now, mended.data);
  }
  play.refusals.add(record, action.name, play.town.application.now());
  return record;
}
