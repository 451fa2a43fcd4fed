/** What the caller has to do, and the counts in their navigation. */
import { Type, type Static } from 'typebox';
import { message } from '../locales/message.ts';
import { requestMessages } from '../locales/requests.ts';
import type { Contract } from './endpoint.ts';
import { mostCounted, RecordPageAnswer } from './record.ts';
import { pageRows } from './records.ts';
import { Dictionary } from './schema.ts';

const { items, total, more } = RecordPageAnswer.properties;

const ToDoAnswer = Type.Object({ items, total, more }, { description: 'The most urgent first.' });
export type ToDo = Static<typeof ToDoAnswer>;

/** Rows of the to-do list, if the query does not name a number. */
export const usualToDo = pageRows.usual;

const PageCountsAnswer = Dictionary(Type.Object({ total, more }), {
  description: 'By the name of the route.',
});
export type PageCounts = Static<typeof PageCountsAnswer>;

export const toDo = {
  'GET /to-do': {
    id: 'to-do',
    tag: 'Records',
    summary: 'The records that wait for the caller or their office, of every type.',
    access: 'session',
    query: Type.Object({
      record: Type.Optional(
        Type.String({ description: 'Only this record and those below it, as `type/slug`.' }),
      ),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          default: usualToDo,
          description: `More than ${mostCounted} count as ${mostCounted}.`,
        }),
      ),
    }),
    messages: { limit: message(requestMessages.limitExpected, { least: 1, most: mostCounted }) },
    answers: { 200: ToDoAnswer },
    refusals: [403, 404, 422],
  },
} as const satisfies Contract;

export const navigation = {
  'GET /navigation/counts': {
    id: 'navigation.counts',
    tag: 'Portal',
    summary: 'How much is on the pages of the caller’s navigation, where the configuration asks for it.',
    access: 'session',
    answers: { 200: PageCountsAnswer },
    refusals: [403],
  },
} as const satisfies Contract;
