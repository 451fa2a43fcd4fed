import { expect, test } from 'vitest';
import type { WireForm } from '../../../portal/wire/slice.ts';
import { answerAt, listErrors } from './errors.ts';

const form = {
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Name' },
      members: {
        type: 'array',
        title: 'List of members',
        items: {
          type: 'object',
          properties: {
            name: { type: 'string', title: 'Full name' },
            age: { type: 'integer', title: 'Age' },
          },
        },
      },
      rooms: { type: 'array', title: 'Rooms', items: { properties: { beds: { title: 'Beds' } } } },
    },
  },
  uiSchema: { members: { 'ui:rowTitle': 'Member' } },
  steps: [{ id: 'all', title: 'All', description: null, properties: ['members', 'name', 'rooms'] }],
} as Partial<WireForm> as WireForm;

test('lists faults in the order of the questions, also within rows', () => {
  const listed = listErrors(form, {
    name: ['Enter an answer.'],
    'members.1.name': ['Enter an answer.'],
    'members.0.age': ['Too young.'],
    'members.0.name': ['Enter an answer.'],
    unknown: ['Not asked.'],
  });
  expect(listed.map(({ path }) => path)).toEqual([
    'members.0.name',
    'members.0.age',
    'members.1.name',
    'name',
    'unknown',
  ]);
});

test('names a row as it is headed on the page, else by its list', () => {
  const listed = listErrors(form, {
    'members.1.name': ['Enter an answer.'],
    'rooms.0.beds': ['Fill this in.'],
  });
  expect(listed.map(({ title }) => title)).toEqual(['Member 2: Full name', 'Rooms 1: Beds']);
});

test('finds the answer at a path through rows', () => {
  expect(answerAt({ books: [{ title: 'Noli' }] }, 'books.0.title')).toBe('Noli');
  expect(answerAt({}, 'books.0.title')).toBeUndefined();
});
