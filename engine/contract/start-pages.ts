/** Start pages: what somebody needs for a record, before they begin. Nothing about persons is read. */
import { Type, type Static } from 'typebox';
import { message } from '../locales/message.ts';
import { requestMessages } from '../locales/requests.ts';
import { paperSources } from '../portal/start/needed-papers.ts';
import type { Contract } from './endpoint.ts';
import { Currency, Fields, Flag, List, OneOf, OrNull, Text } from './schema.ts';

const Question = Type.Object({
  name: Text,
  title: Text,
  help: OrNull(Text),
  kind: OneOf(['choice', 'yes-no', 'number', 'money', 'text']),
  choices: List(
    Type.Object({
      value: Text,
      label: Text,
      group: OrNull(Text, { description: 'Its heading; null: none.' }),
    }),
  ),
  unit: OrNull(Text),
  list: OrNull(Type.Object({ name: Text, title: Text, add: OrNull(Text) }), {
    description: 'The list whose rows have the question; null: it is asked once.',
  }),
  initial: OrNull(Text, { description: 'The answer with which the page begins.' }),
});
export type WireStartQuestion = Static<typeof Question>;

const StartPageAnswer = Type.Object(
  {
    type: Type.String({ description: 'The type of the record that people file.' }),
    title: Type.String({ description: 'Its title.' }),
    questions: List(Question),
    registrations: List(Text, {
      description: 'Names of the pages on which people open an account with which they may file it.',
    }),
  },
  { description: 'The questions of the page.' },
);

const Duration = Type.Object({
  amount: Type.Integer(),
  unit: OneOf(['minute', 'hour', 'day', 'working day', 'week', 'month', 'quarter', 'year']),
});

const limit = { least: Duration, most: Duration };

const Paper = Type.Object({
  id: Text,
  title: Text,
  help: OrNull(Text),
  source: OneOf(paperSources),
  by: OrNull(Text, { description: 'Who gives it; null: its owner prepares it.' }),
  for: List(Text, { description: 'Who asks for it.' }),
  need: OneOf(['sure', 'optional', 'maybe']),
  isRepeated: Flag,
  dependsOn: List(Text, { description: 'The questions that decide whether it is needed.' }),
  issuedWith: OrNull(Text, { description: 'The type of the records with which the portal issues it.' }),
});
export type WireNeededPaper = Static<typeof Paper>;

const Fees = Type.Object({
  title: Text,
  version: Text,
  currency: Currency,
  lines: List(
    Type.Object({
      id: Text,
      title: Text,
      rule: Text,
      amount: Text,
      isAtLeast: Type.Boolean({ description: 'It grows with the lines that are open.' }),
    }),
  ),
  total: Type.String({ description: 'Of the lines.' }),
  open: List(
    Type.Object({
      id: Text,
      title: Text,
      help: OrNull(Text),
      amount: OrNull(Text),
      dependsOn: List(Text),
    }),
  ),
});
export type WireNeededFees = Static<typeof Fees>;

const Needs = Type.Object(
  {
    asked: List(Text, { description: 'The questions that apply with these answers.' }),
    answers: Type.Unsafe<Readonly<Record<string, unknown>>>({
      ...Fields,
      description: 'The answers, as a new record has them.',
    }),
    offices: List(
      Type.Object({
        title: Text,
        office: OrNull(Text),
        isSure: Flag,
        dependsOn: List(Text),
        limit: OrNull(Type.Object(limit)),
      }),
    ),
    papers: List(Paper),
    fees: List(Fees),
    steps: List(Type.Object({ title: Text, who: OrNull(Text) })),
    times: List(Type.Object({ title: Text, pauses: Flag, ...limit })),
    atHand: List(Text),
  },
  { description: 'Offices, papers, fees and times.' },
);
export type WireNeeds = Static<typeof Needs>;

const tag = 'Start pages';
const params = { page: 'Name of the route of the page.' };

export const startPages = {
  'GET /start-pages/:page': {
    id: 'start-page',
    tag,
    summary: 'The questions of a start page, for callers who may open it.',
    access: 'optional',
    params,
    answers: { 200: StartPageAnswer },
    refusals: [404],
  },
  'GET /start-pages/:page/needs': {
    id: 'start-page.needs',
    tag,
    summary: 'What somebody needs who files the record with these answers.',
    access: 'optional',
    params,
    query: Type.Object({
      answers: Type.Optional(
        Type.String({
          maxLength: 2_000,
          description: 'URL-encoded pairs of question and answer; what does not fit is ignored.',
        }),
      ),
    }),
    messages: { answers: message(requestMessages.answersTooLong) },
    answers: { 200: Needs },
    refusals: [404, 422],
  },
} as const satisfies Contract;
