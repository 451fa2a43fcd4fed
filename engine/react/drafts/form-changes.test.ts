/** What a person is told of a form that changed while they filled it in. */
import { expect, test } from 'vitest';
import { formChanges } from './form-changes.ts';

const question = (title: string, more: object = {}) => ({ type: 'string', title, ...more });
const before = {
  schema: {
    required: ['book'],
    properties: { book: question('Book'), fax: question('Fax'), town: question('Town') },
  },
  uiSchema: {},
};

test('new, required, renamed and lost questions are told by their titles', () => {
  const after = {
    schema: {
      required: ['volume', 'town'],
      properties: { volume: question('Volume'), town: question('Town'), phone: question('Telephone') },
    },
    uiSchema: { volume: { 'ui:formerly': ['book'] } },
  };
  expect(formChanges(before, after, { fax: '123' })).toEqual({
    added: ['Telephone'],
    required: ['Town'],
    renamed: [{ before: 'Book', after: 'Volume' }],
    gone: [{ question: 'Fax', answer: '123' }],
  });
});

test('nothing is told of a form that asks the same', () => {
  expect(formChanges(before, { ...before, uiSchema: { town: { 'ui:widget': 'textarea' } } }, {})).toBeNull();
});
