import * as fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, test } from 'vitest';
import { isAmbiguous } from './is-ambiguous.ts';
import { linearPattern } from './linear-pattern.ts';

const atom = fc.constantFrom(
  'a',
  'b',
  '.',
  '[ab]',
  '[^a]',
  '[^]',
  '[]',
  '\\d',
  '\\s',
  '\\W',
  '\\p{L}',
  '\\b',
  '\\B',
  '^',
  '$',
  'é',
  '😀',
  '\\u2028',
  '\\/',
);
const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4 },
    atom,
    fc.tuple(tie('pattern'), tie('pattern')).map((parts) => parts.join('')),
    fc.tuple(tie('pattern'), tie('pattern')).map((parts) => `(${parts.join('|')})`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{0,2}?', '*?', '{0}', '{2,}'))
      .map(([part, count]) => `(?:${part})${count}`),
  ),
}));
const ahead = fc.tuple(fc.constantFrom('=', '!'), pattern).map(([sign, part]) => `(?${sign}${part})`);
const whole = fc.oneof(
  pattern,
  fc.tuple(fc.array(ahead, { maxLength: 2 }), pattern).map(([first, rest]) => `^${first.join('')}${rest}`),
);
const text = fc.string({
  unit: fc.constantFrom('a', 'b', '1', ' ', '\n', '\r', '\u2028', '\u00a0', '-', 'é', '😀', '\ud83d'),
  maxLength: 8,
});

test('a translated pattern finds a match in the same texts', () => {
  fc.assert(
    fc.property(whole, fc.array(text, { maxLength: 5 }), (source, found) => {
      // V8 finds a `\B` between the two halves of 😀, inside one character.
      const texts = source.includes(String.raw`\B`)
        ? found.filter((one) => !/[\u{10000}-\u{10FFFF}]/u.test(one))
        : found;
      const linear = linearPattern(source);
      if (linear.is !== 'linear') throw new Error(linear.word);
      const native = new RegExp(source, 'u');
      const parts = linear.all.map((part) => ({ ...part, compiled: RE2JS.compile(part.source) }));
      const holds = (one: string) =>
        parts.every(({ compiled, isNegated }) => compiled.test(one) !== isNegated);
      expect(texts.map(holds)).toEqual(texts.map((one) => native.test(one)));
    }),
    { numRuns: 500 },
  );
});

test.each([
  '^((a+)+|S.*)$',
  '^(a|a)*$',
  '(a*)*',
  '^(a|aa)+$',
  '(a{2,3})*',
  '^(a?b?)*c$',
  '^(a{1,50}){1,50}$',
  '^(a{1,20}){1,20}$',
  '^((ab)|(a)(b))*$',
  '^([A-Za-z ]{1,20}){25}$',
  '^([a-z]{2,9}){20}$',
  '^([A-Z]{0,9}-?){9}$',
  '^(?:a|a){30}b$',
  '^(?:(?:[^]{0,8}){8}){8}x$',
  '^(a?){30}a{30}$',
  '^(ab|ab){30}$',
  '^(a|a){8}(a|a){8}(a|a){8}(a|a){8}b$',
  '^(?=(a|a){30}b)x',
  '^(?!(?:a|a){30}b)x',
  '^(?=(?!(a|aa){40}b)x)x',
  '^(?=(a?){30}a{30}b)x',
  '^(?=(a+)+b)x',
  `^${'a?'.repeat(30)}${'a'.repeat(30)}$`,
  '^[a-z]{1,61}[a-z0-9]{1,61}[a-z-]{1,61}[a-z.]{1,61}[a-z_]{1,61}$',
])('%s is ambiguous', (source) => expect(isAmbiguous(source)).toBe(true));

test.each([
  '^([^,]*,){20}P',
  '(\\d{3}-?)*',
  '^a+( a+)*$',
  '[a-z]+-[0-9]+$',
  '^(a|b)*$',
  '^(\\d{1,3}\\.){3}\\d{1,3}$',
  "^[A-Za-z' -]{1,60}(, [A-Za-z]{1,40}){0,30}$",
  '^([A-Z]{1,3} ?){1,6}$',
  '^[A-Z]{2}(-[0-9]{1,6}){4,12}$',
  '^.{1,200}$',
  '^(?=.*[A-Z])(?=.*[0-9]).{8,200}$',
  '^(?!0+$)\\d{1,20}$',
  '^(?=(a|b){30}c)x',
  '^[a-z]{1,100}@[a-z.]{1,100}$',
])('%s is not ambiguous', (source) => expect(isAmbiguous(source)).toBe(false));
