import { expect, test } from 'vitest';
import type { WireForm } from '../../../portal/wire/slice.ts';
import type { FormContext } from './form-context.ts';
import { choicesWithin, groupsByHeading, groupsWithin, withoutStrays } from './choices-within.ts';

const streets = ['high', 'low', 'mill'].map((value) => ({ value, label: value }));
const within = { field: 'district', of: ['north', 'south', 'north'] };

function offered(answers: FormContext['answers']): string[] {
  return choicesWithin(streets, within, { answers }).map(({ label }) => label);
}

test('offers the choices for the other answer, and all choices without one', () => {
  expect(offered({ district: 'north' })).toEqual(['high', 'mill']);
  expect(offered({ district: 'south' })).toEqual(['low']);
  expect(offered({})).toEqual(['high', 'low', 'mill']);
  expect(offered({ district: '' })).toEqual(['high', 'low', 'mill']);
});

test('keeps choices that depend on no answer', () => {
  expect(choicesWithin(streets, undefined, undefined)).toBe(streets);
});

test('lets go of a choice when the answer that it belongs to is another one', () => {
  const form = {
    schema: { type: 'object', properties: { district: {}, street: { enum: ['high', 'low', 'mill'] } } },
    uiSchema: { street: { 'ui:within': within } },
  };
  expect(withoutStrays({ district: 'south', street: 'mill' }, form)).toEqual({ district: 'south' });
  const fitting = { district: 'north', street: 'mill' };
  expect(withoutStrays(fitting, form)).toBe(fitting);
  const open = { street: 'mill' };
  expect(withoutStrays(open, form)).toBe(open);
});

test('puts choices that read the same under what they belong to', () => {
  const form = {
    schema: { properties: { district: { enum: ['north', 'south'] } } },
    uiSchema: { district: { 'ui:enumNames': ['North', 'South'] } },
  } as Partial<WireForm> as WireForm;
  const groups = groupsWithin(streets, within, form);
  expect(groups.map(({ title, choices }) => [title, choices.map(({ value }) => value)])).toEqual([
    ['North', ['high', 'mill']],
    ['South', ['low']],
  ]);
  expect(groupsWithin(streets, undefined, form)).toEqual([{ title: null, choices: streets }]);
});

test('puts choices under the headings of their lookup, also when only some are offered', () => {
  const headings = ['Centre', 'River', 'Centre'];
  const groups = groupsByHeading(streets.slice(1), streets, headings);
  expect(groups.map(({ title, choices }) => [title, choices.map(({ value }) => value)])).toEqual([
    ['River', ['low']],
    ['Centre', ['mill']],
  ]);
});
