/** Editing in stories: answers in the shape of the server's, made of what the portal has. Nothing is kept. */
import type { ConditionGrammarModel, DraftModel, LookModel, PartModel } from '../engine/contract/editing.ts';
import type { WireSeenAccount } from '../engine/contract/onlookers.ts';
import type { VersionModel } from '../engine/contract/workbench.ts';
import { editingMessages } from '../engine/locales/editing.ts';
import { say } from '../engine/portal/language/say.ts';
import type { Portal } from '../engine/portal/model/portal.ts';

/** How much there is to show. `busy`: no answer comes; `broken`: the server fails. */
export type Fullness = 'usual' | 'empty' | 'long' | 'busy' | 'broken';

const long =
  'A sentence that is as long as an author may make it, with Unquestionablyunbreakablewordsthatdonotfitonanyphone in it';

/** @param part of the path below `workbench` @returns null: the workbench answers otherwise */
export function editingAnswer(portal: Portal, fullness: Fullness, part: string): object | null {
  switch (part) {
    case 'draft':
      return draftOf(portal, fullness);
    case 'draft/part':
      return partOf(portal, fullness);
    case 'draft/condition':
      return grammarOf(portal, fullness);
    case 'draft/look':
      return lookOf(portal, fullness);
    case 'versions':
      return { items: fullness === 'empty' ? [] : [versionOf(fullness)] };
    default:
      return null;
  }
}

function draftOf(portal: Portal, fullness: Fullness): DraftModel {
  const kinds = Object.values(portal.kinds).map(({ title, place }) => ({ title, file: place.file }));
  const lookups = Object.values(portal.lookups).map(({ title, name }) => ({ title, file: name }));
  const isLong = fullness === 'long';
  const changed = kinds.slice(0, isLong ? 8 : 2).map(({ title, file }, at) => ({
    file,
    title: isLong ? `${title}: ${long}` : title,
    added: 12 * at + 1,
    removed: at,
    isTouched: isLong && at === 1,
  }));
  const waiting = { approver: null, due: null, needsApproval: true, reason: null, plan: long };
  return {
    base: 41,
    inForce: isLong ? 42 : 41,
    changed: fullness === 'empty' ? [] : changed,
    sorts: [
      { sort: 'kinds', files: kinds, models: kinds.map(({ title, file }) => ({ title, name: file })) },
      { sort: 'lookups', files: lookups, models: [] },
      { sort: 'fees', files: [], models: [] },
    ],
    waiting: isLong
      ? ['w3', 'w4'].map((name, at) => ({ ...waiting, name, author: long, message: long, isOwn: at === 0 }))
      : [],
    needsApproval: isLong,
  };
}

function partOf(portal: Portal, fullness: Fullness): PartModel {
  const [kind] = Object.values(portal.kinds);
  const isLong = fullness === 'long';
  const said = (text: string): string => (isLong ? `${text}. ${long}` : text);
  const place = { file: kind?.place.file ?? '', at: '/checklist/0' };
  const items = (kind?.items ?? []).map(({ title, help }, at) => ({
    at: `/checklist/${at}`,
    title: said(title),
    about: said(help ?? ''),
  }));
  const entries = {
    at: '/checklist',
    title: say(portal.words, editingMessages.parts),
    help: said(kind?.title ?? ''),
    isOrdered: true,
    total: fullness === 'empty' ? 0 : items.length,
    items: fullness === 'empty' ? [] : items,
  };
  return {
    ...place,
    title: said(kind?.title ?? ''),
    sort: 'kinds',
    way: [{ at: '', title: said(kind?.title ?? '') }],
    edition: 'story',
    isNew: fullness === 'empty',
    mayGo: fullness !== 'empty',
    mayList: isLong,
    schema: {
      type: 'object',
      required: ['title'],
      properties: { title: { type: 'string', title: said(kind?.title ?? '') } },
    },
    uiSchema: { title: { 'ui:help': said(kind?.title ?? ''), 'ui:widget': 'textarea' } },
    answers:
      fullness === 'empty' ? {} : { title: said(kind?.title ?? ''), when: conditionOf(portal, fullness) },
    conditions: [
      { field: 'when', at: '/when', title: said('When'), help: said('The condition for asking for it.') },
    ],
    parts: [],
    entries: [entries],
    previous: null,
    next: '/checklist/1',
    isKept: isLong,
  };
}

/** Rows, a group in another one, and YAML; a short one has a single row. */
function conditionOf(portal: Portal, fullness: Fullness): readonly object[] {
  const [first] = Object.keys(portal.kinds);
  const row = { field: first, is: true };
  if (fullness !== 'long') return [row];
  const inner = { not: [{ field: 'gone', above: 3 }, { state: '' }] };
  return [{ any: [row, inner, 'children: clearance\nevery: { state: issued }\n'] }];
}

function grammarOf(portal: Portal, fullness: Fullness): ConditionGrammarModel {
  const plain = { isList: false, unit: null, choices: null };
  const isLong = fullness === 'long';
  return {
    subjects: Object.entries(portal.kinds).map(([name, { title }]) => ({
      ...plain,
      word: 'field',
      name,
      title: isLong ? `${title}: ${long}` : title,
      group: portal.title,
      type: 'flag',
    })),
    words: [
      {
        word: 'state',
        schema: { type: 'string', title: 'State', enum: ['a'] },
        uiSchema: { 'ui:help': long },
      },
    ],
    choices: [],
  };
}

function lookOf(portal: Portal, fullness: Fullness): LookModel {
  if (fullness === 'empty') return { faults: [], preview: [], conditions: [] };
  const isLong = fullness === 'long';
  const plain = { before: null, after: null };
  const rows = Object.values(portal.kinds)
    .slice(0, isLong ? 40 : 3)
    .map(({ title }) => ({ ...plain, title, lines: isLong ? [long] : [] }));
  const fault = { field: null, place: 'config/portal.yaml:1', message: long, isError: false, row: null };
  return {
    faults: isLong
      ? [
          fault,
          { ...fault, field: 'title' },
          { ...fault, field: 'when', isError: true, row: '/0/any/1/not/0' },
        ]
      : [],
    conditions: isLong ? [] : [{ field: 'when', words: `“${portal.title}”` }],
    preview: [{ title: portal.title, language: portal.language, rows }],
  };
}

function versionOf(fullness: Fullness): VersionModel {
  const isLong = fullness === 'long';
  const names = Array.from({ length: isLong ? 30 : 2 }, (_, at) => `lookups/list-${at}.yaml`);
  return {
    number: 41,
    hash: 'story',
    at: '2026-11-22T02:15:00.000Z',
    applied: {
      author: 'ana@example.com',
      approver: isLong ? long : null,
      message: isLong ? long : 'Ordinance 12',
      again: isLong ? 12 : null,
    },
    files: { added: names, changed: isLong ? names : [], lost: [] },
    prunedAt: null,
  };
}

/** People as whom somebody may see the portal. @param words that were typed */
export function seenAccountsOf(portal: Portal, fullness: Fullness, words: string) {
  const departments = Object.values(portal.departments).map(({ key, title }) => ({ key, title }));
  const people = departments.slice(0, 4).map(({ key, title }, at): WireSeenAccount => ({
    membership: key,
    name: fullness === 'long' ? `Ana ${long}` : 'Ana Reyes',
    username: `${key}@example.com`,
    office: title,
    records: at === 0 ? [] : Object.values(portal.recordTypes).map((type) => type.title),
  }));
  return { departments, items: fullness === 'empty' || words.length < 2 ? [] : people };
}
