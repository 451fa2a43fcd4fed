/** Repeated items of a checklist: one row a month, a row of an answer, or a record, each with its own id. */
import { expect, test } from 'vitest';
import { availableItems, itemsWithHeld, mayFile } from '../../engine/portal/checklist/checklist.ts';
import {
  isOfRelated,
  isRelated,
  type RelatedScope,
  relatedScopeOf,
} from '../../engine/portal/checklist/related-records.ts';
import type { IssuedDocument } from '../../engine/portal/model/document.ts';
import {
  blankRecord,
  contextAlone,
  type PortalRecord,
  type RecordContext,
  type RelatedRecord,
} from '../../engine/portal/model/record.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import type { ChecklistItem } from '../../engine/portal/model/requirement.ts';
import { signedOut } from '../../engine/portal/model/department.ts';
import { always, item, kindOf, path, portal, state } from '../server/records/portal.ts';

const owner = { ...signedOut, signedIn: true, account: 'owner', department: 'member' };

function portalWith(more: Partial<ChecklistItem>): Portal {
  const kind = kindOf('rooms', 'lodging', { items: [item('plan', { title: 'Plan', ...more })] });
  return { ...portal, kinds: { [kind.id]: kind } };
}

function contextOf(parts: Partial<PortalRecord>, more: Partial<RecordContext> = {}): RecordContext {
  const kept = { state: 'open', owner: 'owner', office: 'coast', kind: 'rooms/lodging' };
  const record = blankRecord('checklist', { ...kept, createdAt: '2026-03-05T00:00:00.000Z', ...parts });
  return contextAlone({ record, now: '2026-11-21T00:00:00.000Z', today: '2026-11-21', ...more });
}

const guest = (name: string, age: number) => ({ age, name, town: 'Harbour' });
const eachGuest = { field: 'guests', where: always, title: 'name' };
const guestsOf = (each: ChecklistItem['each'], guests: unknown) =>
  availableItems({ portal: portalWith({ each }), visitor: owner, context: contextOf({ data: { guests } }) });
const titles = (items: readonly { readonly title: string }[]) => items.map(({ title }) => title);
const filed = { state: 'filed', remark: null, files: [] } as const;

test('a row for each of the months before the record was made', () => {
  const months = availableItems({
    portal: portalWith({ each: { lastMonths: 3 } }),
    visitor: owner,
    context: contextOf({}),
  });
  expect(months.map(({ id }) => id)).toEqual(['plan.2026-02', 'plan.2026-01', 'plan.2025-12']);
  expect(months[0]?.title).toBe('Plan: February 2026');
});

test('a row for each row of an answer says which one it is', () => {
  const guests = [guest('Ana', 40), guest('Ben', 9)];
  expect(titles(guestsOf(eachGuest, guests))).toEqual(['Plan: Ana', 'Plan: Ben']);
  expect(titles(guestsOf({ ...eachGuest, title: 'town' }, guests))).toEqual([
    'Plan: Harbour',
    'Plan: Harbour',
  ]);
  expect(titles(guestsOf(eachGuest, ['Ana']))).toEqual(['Plan: Ana']);
  expect(guestsOf(eachGuest, [])).toEqual([]);
});

test('as many rows as a number says, also of the record above', () => {
  const above = blankRecord('order', { data: { guests: 3 } });
  const items = availableItems({
    portal: portalWith({ each: eachGuest }),
    visitor: owner,
    context: contextOf({}, { ancestors: [above] }),
  });
  expect(items.map(({ id }) => id)).toEqual(['plan.1', 'plan.2', 'plan.3']);
  expect(guestsOf(eachGuest, -1)).toEqual([]);
});

test('only the rows for which its condition holds', () => {
  const isGrown = {
    test: 'compare',
    subject: { from: 'field', path: path('age') },
    operator: 'atLeast',
    operand: { value: 18 },
  } as const;
  const grown = guestsOf({ ...eachGuest, where: isGrown }, [guest('Ana', 40), guest('Ben', 9)]);
  expect(titles(grown)).toEqual(['Plan: Ana']);
});

test('a row keeps its paper when another is taken out before it, and its name is not in its id', () => {
  const [ana, ben] = guestsOf(eachGuest, [guest('Ana', 40), guest('Ben', 9)]);
  const [left] = guestsOf(eachGuest, [guest('Ben', 9)]);
  expect(left?.id).toBe(ben?.id);
  expect(ana?.id).not.toBe(ben?.id);
  expect(ana?.id).toMatch(/^plan\.[a-z0-9]+$/);
  expect(ana?.id).not.toContain('ana');
  const twins = guestsOf(eachGuest, [guest('Ana', 40), guest('Ana', 41)]).map(({ id }) => id);
  expect(twins).toEqual([ana?.id, `${ana?.id}-2`]);
});

const card: IssuedDocument = {
  id: 'card',
  code: '',
  document: 'card',
  number: 'C-1',
  variant: null,
  state: 'valid',
  issuedAt: '',
  validUntil: '2026-12-31',
};

function helper(
  name: string,
  more: Partial<RelatedRecord> = {},
  parts: Partial<PortalRecord> = {},
): RelatedRecord {
  const slug = name.toLowerCase();
  const record = blankRecord('helper', { slug, state: 'linked', owner: 'owner', data: { name }, ...parts });
  return { record, parties: [], documents: [], ...more };
}

const eachHelper = { record: 'helper', where: state('linked'), title: 'name' };
const helping = portalWith({ each: eachHelper, paper: 'card', from: 'wallet' });
const helpers = [
  helper('Ana', { documents: [card] }),
  helper('Ben'),
  helper('Cy', { documents: [{ ...card, validUntil: '2026-11-20' }] }),
  helper('Dan', {}, { state: 'left' }),
];
const rowsOf = (related: readonly RelatedRecord[], parts: Partial<PortalRecord> = {}) =>
  availableItems({ portal: helping, visitor: owner, context: contextOf(parts, { related }) });

test('a row for each record, there already where the portal has issued the paper to whom it is about', () => {
  const rows = rowsOf(helpers);
  expect(rows.map(({ id, state: is, held }) => [id, is, held?.number])).toEqual([
    ['plan.ana', 'accepted', 'C-1'],
    ['plan.ben', 'missing', undefined],
    ['plan.cy', 'missing', undefined],
  ]);
  expect(titles(rows)).toEqual(['Plan: Ana', 'Plan: Ben', 'Plan: Cy']);
  const context = contextOf({}, { related: helpers });
  expect(rows.map((row) => mayFile({ portal: helping, visitor: owner, context }, row))).toEqual([
    false,
    true,
    true,
  ]);
  expect(Object.keys(itemsWithHeld({ portal: helping, visitor: owner, context }))).toEqual(['plan.ana']);
});

test('what was sent stays the list: a record that comes later is asked for when the list comes back', () => {
  const items = { 'plan.ana': { ...filed, state: 'accepted' as const }, 'plan.ben': filed };
  const later = [...helpers.slice(0, 2), helper('Eve')];
  expect(titles(rowsOf(later, { state: 'filed', items }))).toEqual(['Plan: Ana', 'Plan: Ben']);
  expect(titles(rowsOf(later, { state: 'returned', items }))).toEqual([
    'Plan: Ana',
    'Plan: Ben',
    'Plan: Eve',
  ]);
  expect(
    titles(rowsOf([helper('Ana', {}, { state: 'left' }), ...later.slice(1)], { state: 'returned', items })),
  ).toEqual(['Plan: Ben', 'Plan: Eve']);
});

test('what may be left out is shown to the office with every row, those without a paper too', () => {
  const optional = portalWith({ each: eachHelper, paper: 'card', from: 'wallet', isOptional: true });
  const context = contextOf({ state: 'filed', items: { 'plan.ben': filed } }, { related: helpers });
  expect(titles(availableItems({ portal: optional, visitor: owner, context }))).toEqual([
    'Plan: Ana',
    'Plan: Ben',
    'Plan: Cy',
  ]);
});

test('a record without a name is called by its number, and all stand in order of their names', () => {
  expect(
    titles(rowsOf([helper('Ana', {}, { data: {}, number: 'H-7' }), helper('B', {}, { data: {} })])),
  ).toEqual(['Plan: 2', 'Plan: H-7']);
});

const orders = portalWith({ each: { record: 'order', where: always, title: null } });
const notes = portalWith({ each: { record: 'note', where: always, title: null } });
const scopeIn = (found: Portal, parts: Partial<PortalRecord> = {}): RelatedScope => {
  const { record } = contextOf({ id: 'list', parent: 'above', ...parts });
  const scope = relatedScopeOf(found, { record, ancestors: [blankRecord('clearance', { id: 'above' })] });
  if (scope === null) throw new Error('No item repeats over records.');
  return scope;
};
const order = (parts: Partial<PortalRecord>, accounts: readonly string[] = []) => ({
  record: blankRecord('order', { id: 'order', state: 'filed', ...parts }),
  parties: accounts.map((account) => ({ role: 'guest', account, department: null })),
});

const isIn = (...of: Parameters<typeof order>) => isRelated(orders, scopeIn(orders), order(...of));

test('the rows of an owner are what they own or take part in, but never the draft of somebody else', () => {
  expect(isIn({ owner: 'owner' })).toBe(true);
  expect(isIn({ owner: 'owner', state: 'draft' })).toBe(true);
  expect(isIn({ owner: 'other' }, ['owner'])).toBe(true);
  expect(isIn({ owner: 'other', state: 'draft' }, ['owner'])).toBe(false);
  expect(isIn({ owner: 'other' })).toBe(false);
  const ofNobody = scopeIn(orders, { owner: null });
  expect(isRelated(orders, ofNobody, order({ owner: null }))).toBe(false);
  expect(relatedScopeOf(portal, { record: contextOf({}).record, ancestors: [] })).toBeNull();
});

const note = (parent: string | null) => ({
  record: blankRecord('note', { parent, owner: 'other', state: 'sent' }),
  parties: [],
});

test('rows below the record or those above it are of any owner', () => {
  const [above = ''] = notes.recordTypes['note']?.parents ?? [];
  const record = contextOf({ id: 'list' }).record;
  const scope = relatedScopeOf(notes, { record, ancestors: [blankRecord(above, { id: 'above' })] });
  expect(scope).toMatchObject({ below: ['note'], own: [], line: ['list', 'above'] });
  expect(
    [note('above'), note('elsewhere'), note(null)].map((one) => scope && isRelated(notes, scope, one)),
  ).toEqual([true, false, false]);
});

const held = (record: string, holder: string | null, standing: IssuedDocument['state'] = 'valid') =>
  isOfRelated(scopeIn(orders), order({ owner: 'owner' }, ['guest']), {
    document: { ...card, state: standing },
    record,
    owner: holder,
  });

test('documents of the row and of whom it is about count, but not others of who has the checklist', () => {
  expect(held('order', 'owner')).toBe(true);
  expect(held('order', 'owner', 'revoked')).toBe(false);
  expect(held('another', 'owner')).toBe(false);
  expect(held('another', 'guest')).toBe(true);
  expect(held('another', 'stranger')).toBe(false);
  expect(held('another', null)).toBe(false);
});
