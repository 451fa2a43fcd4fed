/** What a new record copies. */
import { expect, test } from 'vitest';
import { firstAnswers, prefillAnswers } from './prefill.ts';

const form = {
  schema: { type: 'object', properties: { name: {}, year: {}, rows: {}, note: {}, stamp: {} } },
  filledBy: { stamp: ['desk'] },
};
const last = { name: 'Ana', year: 2025, rows: [{ title: 'Novel', price: 3 }], stamp: 'x', gone: 1 };

test('the form’s own questions are answered, but not what is left out, unknown or an office’s', () => {
  const sources = [{ prefill: { except: ['year', 'rows.price'] }, data: last }];
  expect(firstAnswers(form, sources)).toEqual({ name: 'Ana', rows: [{ title: 'Novel' }] });
});

test('a later source fills what is still empty', () => {
  const profile = { prefill: { except: [] }, data: { name: 'Ben', note: 'By post' } };
  const sources = [{ prefill: { except: ['year', 'rows'] }, data: last }, profile];
  expect(firstAnswers(form, sources)).toEqual({ name: 'Ana', note: 'By post' });
  expect(firstAnswers(form, [])).toEqual({});
});

test('what is called differently here is taken by the name that it has there', () => {
  const offered = prefillAnswers(
    { as: { name: 'writer', card: 'number' } },
    { data: { writer: 'Ana' }, number: 'N-1' },
  );
  expect(offered).toMatchObject({ name: 'Ana', card: 'N-1' });
  expect(prefillAnswers({ as: { name: 'writer' } }, { data: { year: 1 }, number: null })).toEqual({
    year: 1,
  });
});
