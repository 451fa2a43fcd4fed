/** Saved views of lists: what a list shows under a name, for a person or for an office. */
import { Type, type Static } from 'typebox';
import { message } from '../locales/message.ts';
import { viewMessages } from '../locales/views.ts';
import type { Contract } from './endpoint.ts';
import { Body, Flag, List, OrNull, Text } from './schema.ts';

const View = Type.Object({
  id: Type.String({ format: 'uuid' }),
  name: Text,
  query: Type.String({ description: 'What the list shows, as in the address of its page.' }),
  office: Type.Boolean({ description: 'Everybody in the office has it.' }),
  editable: Type.Boolean({ description: 'The caller may change it.' }),
  stale: Type.Boolean({ description: 'It names a filter, column or order that the list no longer has.' }),
});
export type WireView = Static<typeof View>;

const ListViews = Type.Object(
  {
    items: List(View),
    default: OrNull(Text, { description: 'The view with which the list opens for the caller.' }),
    for_office: Type.Boolean({ description: 'The caller may save views for the office.' }),
  },
  { description: 'The views of the list, by name; those of the office last.' },
);
export type WireViews = Static<typeof ListViews>;

const tag = 'Views';
const id = Type.String({ format: 'uuid', description: 'The view.' });
const list = Type.String({ description: 'A record type and one of its lists, as `type/list`.' });
const name = Type.String({ pattern: '\\S', maxLength: 80 });
const query = Type.String({ maxLength: 2000 });
const messages = { name: message(viewMessages.nameExpected), query: message(viewMessages.queryExpected) };

export const views = {
  'GET /views': {
    id: 'views',
    tag,
    summary: 'The saved views of a list: the caller’s own, and those of their office.',
    access: 'session',
    query: Type.Object({ list }),
    answers: { 200: ListViews },
    refusals: [403, 404],
  },
  'POST /views': {
    id: 'view.save',
    tag,
    summary: 'Save a view. A view of the same name is replaced.',
    access: 'session',
    body: Body({ list, name, query, office: Type.Optional(Flag) }),
    messages,
    answers: { 201: ListViews },
    refusals: [403, 404, 422],
  },
  'PATCH /views/:id': {
    id: 'view.change',
    tag,
    summary: 'Rename a view, or change what it shows.',
    access: 'session',
    params: { id: 'The view.' },
    body: Body({ name: Type.Optional(name), query: Type.Optional(query) }),
    messages,
    answers: { 200: ListViews },
    refusals: [403, 404, 422],
  },
  'DELETE /views/:id': {
    id: 'view.remove',
    tag,
    summary: 'Remove a view.',
    access: 'session',
    params: { id: 'The view.' },
    answers: { 200: ListViews },
    refusals: [403, 404],
  },
  'PUT /views/default': {
    id: 'view.default',
    tag,
    summary: 'Choose the view with which a list opens for the caller, or none.',
    access: 'session',
    body: Body({ list, view: OrNull(id) }),
    answers: { 200: ListViews },
    refusals: [403, 404, 422],
  },
} as const satisfies Contract;
