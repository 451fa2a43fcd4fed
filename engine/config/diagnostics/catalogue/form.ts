/** Diagnostics of forms: questions that nobody could answer, and words that do not fit where they stand. */
import type { UnknownName } from './reference.ts';
import { countOfNoun, nounForm } from '../../../portal/text/noun-count.ts';
import { suggest } from '../nearest.ts';
import { phrase } from '../phrase.ts';

export const formPhrases = {
  'form/unknown-required': phrase<UnknownName>({
    severity: 'error',
    summary: 'A form requires an answer to a question that it does not ask.',
    message: ({ name }) => `"${name}" is required, but there is no such question here.`,
    remedy: ({ name, choices }) => suggest(name, choices, 'Questions here'),
  }),
  'form/unknown-property': phrase<UnknownName>({
    severity: 'error',
    summary: 'A step or a sum names a question that the form does not ask.',
    message: ({ name }) => `The form has no question "${name}".`,
    remedy: ({ name, choices }) => suggest(name, choices, 'Questions of the form'),
  }),
  'form/unknown-fragment': phrase<UnknownName>({
    severity: 'error',
    summary: '`$ref` names neither a file of forms/ nor a place in the same file.',
    message: ({ name }) => `"${name}" is neither a form nor a place in this file.`,
    remedy: ({ name, choices }) => suggest(name, choices, 'Forms'),
  }),
  'form/unknown-day': phrase<UnknownName>({
    severity: 'error',
    summary: 'A date is bounded by a day that is not known.',
    message: ({ name }) => `"${name}" is neither a day nor a question for a date at this level.`,
    remedy: ({ name, choices }) => suggest(name, choices, 'Days and dates'),
  }),
  'form/any-day': phrase<{ asker: string; fields: readonly string[] }>({
    severity: 'warning',
    summary: 'A question for a date does not say both its first and its last day.',
    message: ({ asker, fields }) =>
      `${asker} says no first day, or no last one, for ${fields.map((one) => `"${one}"`).join(', ')}.`,
    remedy: () =>
      'Write `notBefore` and `notAfter` beside `format: date`: `today`, `created`, `filed`, another date, `{ today: 90 days }`, or `any` where every day makes sense. For a date in a branch (`oneOf`, `then`), write them at the question.',
  }),
  'form/bound-not-here': phrase<{ word: string }>({
    severity: 'error',
    summary: '`notBefore` or `notAfter` stands where nobody reads it.',
    message: ({ word }) =>
      `\`${word}\` belongs to a question or to the rows of a list, and this is a branch of a schema.`,
    remedy: () =>
      'Write it at the question around `oneOf` or `anyOf`; make a question of `then` one of its own with `when`.',
  }),
  'form/never-filed': phrase<{ type: string; fields: readonly string[] }>({
    severity: 'error',
    summary: 'A date is bounded by the day of filing, in a record that nobody files.',
    message: ({ type, fields }) =>
      `Nobody files a record of the type "${type}", so it has no such day for ${fields.map((one) => `"${one}"`).join(', ')}.`,
    remedy: () =>
      'Write `created`, or let the workflow begin in a state with `waitsFor: owner` that a person leads out of.',
  }),
  'form/circular-fragment': phrase<{ name: string }>({
    severity: 'error',
    summary: 'A fragment contains itself.',
    message: ({ name }) => `"${name}" leads back to itself, so the form would never end.`,
    remedy: () => 'Write the innermost part out, or leave it away.',
  }),
  'form/unknown-lookup': phrase<UnknownName>({
    severity: 'error',
    summary: 'A question takes its answers from a lookup that does not exist.',
    message: ({ name }) => `The lookup "${name}" does not exist.`,
    remedy: ({ name, choices }) => suggest(name, choices, 'Lookups'),
  }),
  'form/when-not-here': phrase<Record<never, never>>({
    severity: 'error',
    summary: '`when` stands where it decides nothing.',
    message: () => '`when` belongs to a question, and this is none.',
    remedy: () => 'Write it on a property under `properties`, or use `if`, `then` and `else`.',
  }),
  'form/circular-when': phrase<{ circle: readonly string[] }>({
    severity: 'error',
    summary: 'Questions are asked only after one another, so that none of them is ever asked.',
    message: ({ circle }) => `Each of these is asked only after the next is answered: ${circle.join(' → ')}.`,
    remedy: () => 'Let the `when` of one of them read another question.',
  }),
  'form/names-differ': phrase<{ names: number; values: number }>({
    severity: 'error',
    summary: 'A list of choices has another number of names than of values.',
    message: ({ names, values }) =>
      `There ${nounForm(values, 'is', 'are')} ${countOfNoun(values, 'choice', 'choices')} and ${countOfNoun(names, 'name', 'names')} for ${nounForm(values, 'it', 'them')}.`,
    remedy: () => 'Write one name for each choice, in the same order.',
  }),
  'form/bad-schema': phrase<{ problem: string }>({
    severity: 'error',
    summary: 'A question is not sound JSON Schema.',
    message: ({ problem }) => `This cannot be validated: ${problem}.`,
    remedy: () => 'Correct the question; its words are those of JSON Schema 2020-12.',
  }),
  'form/pattern-backtracks': phrase<{ pattern: string }>({
    severity: 'error',
    summary: 'A pattern can take hours to refuse a short text.',
    message: ({ pattern }) =>
      `The time that "${pattern}" takes can double with each character of the text, or with each repetition.`,
    remedy: () =>
      'Write it so that each text can match in one way only: no `+`, `*` or `{…}` around a group that ends with one, and no alternatives that match the same text.',
  }),
  'form/pattern-not-linear': phrase<{ pattern: string; word: string }>({
    severity: 'error',
    summary: 'A pattern uses what the server cannot try in linear time.',
    message: ({ pattern, word }) => `The server cannot try "${word}" of "${pattern}" in linear time.`,
    remedy: () =>
      'Write it without lookahead (except right after a `^` that begins the pattern), lookbehind, backreferences and modifiers, and with at most 1,000 repetitions (nested ones multiplied). Limit the length with `minLength` and `maxLength`, and join two patterns with `allOf`.',
  }),
  'form/pattern-slow': phrase<{ pattern: string; size: number; limit: number; most: number }>({
    severity: 'error',
    summary: 'A pattern is too large for the longest text that the question allows.',
    message: ({ pattern, size, limit }) =>
      `"${pattern}" reads ${size} characters when its repetitions are written out, and a text may have ${limit}.`,
    remedy: ({ most }) => `Add \`maxLength: ${most}\` or less, or repeat less in the pattern.`,
  }),
  'form/not-in-a-step': phrase<{ name: string; step: string }>({
    severity: 'warning',
    summary: 'A question stands in no step, so it is asked in the last one.',
    message: ({ name, step }) => `"${name}" stands in no step and is asked in "${step}".`,
    remedy: () => 'Name it in the `properties` of a step.',
  }),
  'form/asked-again': phrase<{ name: string; path: string }>({
    severity: 'warning',
    summary: 'A form asks what a record above has been asked already.',
    message: ({ name, path }) => `"${name}" has been asked already: it is ${path}.`,
    remedy: ({ name, path }) =>
      `Show it with \`from: { field: ${path} }\`; if something else is meant, give the question a name and a title of its own instead of "${name}".`,
  }),
  'form/shows-step': phrase<{ path: string; type: string; step: string; answer: string }>({
    severity: 'error',
    summary: '`from` names an answer of a step.',
    message: ({ path, step }) =>
      `"${path}" is an answer of the step "${step}"; \`from\` shows only questions of a form and derived values.`,
    remedy: ({ type, step, answer }) =>
      `Derive it in records/${type}.yaml: \`${step}-${answer}: { cases: [{ when: { field: ${step}.${answer}, exists: true }, value: { field: ${step}.${answer} } }], else: null }\`, and write \`from: { field: ${type}.${step}-${answer} }\`.`,
  }),
  'form/in-two-steps': phrase<{ name: string }>({
    severity: 'error',
    summary: 'A question stands in two steps.',
    message: ({ name }) => `"${name}" stands in another step already.`,
    remedy: () => 'Name it in one step only.',
  }),
};
