/** A form for several people asks each for their own part, and nobody for read-only values. */
import { expect, test } from 'vitest';
import type { WireForm } from '../../../portal/wire/slice.ts';
import { formOfFiller } from '../../screens/checklist/checklist-screen.tsx';

function formOf(steps: readonly (readonly string[])[], parts: Partial<WireForm> = {}): WireForm {
  return {
    name: 'form',
    hash: 'form',
    title: 'Form',
    description: null,
    locale: 'en',
    schema: {},
    uiSchema: {},
    steps: steps.map((properties, index) => ({
      id: `${index}`,
      title: `${index}`,
      properties: [...properties],
    })),
    filledBy: {},
    from: {},
    ...parts,
  } as WireForm;
}

const namesOf = (form: WireForm | null) => form?.steps.map(({ properties }) => properties) ?? null;

test('an owner is asked for all but what a department fills in', () => {
  const form = formOf([['title', 'rating'], ['rated_on']], {
    filledBy: { rating: ['desk'], rated_on: ['desk'] },
  });
  expect(namesOf(formOfFiller(form, null))).toEqual([['title']]);
  expect(namesOf(formOfFiller(form, 'desk'))).toEqual([['rating'], ['rated_on']]);
  expect(formOfFiller(form, 'branch')).toBeNull();
});

test('an owner with nothing to fill in gets no form', () => {
  const form = formOf([['title', 'rating']], {
    filledBy: { rating: ['desk'] },
    from: { title: 'order.title' },
  });
  expect(formOfFiller(form, null)).toBeNull();
});
