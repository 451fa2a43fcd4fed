import { expect, test } from 'vitest';
import type { Portal } from '../../portal/model/portal.ts';
import { fitTogether } from './play.ts';

const demonstration: Portal['demonstration'] = {
  domain: 'example',
  people: [],
  answers: {},
  together: [
    {
      name: ['Reyes Laundry'],
      'lines.line': ['laundry', 'tailoring'],
      'lines.rooms': ['4', '6'],
      town: ['Northport'],
    },
  ],
};

test('answers that belong to a name follow from it, with a row for each', () => {
  const rows = [{ line: 'resort', units: 2 }];
  expect(fitTogether({ demonstration }, { name: 'Reyes Laundry', lines: rows, town: 'Southport' })).toEqual({
    name: 'Reyes Laundry',
    lines: [
      { line: 'laundry', units: 2 },
      { line: 'tailoring', units: 2 },
    ],
    town: 'Northport',
  });
  expect(fitTogether({ demonstration }, { name: 'Reyes Laundry' })).toEqual({ name: 'Reyes Laundry' });
  expect(fitTogether({ demonstration }, { name: 'Reyes Resort', lines: rows })).toEqual({
    name: 'Reyes Resort',
    lines: rows,
  });
});
