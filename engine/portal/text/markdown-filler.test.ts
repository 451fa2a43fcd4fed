import { assert, constantFrom, oneof, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { fillMarkdown, markdownFiller, parseMarkdown } from './markdown.ts';
import { escapeMarkdown, fillTemplate, type TemplateValues } from './text-template.ts';
import { english } from '../language/say.ts';

const speech = { locale: 'en', timeZone: 'UTC', words: english };

function valuesOf(values: Readonly<Record<string, unknown>>): TemplateValues {
  return { speech, read: (path) => values[path], label: () => null, currency: () => undefined };
}

const texts = [
  '# Loan {x}\n\nDear {y}, *the {x}* of **{y}**.',
  '- {x}\n- of {y}',
  '| a | b |\n|---|---|\n| {x} | {y} |',
  'Said:\n\n{x}\n\nand {y:list}',
];
const value = oneof(string(), constantFrom('', ' ', 'a\n- b', '1. a', '**a**', '# a', '$&', '\uE0000\uE001'));

test.each(texts)('%j says the same as if it were read anew each time it is filled', (text) => {
  assert(
    property(value, value, (x, y) => {
      const values = valuesOf({ x, y });
      expect(fillMarkdown(text, values)).toEqual(parseMarkdown(fillTemplate(text, values, escapeMarkdown)));
    }),
  );
});

test('a text is parsed once for all fillings, unless a value changes its structure', () => {
  const read: string[] = [];
  const fillText = markdownFiller<string>({
    read: (markdown) => {
      read.push(markdown);
      return markdown;
    },
    fill: (made, put) => put(made, (said) => `<${said}>`),
  });
  const fill = (x: unknown): string => fillText('Dear {x}, {x}', valuesOf({ x }));
  expect([fill('A'), fill('{x}'), fill('# B')]).toEqual([
    'Dear <A>, <A>',
    'Dear <{x}>, <{x}>',
    'Dear <# B>, <# B>',
  ]);
  expect(read).toHaveLength(1);
  expect([fill(null), fill('a\nb')]).toEqual(['Dear , ', 'Dear a  \nb, a  \nb']);
  expect(read).toHaveLength(3);
});
