/** The workbench: the configuration in force, in the words of its reader. Nothing about persons or records is read. */
import { Type, type Static } from 'typebox';
import { tones } from '../portal/model/workflow.ts';
import { screenKinds } from '../portal/model/route.ts';
import type { Contract } from './endpoint.ts';
import { Count, Flag, List, Moment, OneOf, OrNull, Text } from './schema.ts';
import { Certainty } from './record.ts';

const Titled = { key: Text, title: Text };

const Overview = Type.Object(
  {
    hash: Text,
    mayEdit: Type.Boolean({ description: 'The caller may change it, too.' }),
    types: List(Type.Object(Titled), { description: 'The record types with a workflow.' }),
  },
  { description: 'The configuration in force.' },
);

const Page = Type.Object({ title: Text, path: Text, screen: OneOf(screenKinds) });

const Department = Type.Object({
  ...Titled,
  kind: OneOf(['requester', 'handler', 'supervisor']),
  area: Text,
  aliases: List(Text),
  units: OrNull(Text, { description: 'The title of the lookup with its units; null: it has none.' }),
  flags: List(Text),
  contacts: List(Text),
  kinds: Count,
  pages: List(Page),
});
export type DepartmentModel = Static<typeof Department>;

const Offices = Type.Object(
  {
    departments: List(Department),
    groups: List(Type.Object({ key: Text, members: List(Text) })),
    open: List(Page, { description: 'The pages that open without an account.' }),
  },
  { description: 'Departments, the groups that name them, and the pages that open for each.' },
);
export type OfficesModel = Static<typeof Offices>;

const basis = { source: OrNull(Text), certainty: Certainty };

const Item = Type.Object({
  title: Text,
  needed: Text,
  each: OrNull(Text, { description: 'What it is asked for once each; null: it is asked once.' }),
  how: Text,
  valid: OrNull(Text),
  ...basis,
});

const Question = Type.Object({ title: Text, needed: Text });

const Kind = Type.Object({
  ...Titled,
  office: Text,
  isRetired: Flag,
  when: OrNull(Text, { description: 'When it applies, in words; null: always.' }),
  issues: OrNull(Text),
  visit: OrNull(Text),
  file: Text,
  items: List(Item),
  questions: List(Question),
  ...basis,
});
export type KindModel = Static<typeof Kind>;

const Kinds = Type.Object(
  { sets: List(Type.Object({ ...Titled, kinds: List(Kind) })) },
  { description: 'Requirement kinds by their sets.' },
);
export type KindsModel = Static<typeof Kinds>;

const State = Type.Object({
  ...Titled,
  tone: OneOf(tones),
  who: OrNull(Text, { description: 'Whose turn it is; null: nobody’s.' }),
  isInitial: Flag,
  isEnd: Type.Boolean({ description: 'Its work is done.' }),
});

const Step = Type.Object({
  ...Titled,
  from: List(Text),
  to: List(Text, { description: 'Several, if conditions decide.' }),
  isAutomatic: Flag,
  who: OrNull(Text, { description: 'Who may take it, in words; null: the portal takes it.' }),
  when: OrNull(Text, { description: 'When the portal takes it by itself.' }),
  needs: List(Text),
  effects: List(Text, { description: 'What happens with it.' }),
});

const Clock = Type.Object({
  ...Titled,
  within: Text,
  starts: List(Text),
  pauses: List(Text),
  stops: List(Text),
  ...basis,
});

const Workflow = Type.Object(
  {
    type: Text,
    title: Text,
    file: Text,
    states: List(State),
    steps: List(Step),
    clocks: List(Clock),
  },
  { description: 'The states of a record, and the steps between them.' },
);
export type WorkflowModel = Static<typeof Workflow>;

export const permissionAnswers = ['yes', 'maybe', 'no'] as const;

const Permission = Type.Object({
  what: OneOf(['create', 'read', 'update', 'step']),
  title: OrNull(Text, { description: 'Of the step.' }),
  rule: Text,
  cells: List(OneOf(permissionAnswers), {
    description: 'For each column. maybe: it depends on the record, or on what the account may do.',
  }),
});

const Permissions = Type.Object(
  {
    type: Text,
    title: Text,
    columns: List(Text, { description: 'The departments, and people without an account.' }),
    groups: List(Type.Object({ state: OrNull(Text), rows: List(Permission) })),
  },
  { description: 'Who may do what with records of a type, state by state.' },
);
export type PermissionsModel = Static<typeof Permissions>;

const CharterStep = Type.Object({
  client: OrNull(Text, { description: 'What the person does.' }),
  agency: OrNull(Text, { description: 'What the office or the portal does.' }),
  responsible: Text,
  fee: OrNull(Text),
  time: OrNull(Text),
});

const CharterService = Type.Object({
  ...Titled,
  clients: List(Text),
  offices: List(Text),
  issues: List(Text),
  steps: List(CharterStep),
  papers: List(
    Type.Object({
      title: Text,
      from: Text,
      need: OneOf(['sure', 'optional', 'maybe']),
      for: List(Text),
    }),
  ),
  fees: List(
    Type.Object({
      title: Text,
      basis: OrNull(Text),
      lines: List(Type.Object({ title: Text, rate: Text, when: OrNull(Text) })),
    }),
  ),
  times: List(Type.Object({ title: Text, within: Text, pauses: Flag, source: OrNull(Text) })),
  parts: List(Type.Object({ title: Text, office: OrNull(Text), isSure: Flag, within: OrNull(Text) }), {
    description: 'What offices decide within it.',
  }),
});
export type CharterServiceModel = Static<typeof CharterService>;

const Charter = Type.Object(
  {
    name: Type.String({ description: 'What the organisation calls it.' }),
    title: Text,
    introduction: OrNull(Text),
    complaints: OrNull(Text),
    hours: OrNull(Text),
    contacts: List(Text),
    services: List(CharterService),
  },
  { description: 'Each service: steps, who is responsible, time, fees, papers.' },
);
export type CharterModel = Static<typeof Charter>;

const Translations = Type.Object(
  {
    languages: List(
      Type.Object({
        language: Text,
        title: Text,
        texts: Count,
        missing: List(Type.Object({ text: Text, place: OrNull(Text) })),
        messages: List(Text, { description: 'Codes of messages of the engine that are shown in English.' }),
      }),
    ),
  },
  { description: 'What each language lacks.' },
);
export type TranslationsModel = Static<typeof Translations>;

const Names = List(Text);

const Version = Type.Object({
  number: Type.Integer(),
  hash: Text,
  at: Moment,
  applied: Type.Unsafe<{
    readonly author: string;
    readonly approver: string | null;
    readonly message: string;
    readonly again: number | null;
  } | null>({
    type: ['object', 'null'],
    description: 'Who put it in force, and why; null: it followed the folder, or rows that offices keep.',
    properties: { author: Text, approver: OrNull(Text), message: Text, again: OrNull(Type.Integer()) },
    required: ['author', 'approver', 'message', 'again'],
  }),
  files: Type.Unsafe<{
    readonly added: readonly string[];
    readonly changed: readonly string[];
    readonly lost: readonly string[];
  } | null>({
    type: ['object', 'null'],
    description: 'Null: they were not stored.',
    properties: { added: Names, changed: Names, lost: Names },
    required: ['added', 'changed', 'lost'],
  }),
  prunedAt: OrNull(Moment, { description: 'When its files were pruned; null: they are kept.' }),
});

const Versions = Type.Object({ items: List(Version) }, { description: 'The newest first.' });
export type VersionModel = Static<typeof Version>;

const facts = { tag: 'Workbench', access: 'session', refusals: [404] } as const;
const params = { recordType: 'Name of a record type.' };

export const workbench = {
  'GET /workbench': {
    ...facts,
    id: 'workbench',
    summary: 'What the workbench has, for whom `workbench.access` of portal.yaml names.',
    answers: { 200: Overview },
  },
  'GET /workbench/offices': {
    ...facts,
    id: 'workbench.offices',
    summary: 'Departments, groups and pages.',
    answers: { 200: Offices },
  },
  'GET /workbench/kinds': {
    ...facts,
    id: 'workbench.kinds',
    summary: 'What offices require.',
    answers: { 200: Kinds },
  },
  'GET /workbench/workflows/:recordType': {
    ...facts,
    id: 'workbench.workflow',
    summary: 'States, steps and clocks of a record type.',
    params,
    answers: { 200: Workflow },
  },
  'GET /workbench/permissions/:recordType': {
    ...facts,
    id: 'workbench.permissions',
    summary: 'Who may do what with records of a type.',
    params,
    answers: { 200: Permissions },
  },
  'GET /workbench/charter': {
    ...facts,
    id: 'workbench.charter',
    summary: 'The service charter.',
    answers: { 200: Charter },
  },
  'GET /workbench/translations': {
    ...facts,
    id: 'workbench.translations',
    summary: 'Texts without a translation.',
    answers: { 200: Translations },
  },
  'GET /workbench/versions': {
    ...facts,
    id: 'workbench.versions',
    summary: 'The configurations that were in force.',
    answers: { 200: Versions },
  },
  'GET /workbench/versions/:number/plan': {
    ...facts,
    id: 'workbench.plan',
    summary: 'What was planned when somebody put a version in force.',
    params: { number: 'Number of the version.' },
    answers: { 200: Type.Object({ text: Text }, { description: 'The plan as text.' }) },
  },
} as const satisfies Contract;
