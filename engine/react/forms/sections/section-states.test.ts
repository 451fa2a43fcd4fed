import { expect, test } from 'vitest';
import type { WireForm } from '../../../portal/wire/slice.ts';
import { judgeProgress, nextSection, type SectionFacts, type SectionState } from './section-states.ts';

const form = {
  schema: {
    type: 'object',
    properties: {
      reader: { type: 'string' },
      country: { type: 'string', default: 'PH' },
      note: { type: 'string' },
      books: { type: 'array', items: { type: 'object', properties: { title: { type: 'string' } } } },
    },
  },
  from: {},
} as Partial<WireForm> as WireForm;

const missing = { reader: ['Enter an answer.'], 'books.0.title': ['Enter an answer.'] };
const names = [['reader', 'country'], ['note'], ['books'], []];
const tooLong = () => ({ reader: ['Enter at most 3 characters.'] });
const notNeeded = () => {
  throw new Error('The validator is not needed.');
};
const nothing = { names, found: () => missing, shown: {} };

function statesOf(asked: WireForm, facts: SectionFacts): SectionState[] {
  return judgeProgress(asked, facts).map(({ state }) => state);
}

test('a section with only defaults, or with an empty row, is not started', () => {
  const answers = { country: 'PH', books: [{}] };
  expect(statesOf(form, { ...nothing, answers })).toEqual(['untouched', 'optional', 'untouched', 'empty']);
});

test('a section is done when nothing required is missing, and in progress before', () => {
  const answers = { reader: 'Ana', country: 'PH', note: 'Late', books: [{ title: '' }, { title: 'Noli' }] };
  const found = { 'books.0.title': ['Enter an answer.'] };
  const sections = judgeProgress(form, { ...nothing, found: () => found, answers });
  expect(sections.map(({ state }) => state)).toEqual(['done', 'done', 'started', 'empty']);
  expect(sections.map(({ open }) => open)).toEqual([{}, {}, found, {}]);
  expect(nextSection(sections)).toBe(2);
  expect(nextSection(sections.slice(0, 2))).toBeNull();
});

test('a wrong answer needs attention at once, a missing one when the page has shown it', () => {
  const found = { reader: ['Enter at most 3 characters.'], books: ['Add at least one.'] };
  const answers = { reader: 'Anabel' };
  const sections = judgeProgress(form, { ...nothing, found: () => found, answers });
  expect(sections[0]?.state).toBe('wrong');
  expect(sections[2]).toEqual({ state: 'untouched', open: {} });
  expect(
    statesOf(form, {
      ...nothing,
      found: () => found,
      shown: { books: ['Add at least one.'] },
      answers,
    })[2],
  ).toBe('wrong');
});

test('a section without answers, where one is required, is not started without a look for errors', () => {
  const required: WireForm = { ...form, schema: { ...form.schema, required: ['reader'] } };
  const first = [['reader', 'country']];
  const answers = { country: 'PH' };
  expect(statesOf(required, { names: first, found: notNeeded, shown: {}, answers })).toEqual(['untouched']);
  expect(
    statesOf(required, { names: first, found: tooLong, shown: {}, answers: { reader: 'Anabel' } }),
  ).toEqual(['wrong']);
});

test('before the errors are known, nothing is said about a section with answers', () => {
  const required: WireForm = { ...form, schema: { ...form.schema, required: ['reader'] } };
  const unknown = { names: [['reader', 'country']], found: () => null, shown: {} };
  expect(statesOf(required, { ...unknown, answers: { reader: 'Ana', country: 'PH' } })).toEqual(['unknown']);
  expect(statesOf(required, { ...unknown, answers: { country: 'PH' } })).toEqual(['untouched']);
});
