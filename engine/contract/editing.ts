/**
 * Editing in the workbench: a person's changes of files wait in a draft until they are put in force as a version, or
 * downloaded as a patch. Every call needs `workbench.edit` of portal.yaml.
 */
import { Type, type Static } from 'typebox';
import { editingMessages } from '../locales/editing.ts';
import { message } from '../locales/message.ts';
import type { Contract } from './endpoint.ts';
import { Body, Count, Fields, Flag, List, OneOf, OrNull, Text } from './schema.ts';

/** What can be edited, in the order of the page. */
export const editableSorts = ['kinds', 'fees', 'lookups', 'texts', 'offices'] as const;
export type EditableSort = (typeof editableSorts)[number];

/** Longest place in a file, and longest search, in characters. */
const longestAddress = 2000;
const File = Type.String({ maxLength: 200 });
/** As `models` and `munisipyo new` name it: a requirement kind with its set. */
const PartName = Type.String({ maxLength: 161, pattern: '^[A-Za-z0-9_-]+(?:/[A-Za-z0-9_-]+)?$' });
const id = '[a-z0-9]+(?:[-_][a-z0-9]+)*';
const languageCode = '[a-z]{2,3}(?:-[A-Za-z0-9]+)*';
const NewName = Type.String({ maxLength: 80, pattern: `^(?:${id}|${languageCode})$` });
const Pointer = Type.String({ maxLength: longestAddress });
const Edition = Type.String({ maxLength: 64 });

const Titled = Type.Object({ at: Text, title: Text });

const Entry = Type.Object({
  at: Text,
  title: Text,
  about: Text,
});
export type EntryModel = Static<typeof Entry>;

const Entries = Type.Object({
  at: Text,
  title: Text,
  help: OrNull(Text),
  isOrdered: Type.Boolean({ description: 'A list; else each entry has a name.' }),
  total: Count,
  items: List(Entry, { description: 'Those that the search finds, but not all of a long list.' }),
});
export type EntriesModel = Static<typeof Entries>;

const Fault = Type.Object({
  field: OrNull(Text, { description: 'The question of the form that it concerns; null: another place.' }),
  place: Text,
  message: Text,
  isError: Flag,
  row: OrNull(Text, { description: 'JSON Pointer to the part of a condition that it concerns.' }),
});
export type FaultModel = Static<typeof Fault>;

const Preview = List(
  Type.Object({
    title: Text,
    language: OrNull(Text),
    rows: List(
      Type.Object({
        title: Text,
        lines: List(Text),
        before: OrNull(Text),
        after: OrNull(Text),
      }),
    ),
  }),
  { description: 'What people will see.' },
);
export type PreviewModel = Static<typeof Preview>;

const Look = Type.Object(
  {
    faults: List(Fault),
    preview: Preview,
    conditions: List(Type.Object({ field: Text, words: Text }), {
      description: 'What its conditions mean, without those that have mistakes.',
    }),
  },
  { description: 'What the check finds, and what people will see.' },
);
export type LookModel = Static<typeof Look>;

const Part = Type.Object(
  {
    file: Text,
    at: Text,
    title: Text,
    sort: OneOf(editableSorts),
    way: List(Titled, { description: 'The parts around it, from the file on.' }),
    edition: Type.String({ description: 'Changes with every change of the part.' }),
    isNew: Type.Boolean({ description: 'It is written with its first change.' }),
    mayGo: Type.Boolean({ description: 'It may be removed.' }),
    mayList: Type.Boolean({
      description: 'A group of all departments of a kind, which may become a list of them.',
    }),
    schema: Fields,
    uiSchema: Fields,
    answers: Fields,
    conditions: List(Type.Object({ field: Text, at: Text, title: Text, help: OrNull(Text) }), {
      description: 'Its conditions. Their answers are parts: rows and groups.',
    }),
    parts: List(Titled, { description: 'Parts of it with forms of their own.' }),
    entries: List(Entries),
    previous: OrNull(Text),
    next: OrNull(Text),
    isKept: Type.Boolean({ description: 'Offices keep rows over those of the file.' }),
  },
  { description: 'A part of a file as a form.' },
);
export type PartModel = Static<typeof Part>;

const ConditionSubject = Type.Object({
  word: Type.String({ examples: ['field'] }),
  name: Text,
  title: Text,
  group: Type.String({ description: 'What it belongs to.' }),
  type: OneOf(['text', 'number', 'date', 'flag', 'choice', 'none'], {
    description: 'None: it may only be given or not.',
  }),
  isList: Flag,
  unit: OrNull(Text),
  choices: OrNull(Type.Integer(), { description: 'The place of its choices.' }),
});
export type ConditionSubjectModel = Static<typeof ConditionSubject>;

const ConditionGrammar = Type.Object(
  {
    subjects: List(ConditionSubject),
    words: List(Type.Object({ word: Text, schema: Fields, uiSchema: Fields }), {
      description: 'Conditions that compare nothing, each with the form of its value.',
    }),
    choices: List(List(Type.Object({ value: Text, title: Text }))),
  },
  { description: 'What a condition may say at its place.' },
);
export type ConditionGrammarModel = Static<typeof ConditionGrammar>;

const ChangedFile = Type.Object({
  file: Text,
  title: Text,
  added: Count,
  removed: Count,
  isTouched: Type.Boolean({ description: 'The version in force has changed the same lines meanwhile.' }),
});

const WaitingName = Type.String({ examples: ['w3'] });

const Waiting = Type.Object({
  name: WaitingName,
  author: Text,
  message: Text,
  approver: OrNull(Text),
  due: OrNull(Text),
  needsApproval: Flag,
  isOwn: Flag,
  reason: OrNull(Text, { description: 'Why it is not in force although its time has come.' }),
  plan: Text,
});

const Draft = Type.Object(
  {
    base: Type.Integer({ description: 'The version that the changes were made against.' }),
    inForce: Type.Integer(),
    changed: List(ChangedFile),
    sorts: List(
      Type.Object({
        sort: OneOf(editableSorts),
        files: List(Type.Object({ file: Text, title: Text })),
        models: List(Type.Object({ name: Text, title: Text }), {
          description: 'What a new one can be like.',
        }),
      }),
    ),
    waiting: List(Waiting),
    needsApproval: Flag,
  },
  { description: 'What can be edited, what the caller has changed, and what waits.' },
);
export type DraftModel = Static<typeof Draft>;

const Plan = Type.Object(
  {
    isSound: Type.Boolean({ description: 'It can be put in force.' }),
    faults: List(Fault),
    failures: Type.String({ description: 'What the tests of the configuration expect otherwise.' }),
    plan: OrNull(Text),
    obstacles: List(Text),
  },
  { description: 'The results of the check, of the tests and of the plan.' },
);
export type DraftPlanModel = Static<typeof Plan>;

const Outcome = Type.Object({
  is: OneOf(['applied', 'same', 'waits', 'withdrawn', 'gone', 'refused'], {
    description: 'Gone: others have put it in force or taken it back meanwhile.',
  }),
  version: OrNull(Text, { description: 'Its number, or the name under which it waits.' }),
  reasons: List(Text),
});
export type DraftOutcomeModel = Static<typeof Outcome>;

const facts = { tag: 'Workbench', access: 'session', isPrivate: true, refusals: [404, 409, 422] } as const;
const place = { file: File, at: Pointer };

export const listActs = ['add', 'remove', 'up', 'down', 'list'] as const;

export const editing = {
  'GET /workbench/draft': {
    ...facts,
    id: 'workbench.draft',
    summary: 'What can be edited, what the caller has changed, and what waits.',
    answers: { 200: Draft },
  },
  'GET /workbench/draft/part': {
    ...facts,
    id: 'workbench.draft.part',
    summary: 'A part of a file as a form.',
    query: Type.Object({
      file: File,
      at: Type.Optional(Pointer),
      q: Type.Optional(Type.String({ maxLength: longestAddress, description: 'Words in its entries.' })),
    }),
    answers: { 200: Part },
  },
  'GET /workbench/draft/condition': {
    ...facts,
    id: 'workbench.draft.condition',
    summary: 'What a condition may say at its place.',
    query: Type.Object({ file: File, at: Pointer }),
    answers: { 200: ConditionGrammar },
  },
  'POST /workbench/draft/look': {
    ...facts,
    id: 'workbench.draft.look',
    summary: 'What the check finds in answers, and what people would see. It keeps nothing.',
    body: Body({
      ...place,
      answers: OrNull(Fields, { description: 'Null: the part as it is kept.' }),
      isWhole: Type.Boolean({ description: 'Every proof of the check runs; it takes longer.' }),
    }),
    answers: { 200: Look },
  },
  'PUT /workbench/draft/part': {
    ...facts,
    id: 'workbench.draft.change',
    summary: 'Keeps answers in the draft.',
    body: Body({ ...place, edition: Edition, answers: Fields }),
    answers: { 200: Part },
  },
  'POST /workbench/draft/entries': {
    ...facts,
    id: 'workbench.draft.entries',
    summary: 'Adds, removes or moves a part, or lists the departments of a group.',
    body: Body({ ...place, edition: Edition, act: OneOf(listActs) }),
    answers: {
      200: Type.Object({ at: Text }, { description: 'Where it is now; removed: the part around it.' }),
    },
  },
  'POST /workbench/draft/additions': {
    ...facts,
    id: 'workbench.draft.add',
    summary:
      'Adds a requirement kind, a fee schedule, a list of choices, a language or a group of departments.',
    messages: { name: message(editingMessages.newNameUnusable) },
    body: Body({
      sort: OneOf(editableSorts),
      like: OrNull(PartName, { description: 'The name of one of `models`; null: it is like no other.' }),
      name: NewName,
      title: OrNull(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }), {
        description: 'Null: it has none.',
      }),
    }),
    answers: {
      200: Type.Object(
        {
          file: Text,
          at: Text,
          report: Type.String({ description: 'What was added, and what is left to decide.' }),
        },
        { description: 'Where it is.' },
      ),
    },
  },
  'POST /workbench/draft/plan': {
    ...facts,
    id: 'workbench.draft.plan',
    summary: 'Checks, tests and plans the draft.',
    body: Body({}),
    answers: { 200: Plan },
  },
  'POST /workbench/draft/apply': {
    ...facts,
    id: 'workbench.draft.apply',
    summary: 'Puts the draft in force, or lets it wait for a second person.',
    body: Body({ message: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }) }),
    answers: { 200: Outcome },
  },
  'POST /workbench/draft/carry': {
    ...facts,
    id: 'workbench.draft.carry',
    summary: 'Carries the draft over to the version in force.',
    body: Body({}),
    answers: { 200: Draft },
  },
  'POST /workbench/draft/discard': {
    ...facts,
    id: 'workbench.draft.discard',
    summary: 'Discards the changes of a file, or all.',
    body: Body({ file: OrNull(File) }),
    answers: { 200: Draft },
  },
  'POST /workbench/draft/patch': {
    ...facts,
    id: 'workbench.draft.patch',
    summary: 'The draft as a patch that `git apply` takes.',
    body: Body({}),
    answers: { 200: Type.Object({ patch: Text }, { description: 'A unified diff.' }) },
  },
  'POST /workbench/waiting/:version/approve': {
    ...facts,
    id: 'workbench.waiting.approve',
    summary: 'Approves what somebody else wants in force.',
    params: { version: 'Name under which it waits.' },
    body: Body({}),
    answers: { 200: Outcome },
  },
  'POST /workbench/waiting/:version/withdraw': {
    ...facts,
    id: 'workbench.waiting.withdraw',
    summary: 'Takes back what waits.',
    params: { version: 'Name under which it waits.' },
    body: Body({}),
    answers: { 200: Outcome },
  },
} as const satisfies Contract;
