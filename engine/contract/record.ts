/** A record in the API: what this caller may see and do. */
import { Type, type Static } from 'typebox';
import { Photo } from './photos.ts';
import { Count, Day, Dictionary, Fields, Flag, List, Moment, OneOf, OrNull, Text } from './schema.ts';

const DayOrNull = OrNull(Day);
export const Certainty = OneOf(['law', 'practice', 'assumption', null], {
  description: 'How sure the source is; null: not given.',
});

const Ancestor = Type.Object({
  type: Text,
  slug: Text,
  visible: Type.Boolean({
    description:
      'This caller may read it too. In lists it is only set for records of which the list shows something.',
  }),
});

const Clock = Type.Object({
  name: Text,
  title: Text,
  state: OneOf(['running', 'paused', 'stopped']),
  due: Moment,
  lapsed: Type.Boolean({ description: 'Its time has run out.' }),
});
export type WireClock = Static<typeof Clock>;

const IssuedPaper = Type.Object({
  code: Type.String({ description: 'Code of the public page that verifies it.' }),
  document: Text,
  title: Text,
  number: OrNull(Text),
  variant: OrNull(Text),
  state: OneOf(['valid', 'expired', 'suspended', 'revoked']),
  issued_at: Moment,
  valid_until: OrNull(Text),
});
export type WireDocument = Static<typeof IssuedPaper>;

const TypeCounts = List(Type.Object({ type: Text, count: Type.Integer({ minimum: 1 }) }));

const Action = Type.Object({
  name: Text,
  title: Text,
  input: OrNull(Text, { description: 'Hash of the form of the transition.' }),
  books: OrNull(Text, { description: 'The calendar for choosing a slot.' }),
  bulk: Type.Boolean({ description: 'It can be taken for several records at once.' }),
  returns: Type.Boolean({ description: 'It needs an item of the checklist that was returned.' }),
  pick: OrNull(
    Type.Object({
      many: Flag,
      owners: OrNull(Type.Object({ type: Text, list: Text }), {
        description: 'The answer is a mapping from filters of this list to values (`GET …/owners` counts).',
      }),
      least: Type.Optional(Type.Integer({ minimum: 2, description: 'The fewest accounts; left out: 1.' })),
      most: Type.Optional(
        Type.Integer({ minimum: 2, description: 'The most accounts; left out: any number.' }),
      ),
    }),
    { description: 'One or several accounts must be chosen (`GET …/choices`).' },
  ),
  signs: List(Text, {
    description:
      'Titles of the documents that it issues with the signature of who takes it: it needs a confirmation.',
  }),
  to: Type.Optional(
    Type.String({
      description: 'The target state. Its tone decides the button, and a final state needs a confirmation.',
    }),
  ),
  ending: Type.Optional(
    Type.Object(
      {
        ends: TypeCounts,
        stays: TypeCounts,
        revokes: List(Text, { description: 'Titles of its documents that are no longer valid.' }),
        keeps: List(Text, { description: 'Titles of its documents that stay valid.' }),
      },
      {
        description:
          'What ends with a step that ends the record, and what stays, by the type of the records below it. Only on the record itself.',
      },
    ),
  ),
  unmet: Type.Optional(
    Dictionary(List(Text), {
      description:
        'Why it would be refused now whatever is answered in it, as in the `errors` of that refusal. The form of the record is not checked. Only on the record itself.',
    }),
  ),
  shown: Type.Optional(
    Type.Unsafe<Static<typeof Fields>>({
      ...Fields,
      description:
        'Values that the form of the transition shows and does not ask for (`from`), by property. Only on the record itself.',
    }),
  ),
});
export type WireAction = Static<typeof Action>;

const Item = Type.Object({
  id: Text,
  title: Text,
  evidence: OneOf(['file', 'inspection']),
  state: OneOf(['missing', 'filed', 'accepted', 'returned', 'waived', 'expired', 'asked-again']),
  optional: Flag,
  help: OrNull(Text),
  source: OrNull(Text),
  certainty: Certainty,
  proves: List(Text, { description: 'The answers that it proves: names in the form of the record.' }),
  accepts: List(Text),
  remark: OrNull(Text),
  files: List(Type.Object({ id: Text, name: Text, type: Text, bytes: Type.Integer() })),
  dated: Type.Boolean({
    description: 'It expires, so the date printed on it is needed, with the file or afterwards.',
  }),
  undated: Type.Boolean({
    description: 'A file is there, but not the date on it. If the owner does not enter it, the office does.',
  }),
  issued_on: OrNull(Text, { description: 'The date printed on it; null: not given.' }),
  valid_until: OrNull(Text, { description: 'The last day on which it is valid, if known.' }),
  held: OrNull(Type.Object({ document: Text, title: Text, number: OrNull(Text), valid_until: DayOrNull }), {
    description: 'A document that the portal has issued to the owner, so no file is needed.',
  }),
  comes_from: OrNull(Text, {
    description: 'Title of the office that will issue it in the same application, so no file is needed.',
  }),
  editable: Type.Boolean({ description: 'This caller may add or remove files of this item now.' }),
});
export type WireItem = Static<typeof Item>;

const Assignment = Type.Object({
  assignee: OrNull(
    Type.Object({ slug: Text, name: Text, own: Type.Boolean({ description: 'It is the caller.' }) }),
    { description: 'The account that works on it; null: nobody yet.' },
  ),
  claim: Type.Boolean({ description: 'This caller may claim it, or take it over.' }),
  release: Flag,
  assign: Type.Boolean({ description: 'This caller may choose the account.' }),
});
export type WireAssignment = Static<typeof Assignment>;

const NextActor = Type.Object({
  who: OneOf(['you', 'party', 'office', 'parts'], {
    description: '`you`: this caller; `parts`: the records below it.',
  }),
  key: OrNull(Text, {
    description: 'Key of the department, `owner`, or the role of the party; null for parts.',
  }),
  title: OrNull(Text, { description: 'Name of the office or the person; null for parts.' }),
});

const Step = Type.Object({
  state: Text,
  title: Text,
  key: OrNull(Text, {
    description: 'Key of the department, `owner`, or the role of the party that it will wait for.',
  }),
  who: OrNull(Text, { description: 'Its name.' }),
});
export type WireStep = Static<typeof Step>;

const Part = Type.Object({
  type: Text,
  done: Type.Integer({ minimum: 0, description: 'The number of settled ones, whatever the result.' }),
  total: Count,
  blocking: List(Type.Object({ state: Text, count: Count }), {
    description: 'How many have ended, in which state, so that the record does not go on by itself.',
  }),
});
export type WireParts = Static<typeof Part>;

const Quorum = Type.Object({
  steps: List(
    Type.Object({
      name: Text,
      title: Text,
      given: Type.Integer({ minimum: 0, description: 'How many people have taken it.' }),
      needed: Type.Integer({ minimum: 1, description: 'The last of so many moves the record.' }),
      own: Type.Boolean({ description: 'This caller has taken it.' }),
      people: List(Text, { description: 'Names of those who have, if this caller may know them.' }),
    }),
  ),
  waiting: OrNull(Count, { description: 'How many people have taken none of them; null: not known.' }),
  missing: List(Text, { description: 'Their names, if this caller may know them.' }),
});
export type WireQuorum = Static<typeof Quorum>;

/** The record; for others than its readers, its summary or its public view. */
export const RecordAnswer = Type.Object(
  {
    view: OneOf(['read', 'summary', 'public'], { description: 'How much of the record this caller sees.' }),
    type: Text,
    slug: Text,
    number: OrNull(Text),
    state: Text,
    kind: OrNull(Text),
    owner: OrNull(Text, { description: 'Slug of the owner’s account.' }),
    owner_name: OrNull(Text),
    office: OrNull(Text),
    unit: OrNull(Text),
    parent: OrNull(Text, { description: 'Slug of the parent.' }),
    ancestors: List(Ancestor, { description: 'Nearest first.' }),
    assignment: OrNull(Assignment, {
      description: 'Who works on it; null for callers who do not work on such records.',
    }),
    version: Type.Integer({ minimum: 1 }),
    due: OrNull(Moment),
    since: Type.String({ format: 'date-time', description: 'When it entered its state.' }),
    clocks: List(Clock),
    booking: OrNull(Type.Object({ calendar: Text, office: OrNull(Text), from: Moment, to: Moment })),
    documents: List(IssuedPaper, { description: 'Issued to this record, the newest first.' }),
    data: Fields,
    shown: Type.Unsafe<Static<typeof Fields>>({
      ...Fields,
      description: 'Values shown from other records (`from` of the form), by property.',
    }),
    labels: Dictionary(Dictionary(Text), {
      description:
        'Titles of keys in list columns that the slice does not contain, and of the records that answers name (by slug), as far as the caller may see them.',
    }),
    form: OrNull(Text),
    created_at: Moment,
    filed_at: OrNull(Moment, {
      description: 'When it was first sent, which means that it left its initial state.',
    }),
    updated_at: Moment,
    actions: List(Action, { description: 'What this caller may do now.' }),
    code: OrNull(Type.Object({ title: Text, path: Text }), {
      description:
        'For the owner: a step that somebody of the office takes by scanning a QR code, and the path in the code.',
    }),
    blocked: OrNull(Text, {
      description:
        'Why nobody may change it: the configuration no longer has its kind, department, form or state.',
    }),
    editable: Type.Boolean({ description: 'This caller may change `data` now.' }),
    verified: List(Text, {
      description: 'Fields that stay as they were verified, though the record may be changed.',
    }),
    items: List(Item, { description: 'Empty where the record has no checklist.' }),
    review: Type.Object({ accept: Flag, waive: Flag }),
    basis: OrNull(Type.Object({ source: OrNull(Text), certainty: Certainty }), {
      description: 'The source of its requirement kind.',
    }),
    waits_for: OrNull(NextActor, { description: 'Who has it now.' }),
    next: List(Step, { description: 'The states that lead on to a good end, nearest first.' }),
    parts: List(Part, {
      description: 'How far the records below it are, by type.',
    }),
    quorum: Type.Optional(
      Type.Unsafe<WireQuorum>({
        ...Quorum,
        description: 'Only in states with steps that several people take: who has taken them.',
      }),
    ),
    begins: List(Text, { description: 'Record types that this caller may begin below it now.' }),
    answered: List(
      Type.Object({ name: Text, form: Type.String({ description: 'Hash of the form that it asked.' }) }),
      { description: 'Steps whose answers it keeps, in `data` under the name of the step.' },
    ),
    mailed: Type.Optional(
      Type.String({
        description: 'Only in the answer to a change: the address of the mail that tells this caller of it.',
      }),
    ),
  },
  { description: 'The record.' },
);
export type WireRecord = Static<typeof RecordAnswer>;

const standing = RecordAnswer.properties;

const PartAnswer = Type.Object({
  waits_for: standing.waits_for,
  blocks: Type.Boolean({
    description: 'It has ended in such a way that the record above it does not go on by itself.',
  }),
  since: standing.since,
  next: standing.next,
  actions: standing.actions,
  parts: standing.parts,
  documents: standing.documents,
  review: standing.review,
  items: List(
    Type.Object({
      title: Text,
      evidence: Item.properties.evidence,
      state: Item.properties.state,
      optional: Flag,
      undated: Type.Boolean({ description: 'A file is there, but not the date on it.' }),
      comes_from: Item.properties.comes_from,
    }),
  ),
});
export type WirePart = Static<typeof PartAnswer>;

/** A record in a list: what the list shows of it. */
export const RecordRowAnswer = Type.Object({
  view: standing.view,
  type: Text,
  slug: Text,
  number: standing.number,
  state: Text,
  kind: standing.kind,
  owner_name: standing.owner_name,
  office: standing.office,
  unit: standing.unit,
  parent: standing.parent,
  ancestors: List(Type.Object({ type: Text, slug: Text }), { description: 'Nearest first.' }),
  assignment: standing.assignment,
  version: standing.version,
  due: standing.due,
  booking: standing.booking,
  data: Type.Unsafe<Static<typeof Fields>>({
    ...Fields,
    description: 'The answers that the list shows; without a list those that any list of the type shows.',
  }),
  shown: Type.Unsafe<Static<typeof Fields>>({
    ...Fields,
    description: 'The other values that the list shows, by column.',
  }),
  labels: standing.labels,
  created_at: Moment,
  filed_at: standing.filed_at,
  updated_at: Moment,
  editable: Type.Boolean({ description: 'A draft that this caller may change now.' }),
  actions: List(Action, { description: 'What this caller may do now with several records at once.' }),
  part: Type.Optional(
    Type.Unsafe<WirePart>({
      ...PartAnswer,
      description:
        'Who has it, what is missing and what came of it; only where the list is asked with `rows=parts`.',
    }),
  ),
});
export type WireRow = Static<typeof RecordRowAnswer>;

/** A list counts its records up to this number. */
export const mostCounted = 1000;

export const RecordPageAnswer = Type.Object(
  {
    items: List(RecordRowAnswer),
    next: OrNull(Text, { description: 'Cursor of the next page.' }),
    total: Type.Integer({ minimum: 0, description: `Exact up to ${mostCounted}.` }),
    more: Type.Optional(
      Type.Literal(true, { description: `There are more than ${mostCounted}: \`total\` is ${mostCounted}.` }),
    ),
    reason: Type.Optional(
      Type.String({
        description: 'Why the caller sees none of these records; left out where there is nothing to explain.',
      }),
    ),
  },
  { description: 'A page.' },
);
export type RecordPage = Static<typeof RecordPageAnswer>;

/** Records of several types. */
export const FoundRecordsAnswer = Type.Object(
  { items: List(RecordRowAnswer) },
  { description: 'The newest records.' },
);
export type FoundRecords = Static<typeof FoundRecordsAnswer>;

/** What the choices of a filter show beside their titles. */
export const ChoiceCountsAnswer = Type.Object(
  {
    counts: List(Type.Object({ value: Text, total: Type.Integer({ minimum: 1 }) })),
    more: Type.Boolean({ description: 'The list is so long that there may be more of each.' }),
  },
  { description: 'The values that records of the list have, and how many have each.' },
);
export type ChoiceCounts = Static<typeof ChoiceCountsAnswer>;

/** How many records a list has. */
export type ListTotal = Pick<RecordPage, 'total' | 'more'>;

/** One row of the history, as a sentence. */
export const RecordEventAnswer = Type.Object({
  at: Moment,
  who: Type.String({ description: 'Name of the person; for automatic changes the portal’s title.' }),
  photo: Photo,
  acted_for: OrNull(Text, { description: 'Name of the officer whose deputy the person was.' }),
  department: OrNull(Text),
  what: Type.String({ description: '`created`, `saved`, a transition’s name, `item`.' }),
  text: Text,
  remark: OrNull(Text),
  state: Text,
  changes: OrNull(Type.Object({ before: Fields, after: Fields }), {
    description: 'The answers that it changed, by name. Null: none, or none that the caller may know.',
  }),
});
export type WireEvent = Static<typeof RecordEventAnswer>;

export type WireAnsweredForm = WireRecord['answered'][number];
