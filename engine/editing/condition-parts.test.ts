/** Conditions become rows and groups, and rows and groups the condition that was written. */
import { type Node, parse, parseDocument } from 'yaml';
import { expect, test } from 'vitest';
import type { ConditionGroup } from '../portal/conditions/condition-parts.ts';
import { writeValue } from '../config/edit/write-value.ts';
import { conditionOfParts, partsOfCondition, rowAt } from './condition-parts.ts';

function partsOf(text: string): ConditionGroup {
  const document = parseDocument(text);
  return partsOfCondition(document.contents as Node, { document, text });
}

const children = { children: 'clearance', every: { state: 'issued' }, atLeast: 1 };

test.each<readonly [written: object, parts: ConditionGroup]>([
  [{ field: 'rooms', above: 3 }, [{ field: 'rooms', above: 3 }]],
  [
    { field: 'rooms', atLeast: 3, below: 9, state: 'sent', not: { fact: 'pet', is: true } },
    [
      { field: 'rooms', atLeast: 3 },
      { field: 'rooms', below: 9 },
      { state: 'sent' },
      { not: [{ fact: 'pet', is: true }] },
    ],
  ],
  [
    {
      any: [
        { all: [{ state: 'sent' }, { kind: ['a/b', 'a/c'] }] },
        { fact: 'lines', hasAny: ['x'], state: 'sent' },
      ],
    },
    {
      any: [
        { all: [{ state: 'sent' }, { kind: ['a/b', 'a/c'] }] },
        [{ fact: 'lines', hasAny: ['x'] }, { state: 'sent' }],
      ],
    },
  ],
])('%j is shown as rows', (written, parts) => {
  expect(partsOf(JSON.stringify(written))).toEqual(parts);
  expect(conditionOfParts(parts, parse)).toEqual(written);
});

test('what has no rows stays as the YAML that is written', () => {
  const text =
    'all:\n  # Each of them.\n  - children: clearance\n    every: { state: issued } # Or so.\n    atLeast: 1\n  - field: day\n    before: { today: 3 days }\n  - field: rooms\n    above: 3\n';
  const parts = partsOf(text);
  expect(parts).toEqual({
    all: [
      'children: clearance\nevery: { state: issued } # Or so.\natLeast: 1',
      'field: day\nbefore: { today: 3 days }',
      { field: 'rooms', above: 3 },
    ],
  });
  expect(conditionOfParts(parts, parse)).toEqual({
    all: [children, { field: 'day', before: { today: '3 days' } }, { field: 'rooms', above: 3 }],
  });
});

test('parts that one mapping cannot hold are written as a list, and blank ones not at all', () => {
  const parts = [{ field: 'rooms', above: 3 }, {}, { field: 'beds', above: 4 }, ''];
  expect(conditionOfParts(parts, parse)).toEqual({
    all: [
      { field: 'rooms', above: 3 },
      { field: 'beds', above: 4 },
    ],
  });
  expect(conditionOfParts([{}, { any: [{}, {}] }], parse)).toBeUndefined();
  // The check reports both.
  expect(conditionOfParts([{ field: 'rooms', above: '' }, { state: '' }], parse)).toEqual({
    field: 'rooms',
    state: '',
  });
});

test.each<readonly [steps: readonly string[], row: string]>([
  [['state'], '/1'],
  [['above'], '/0'],
  [['any', '1', 'fact'], '/3/any/2'],
  [['not', 'field'], '/4/not/0'],
  [[], '/0'],
])('a mistake at %j is shown at its row', (steps, row) => {
  const parts = [
    { field: 'rooms', above: 3 },
    { state: 'sent' },
    {},
    { any: [{ kind: 'a/b' }, {}, { fact: 'x', is: 1 }] },
    { not: [{ field: 'beds', is: 3 }] },
  ];
  expect(rowAt(parts, steps, parse)).toBe(row);
});

test('a mistake in a list is shown at its row', () => {
  const parts = [{ field: 'rooms', above: 3 }, {}, { field: 'beds', above: 4 }];
  expect(rowAt(parts, ['all', '1', 'above'], parse)).toBe('/2');
});

test('comments stay beside what nobody changes', () => {
  const text = 'any:\n  # Large ones.\n  - { field: rooms, above: 3 } # By the ordinance.\n';
  const { any } = partsOf(text) as { readonly any: readonly object[] };
  const next = conditionOfParts({ any: [...any, { field: 'beds', above: 4 }] }, parse);
  expect(writeValue(text, [], next)).toBe(`${text}  - { field: beds, above: 4 }\n`);
});
