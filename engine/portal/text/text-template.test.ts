import { anything, assert, constantFrom, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import type { Speech } from './text-format.ts';
import { escapeMarkdown, fillTemplate, parseTemplate, type TemplateValues } from './text-template.ts';
import { english } from '../language/say.ts';

const speech: Speech = { locale: 'en', timeZone: 'Asia/Tokyo', currency: 'EUR', words: english };

function valuesOf(known: Record<string, unknown>, labels: Record<string, string> = {}): TemplateValues {
  return {
    speech,
    read: (path) => known[path],
    label: (_, value) => {
      if (typeof value !== 'string' && typeof value !== 'number') return null;
      return new Map(Object.entries(labels)).get(String(value)) ?? null;
    },
    currency: (path) =>
      new Map([
        ['yen', 'JPY'],
        ['dollars', 'USD'],
      ]).get(path),
  };
}

test('finds each placeholder with its format and lists every path once', () => {
  const { paths, odd } = parseTemplate('{owner}, {fee.total:money} for {fee.total} {{x}} {due:longDate}');
  expect(paths).toEqual(['owner', 'fee.total', 'x', 'due']);
  expect(odd).toEqual([]);
});

test('reports braces that are not a placeholder with their position, and keeps them in the text', () => {
  const { odd, paths } = parseTemplate('Sum {total:monney} {} {a b}');
  expect(paths).toEqual([]);
  expect(odd).toEqual([
    { at: 4, length: 14, text: '{total:monney}', format: 'monney' },
    { at: 19, length: 2, text: '{}', format: null },
    { at: 22, length: 5, text: '{a b}', format: null },
  ]);
  expect(fillTemplate('Sum {total:monney} {}', valuesOf({ total: 1 }))).toBe('Sum {total:monney} {}');
});

test.each([
  ['{at:date}', '22 Nov 2026'],
  ['{at:longDate}', '22 November 2026'],
  ['{at:time}', '00:30'],
  ['{at:moment}', '22 November 2026, 00:30'],
  ['{day:longDate}', '1 February 2026'],
  ['{sum:money}', '€1,234,567.80'],
  ['{whole:money}', '€12.00'],
  ['{yen:money}', 'JP¥1,500'],
  ['{dollars:money}', 'US$1,234.50'],
  ['{large:money}', '€9,007,199,254,740,993.01'],
  ['{whole:number} of {large:number}', '12 of 9,007,199,254,740,993.01'],
  ['{whole:ordinal} of {place:ordinal}, {year:ordinal}', '12th of 22nd, 2026th'],
  ['{name:ordinal} {large:ordinal}', 'Ana Reyes 9007199254740993.01'],
  ['{name:upper}', 'ANA REYES'],
  ['{yes}', 'Yes'],
  ['{list}', 'a, b and c'],
  ['{list:list}', '- a\n- b\n- c'],
  ['{rows:list}', '- Tea, 3'],
  ['{choice}', 'In words'],
  ['{other:label}', 'not-yet_known'],
  ['{missing}', ''],
  ['{name:money}', 'Ana Reyes'],
])('says %s as %s', (text, said) => {
  const values = valuesOf(
    {
      at: '2026-11-21T15:30:00Z',
      day: '2026-02-01',
      sum: '1234567.8',
      yen: '1500.00',
      dollars: '1234.5',
      whole: 12,
      place: '22',
      year: 2026,
      large: '9007199254740993.01',
      name: 'Ana Reyes',
      yes: true,
      list: ['a', 'b', 'c'],
      rows: [{ what: 'Tea', count: 3 }],
      choice: 'x-1',
      other: 'not-yet_known',
    },
    { 'x-1': 'In words' },
  );
  expect(fillTemplate(text, values)).toBe(said);
});

test('a filled value is text: it makes no link, heading, list or tag in Markdown', () => {
  const said = fillTemplate('Dear {name},', valuesOf({ name: '# [x](http://y.z)\n- <b>' }), escapeMarkdown);
  expect(said).toBe('Dear \\# \\[x\\]\\(http\\:\\/\\/y\\.z\\)  \n\\- \\<b\\>,');
});

test('never throws, whatever the text, the value and the format', () => {
  const format = constantFrom('', ':date', ':money', ':list', ':label', ':number', ':upper', ':moment');
  assert(
    property(string(), anything({ maxDepth: 2 }), format, (text, value, how) => {
      expect(typeof fillTemplate(`${text}{x${how}}`, valuesOf({ x: value }))).toBe('string');
    }),
    // Rows may have fields with the names of built-in object properties.
    {
      examples: [
        ['', { toString: 0 }, ':money'],
        ['', { valueOf: 0, toString: null }, ':date'],
        ['', ['valueOf'], ''],
      ],
    },
  );
});
