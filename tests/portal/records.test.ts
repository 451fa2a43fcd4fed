/** Facts computed from a record alone: the counts of its checklist, the effects of a step, the reader's view. */
import { expect, test } from 'vitest';
import { formMessages } from '../../engine/locales/forms.ts';
import { message } from '../../engine/locales/message.ts';
import { isDraft, may, viewOf } from '../../engine/portal/access/access.ts';
import {
  availableItems,
  isChecklist,
  itemsInTheWay,
  mayFile,
  reviewRights,
} from '../../engine/portal/checklist/checklist.ts';
import type { IssuedDocument } from '../../engine/portal/model/document.ts';
import { countedFacts } from '../../engine/portal/conditions/derived-values.ts';
import {
  blankRecord,
  contextAlone,
  type PortalRecord,
  type RecordContext,
} from '../../engine/portal/model/record.ts';
import { familyOfRecords, memberOf } from '../../engine/portal/life/family.ts';
import { decideCommand, type Outcome } from '../../engine/portal/life/decide-command.ts';
import { actionsOf, type Step } from '../../engine/portal/workflow/transition.ts';
import { signedOut, type Visitor } from '../../engine/portal/model/department.ts';
import { visibleData } from '../../engine/portal/access/visible-data.ts';
import { all, can, item as itemOf, kindOf, portal, state as inState } from '../server/records/portal.ts';

const person = (department: string, account = department) => ({
  ...signedOut,
  signedIn: true,
  account,
  department,
  flags: { approve: true },
});
const owner = person('member', 'owner');
const coast = person('coast');

function contextOf(record: PortalRecord, more: Partial<RecordContext> = {}): RecordContext {
  return contextAlone({ record, now: '2026-01-01T00:00:00.000Z', today: '2026-11-21', ...more });
}

const order = (parts: Partial<PortalRecord> = {}) =>
  blankRecord('order', { state: 'draft', owner: 'owner', data: { lines: [{ line: 'hotel' }] }, ...parts });
const checklist = (parts: Partial<PortalRecord> = {}) =>
  blankRecord('checklist', {
    state: 'open',
    owner: 'owner',
    office: 'coast',
    kind: 'rooms/lodging',
    createdAt: '2026-03-05T00:00:00.000Z',
    ...parts,
  });
const filed = (state: 'filed' | 'accepted' | 'returned' | 'waived') => ({ state, remark: null, files: [] });
const step = { name: 'submit', input: {}, formErrors: {}, inputErrors: {} };

const itemsOf = (parts: Partial<PortalRecord>, who = owner) =>
  availableItems({ portal, visitor: who, context: contextOf(checklist(parts)) });
const idsWith = (rooms: number) => itemsOf({ data: { rooms } }).map(({ id }) => id);

test('an item counts only while its condition holds', () => {
  expect(idsWith(4)).toEqual(['plan', 'extra', 'seen']);
  expect(idsWith(11)).toEqual(['plan', 'pool', 'extra', 'seen']);
});

test('a checklist is filed without what is optional and what the office sees for itself, but not passed', () => {
  expect(isChecklist('filed', itemsOf({ items: {} }))).toBe(false);
  expect(isChecklist('filed', itemsOf({ items: { plan: filed('filed') } }))).toBe(true);
  expect(isChecklist('filed', itemsOf({ items: { plan: filed('returned') } }))).toBe(false);
  expect(isChecklist('returned', itemsOf({ items: { plan: filed('returned') } }))).toBe(true);
  expect(
    itemsInTheWay('passed', itemsOf({ items: { plan: filed('accepted') } })).map(({ id }) => id),
  ).toEqual(['seen']);
  expect(isChecklist('passed', itemsOf({ items: { plan: filed('accepted'), seen: filed('waived') } }))).toBe(
    true,
  );
  expect(
    isChecklist(
      'passed',
      itemsOf({ items: { plan: filed('accepted'), seen: filed('waived'), extra: filed('filed') } }),
    ),
  ).toBe(false);
});

function mayFilePlan(state: string, who = owner): boolean {
  const [plan] = itemsOf({ state }, who);
  return (
    plan !== undefined && mayFile({ portal, visitor: who, context: contextOf(checklist({ state })) }, plan)
  );
}

test('papers are added by the owner while it is his turn, and reviewed by the office while it is its own', () => {
  const rights = (state: string, who = coast) =>
    reviewRights({ portal, visitor: who, context: contextOf(checklist({ state })) });
  expect(['open', 'filed', 'returned', 'accepted'].map((state) => rights(state).accept)).toEqual([
    false,
    true,
    false,
    false,
  ]);
  expect(['open', 'filed', 'returned', 'accepted'].map((state) => mayFilePlan(state))).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(rights('filed', person('hill')).accept).toBe(false);
  expect(rights('filed', { ...coast, flags: { approve: false } })).toEqual({ accept: true, waive: false });
  expect(mayFilePlan('open', coast)).toBe(false);
});

test('whoever the words of a checklist name reviews it, in the states that they name, until it is over', () => {
  const own = portal.recordTypes['checklist'];
  if (own === undefined) throw new Error('There are no checklists.');
  const reviewed = { review: can('review'), waive: all(can('review'), inState('open')) };
  const process = portal.workflows['checklist'];
  const accepted = process?.states['accepted'];
  if (process === undefined || accepted === undefined) throw new Error('Checklists are not accepted.');
  const states = { ...process.states, accepted: { ...accepted, isFinal: true } };
  const flagged = {
    ...portal,
    workflows: { ...portal.workflows, checklist: { ...process, states } },
    recordTypes: { ...portal.recordTypes, checklist: { ...own, checklist: reviewed } },
  };
  const reviewer: Visitor = { ...person('hill'), flags: { review: true } };
  const rights = (at: string, who = reviewer) =>
    reviewRights({ portal: flagged, visitor: who, context: contextOf(checklist({ state: at })) });
  expect(rights('filed')).toEqual({ accept: true, waive: false });
  expect(rights('open')).toEqual({ accept: true, waive: true });
  expect(rights('filed', coast)).toEqual({ accept: false, waive: false });
  expect(rights('accepted')).toEqual({ accept: false, waive: false });
});

function take(who: typeof owner, records: readonly PortalRecord[], taken: Step = step) {
  let made = 0;
  const tools = { identity: () => ({ id: `made-${++made}`, slug: `made-${made}` }), form: () => null };
  const family = familyOfRecords(records, { today: '2026-11-21', now: '2026-11-21T02:00:00.000Z' });
  return decideCommand({ portal, visitor: who, tools }, family, {
    type: 'take',
    id: records[0]?.id ?? '',
    step: taken,
  });
}

function unfolded(...asked: Parameters<typeof take>): Outcome {
  const result = take(...asked);
  if (result.refused !== undefined) throw new Error(result.refused);
  return result;
}

const madeIn = ({ family, created: made }: Outcome, type: string) =>
  [...made].map((id) => memberOf(family, id).record).filter((one) => one.type === type);

test('a step that is sent makes the clearances of the kinds that apply, with the checklists below them', () => {
  const change = unfolded(owner, [order({ id: 'o' })]);
  expect(memberOf(change.family, 'o').record).toMatchObject({ state: 'in-clearance', version: 2 });
  expect(change.numbers.get('o')?.pattern).toBe('OR-{year}-{sequence:4}');
  const [clearance] = madeIn(change, 'clearance');
  expect(clearance).toMatchObject({ kind: 'branches/coast', office: 'coast', parent: 'o', owner: 'owner' });
  expect(madeIn(change, 'checklist')).toMatchObject([{ kind: 'rooms/lodging', parent: clearance?.id }]);
  const farm = order({ id: 'o', data: { lines: [{ line: 'hotel' }, { line: 'orchard' }] } });
  const more = unfolded(owner, [farm]);
  expect(madeIn(more, 'clearance').map(({ office }) => office)).toEqual(['coast', 'hill']);
  const known = blankRecord('clearance', {
    id: 'c',
    parent: 'o',
    kind: 'branches/coast',
    state: 'requested',
  });
  const again = unfolded(owner, [farm, known]);
  expect(madeIn(again, 'clearance').map(({ office }) => office)).toEqual(['hill']);
});

test('a step tells why it cannot be taken', () => {
  const draft = [order()];
  expect(take(owner, draft, { ...step, name: 'fly' })).toEqual({ rule: 'read', refused: 'not-found' });
  expect(take(coast, draft)).toEqual({ rule: 'read', refused: 'not-found' });
  expect(take(owner, draft, { ...step, name: 'reject' })).toEqual({ rule: 'by', refused: 'forbidden' });
  const formErrors = { title: [message(formMessages.unnamedAnswerMissing)] };
  expect(take(owner, draft, { ...step, formErrors })).toMatchObject({
    rule: 'needs',
    refused: 'invalid',
    errors: formErrors,
    answers: [],
  });
  expect(take(owner, [order({ state: 'in-clearance' })])).toMatchObject({
    rule: 'from',
    refused: 'conflict',
  });
});

test('only what somebody may take is offered to him', () => {
  const names = (who: typeof owner, state: string) =>
    actionsOf({ portal, visitor: who, context: contextOf(order({ state })) }).map(({ name }) => name);
  expect(names(owner, 'draft')).toEqual(['submit', 'hand-in', 'withdraw']);
  expect(names(person('desk'), 'sent')).toEqual(['reject']);
  expect(names(person('desk'), 'draft')).toEqual([]);
  expect(names(owner, 'withdrawn')).toEqual([]);
});

test('a draft is seen by its owner alone, whatever else the rules say', () => {
  const draft = contextOf(order());
  expect(isDraft(portal, draft.record)).toBe(true);
  expect(may({ portal, visitor: owner, context: draft }, 'read', 'order')).toBe(true);
  for (const who of [coast, person('desk'), person('watch'), signedOut])
    expect(viewOf({ portal, visitor: who, context: draft })).toBeNull();
  expect(isDraft(portal, checklist())).toBe(false);
});

test('a public view shows its fields, masked where it says so', () => {
  const context = contextOf(
    order({ state: 'withdrawn', data: { title: 'Open House', secret: 'x', year: 1 } }),
  );
  const view = viewOf({ portal, visitor: signedOut, context });
  if (view === null) throw new Error('not public');
  expect(visibleData(view, context.record.data)).toEqual({ title: 'O••• H••••' });
});

test('facts that count children are computed from the children', () => {
  const children = ['issued', 'requested'].map((state) => blankRecord('clearance', { state }));
  expect(countedFacts({ portal, visitor: owner, context: contextOf(order(), { children }) })).toMatchObject({
    'open-clearances': 1,
  });
});

const issued = (
  document: string,
  validUntil: string | null,
  more: Partial<IssuedDocument> = {},
): IssuedDocument => ({
  id: document,
  code: '',
  document,
  number: 'P-1',
  variant: null,
  issuedAt: '',
  state: 'valid',
  validUntil,
  ...more,
});

test('a paper that the portal has issued to the owner is there already while it is valid', () => {
  const permit = kindOf('rooms', 'hut', {
    items: [
      itemOf('pass', { paper: 'pass', from: 'wallet' }),
      itemOf('permit', { paper: 'permit', from: 'previous' }),
      itemOf('plan', { paper: 'pass' }),
    ],
  });
  const held = { ...portal, kinds: { ...portal.kinds, 'rooms/hut': permit } };
  const record = checklist({ kind: 'rooms/hut' });
  const statesWith = (...wallet: IssuedDocument[]) =>
    availableItems({ portal: held, visitor: owner, context: contextOf(record, { wallet }) }).map(
      ({ state }) => state,
    );
  expect(statesWith()).toEqual(['missing', 'missing', 'missing']);
  expect(statesWith(issued('pass', '2026-11-21'), issued('permit', '2025-12-31'))).toEqual([
    'accepted',
    'accepted',
    'missing',
  ]);
  expect(statesWith(issued('pass', '2026-11-20'))).toEqual(['missing', 'missing', 'missing']);
  expect(statesWith(issued('pass', null, { state: 'suspended' }))).toEqual(['missing', 'missing', 'missing']);
  const wallet = [issued('pass', null)];
  const [pass] = availableItems({ portal: held, visitor: owner, context: contextOf(record, { wallet }) });
  expect(pass?.held?.number).toBe('P-1');
  expect(
    pass !== undefined &&
      mayFile({ portal: held, visitor: owner, context: contextOf(record, { wallet }) }, pass),
  ).toBe(false);
});
