import { expect, test } from 'vitest';
import { fittingChoices } from './fitting-choices.ts';

const groups = [
  { title: 'Lodging', choices: [{ label: 'Homestay' }, { label: 'Hotel' }, { label: 'Apartment hotel' }] },
  { title: 'Food', choices: [{ label: 'Café' }, { label: 'Carinderia' }] },
];

function found(query: string) {
  return fittingChoices(groups, query).map(({ title, choices }) => [
    title,
    ...choices.map(({ label }) => label),
  ]);
}

test('the choice with the typed name is first, then those that begin with it', () => {
  expect(found('hotel')).toEqual([['Lodging', 'Hotel', 'Apartment hotel']]);
});

test('accents, case and the order of words do not matter', () => {
  expect(found('CAFE')).toEqual([['Food', 'Café']]);
  expect(found('hotel apart')).toEqual([['Lodging', 'Apartment hotel']]);
});

test('the heading of a group finds its choices', () => {
  expect(found('food')).toEqual([['Food', 'Café', 'Carinderia']]);
  expect(found('quarry')).toEqual([]);
});
