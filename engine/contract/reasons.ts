/** Why a paper is asked for: the rules that hold, with the answers that make them hold. */
import { Type, type Static } from 'typebox';
import type { Contract } from './endpoint.ts';
import { List, OneOf, OrNull, Text } from './schema.ts';

const Reason = Type.Object({
  about: OneOf(['requirement', 'paper'], {
    description: 'Why the requirement applies, or why it asks for the paper.',
  }),
  kind: OrNull(Text, { description: 'Title of the requirement; null: the record itself asks for it.' }),
  because: List(Text, { description: 'Parts of a sentence. Empty: it is so in every case.' }),
  rule: OrNull(Text, {
    description: 'The rule in words; null: there is none, or the caller may not read all that it decides by.',
  }),
});
export type WireReason = Static<typeof Reason>;

const Reasons = Type.Object(
  { reasons: List(Reason) },
  { description: 'First why the requirement applies, then why the paper is asked for.' },
);

export const reasons = {
  'GET /records/:type/:slug/items/:item/why': {
    id: 'record.reasons',
    tag: 'Records',
    summary: 'Why an item of the checklist is asked for. Answers that the caller may not read are not told.',
    access: 'session',
    params: { type: 'A record type.', slug: 'Slug of the record.', item: 'Id of the item.' },
    answers: { 200: Reasons },
    refusals: [404],
  },
  'GET /start-pages/:page/papers/:paper/why': {
    id: 'start-page.paper.why',
    tag: 'Start pages',
    summary: 'Why a paper is needed by who files the record with these answers.',
    access: 'optional',
    params: { page: 'Name of the route of the page.', paper: 'Id of the paper.' },
    query: Type.Object({
      answers: Type.Optional(
        Type.String({ maxLength: 2_000, description: 'As for `GET /start-pages/{page}/needs`.' }),
      ),
    }),
    answers: { 200: Reasons },
    refusals: [404, 422],
  },
} as const satisfies Contract;
