/** Diagnostics of forms: questions that nobody can answer, and keys in the wrong place. */
import type { UnknownName } from './reference.ts';
import { countOfNoun, nounForm } from '../../../portal/text/noun-count.ts';
import { suggest } from '../nearest.ts';
import { phrase } from '../phrase.ts';
import { quoted } from './check.ts';

export const formPhrases = {
  'form/unknown-required': phrase<UnknownName>({
    severity: 'error',
    summary: 'A form requires an answer to a question that it does not have.',
    message: ({ name }) => `"${name}" is required, but is not a question here.`,
    remedy: ({ name, choices }) => suggest(name, choices, 'Questions here'),
  }),
  'form/unknown-property': phrase<UnknownName>({
    severity: 'error',
    summary: 'A step or a figure names a question that the form does not have.',
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
    summary: 'The first or last day of a date question is unknown.',
    message: ({ name }) => `"${name}" is neither a day nor a date question at this level.`,
    remedy: ({ name, choices }) => suggest(name, choices, 'Days and dates'),
  }),
  'form/any-day': phrase<{ asker: string; fields: readonly string[] }>({
    severity: 'warning',
    summary: 'A date question does not limit both its first and its last day.',
    message: ({ asker, fields }) => `${asker} sets no first day or no last day for ${quoted(fields)}.`,
    remedy: () =>
      'Write `notBefore` and `notAfter` beside `format: date`: `today`, `created`, `filed`, another date, `{ today: 90 days }`, or `any` if every day makes sense. For a date in a branch (`oneOf`, `then`), write them on the question.',
  }),
  'form/bound-not-here': phrase<{ word: string }>({
    severity: 'error',
    summary: '`notBefore` or `notAfter` has no effect here.',
    message: ({ word }) =>
      `\`${word}\` belongs to a question or to the rows of a list, but this is a branch of a schema.`,
    remedy: () =>
      'Write it on the question around `oneOf` or `anyOf`. Turn a question in `then` into a separate question with `when`.',
  }),
  'form/backward-days': phrase<{ name: string; word: string; other?: string }>({
    severity: 'error',
    summary: 'The limits of a date leave no day, or no span between two dates.',
    message: ({ name, word, other }) =>
      other === undefined
        ? `No day fits "${name}": its last day is before its first.`
        : `"${name}" and "${other}" both have the other as \`${word}\`, so only the same day fits both.`,
    remedy: ({ other }) =>
      other === undefined
        ? 'Swap `notBefore` and `notAfter`, or correct one of them.'
        : 'Write `notBefore` on the later date only.',
  }),
  'form/backward-span': phrase<{ unit: string; from: string; to: string }>({
    severity: 'error',
    summary: 'A computed span ends before it begins.',
    message: ({ unit, from, to }) =>
      `The limits of the dates never let "${to}" be after "${from}", so these \`${unit}\` are never above zero.`,
    remedy: ({ from, to }) =>
      `Write \`{ from: ${to}, to: ${from} }\`, or correct \`notBefore\` and \`notAfter\` of the two dates.`,
  }),
  'form/never-filed': phrase<{ type: string; fields: readonly string[] }>({
    severity: 'error',
    summary: 'A date is limited by the day of filing, but nobody files the record.',
    message: ({ type, fields }) =>
      `Nobody files a "${type}", so it has no day of filing to limit ${quoted(fields)}.`,
    remedy: () =>
      'Write `created`, or start the workflow in a state with `waitsFor: owner` and a transition that a person takes.',
  }),
  'form/circular-fragment': phrase<{ name: string }>({
    severity: 'error',
    summary: 'A fragment contains itself.',
    message: ({ name }) => `"${name}" contains itself, so the form would never end.`,
    remedy: () => 'Write out the innermost part, or remove it.',
  }),
  'form/unknown-lookup': phrase<UnknownName>({
    severity: 'error',
    summary: 'A question takes its answers from a lookup that does not exist.',
    message: ({ name }) => `The lookup "${name}" does not exist.`,
    remedy: ({ name, choices }) => suggest(name, choices, 'Lookups'),
  }),
  'form/reference-not-here': phrase<Record<never, never>>({
    severity: 'error',
    summary: '`ref` has no effect here.',
    message: () =>
      '`ref` belongs to a question at the first level of a form, or in the rows of a list there, but this is neither.',
    remedy: () =>
      'Move the question out of the group to the first level of the form, or write it in the `properties` of the rows.',
  }),
  'form/reference-in-row': phrase<{ name: string; path: string }>({
    severity: 'error',
    summary: 'A question in a row depends on the record that another answer of the row names.',
    message: ({ name, path }) =>
      `"${name}" depends on "${path}" of the same row, but only the first level of a form reads the record that an answer names.`,
    remedy: ({ path }) =>
      `Offer only fitting records with \`where\`, or let a step wait for "${path}" of all rows with \`needs\`.`,
  }),
  'form/reference-with-choices': phrase<{ word: string }>({
    severity: 'error',
    summary: 'A question offers records, and has other answers too.',
    message: ({ word }) => `A question with \`ref\` is answered with a record, so \`${word}\` has no effect.`,
    remedy: ({ word }) => (word === 'type' ? 'Write `type: string`.' : `Remove \`${word}\`, or \`ref\`.`),
  }),
  'form/nothing-offered': phrase<{ name: string; type: string; who: readonly string[] }>({
    severity: 'error',
    summary: 'Nobody of a department that answers a question is ever offered a record.',
    message: ({ name, type, who }) =>
      `"${name}" never offers a "${type}" to ${quoted(who)}: they may read none in a state that \`where\` allows.`,
    remedy: ({ type }) =>
      `Let them read such records (\`access.read\` of "${type}"), correct \`where\`, or remove them from \`create\` of the record.`,
  }),
  'form/reference-differs': phrase<{
    readonly name: string;
    readonly record: string;
    readonly refs: readonly (string | null)[];
  }>({
    severity: 'error',
    summary: 'Two forms of a record type name records of different types in one question.',
    message: ({ name, record, refs }) => {
      const [one, other] = refs.map((ref) => (ref === null ? 'no record' : `a "${ref}"`));
      return `"${name}" of a "${record}" names ${one} in one form and ${other} in another.`;
    },
    remedy: () => 'Give one of the two questions another name: lists and texts read both as one.',
  }),
  'form/reference-to-account': phrase<{ type: string }>({
    severity: 'error',
    summary: 'A question offers accounts as records.',
    message: ({ type }) => `A "${type}" is an account, and an answer cannot name an account.`,
    remedy: () => 'Offer records of another type, or let a step choose people with `pick`.',
  }),
  'form/when-not-here': phrase<Record<never, never>>({
    severity: 'error',
    summary: '`when` has no effect here.',
    message: () => '`when` belongs to a question, but this is not one.',
    remedy: () => 'Write it on a property under `properties`, or use `if`, `then` and `else`.',
  }),
  'form/circular-when': phrase<{ circle: readonly string[] }>({
    severity: 'error',
    summary: 'Questions depend on each other in a cycle, so none of them is ever asked.',
    message: ({ circle }) => `Each of these questions depends on the next: ${circle.join(' → ')}.`,
    remedy: () => 'Change the `when` of one of them to read another question.',
  }),
  'form/names-differ': phrase<{ names: number; values: number }>({
    severity: 'error',
    summary: 'A question has more or fewer names than choices.',
    message: ({ names, values }) =>
      `There ${nounForm(values, 'is', 'are')} ${countOfNoun(values, 'choice', 'choices')} and ${countOfNoun(names, 'name', 'names')} for ${nounForm(values, 'it', 'them')}.`,
    remedy: () => 'Write one name for each choice, in the same order.',
  }),
  'form/same-label': phrase<{ name: string; values: readonly string[] }>({
    severity: 'warning',
    summary: 'Two choices of a question have the same name.',
    message: ({ name, values }) =>
      `Whoever answers cannot tell ${quoted(values)} apart: both have the name "${name}".`,
    remedy: () => 'Correct one of the names, or remove one of the choices.',
  }),
  'form/bad-schema': phrase<{ problem: string }>({
    severity: 'error',
    summary: 'A question is not valid JSON Schema.',
    message: ({ problem }) => `This is not valid JSON Schema: ${problem}.`,
    remedy: () => 'Correct the question. Its keys are those of JSON Schema 2020-12.',
  }),
  'form/pattern-backtracks': phrase<{ pattern: string }>({
    severity: 'error',
    summary: 'A pattern can take hours to reject a short text.',
    message: ({ pattern }) =>
      `The time that "${pattern}" takes can double with each character of the text, or with each repetition.`,
    remedy: () =>
      'Write it so that each text can match in one way only: no `+`, `*` or `{…}` around a group that ends with one, and no alternatives that match the same text.',
  }),
  'form/pattern-not-linear': phrase<{ pattern: string; word: string }>({
    severity: 'error',
    summary: 'A pattern cannot be matched in linear time.',
    message: ({ pattern, word }) => `The server cannot match "${word}" in "${pattern}" in linear time.`,
    remedy: () =>
      'Write it without lookahead (except right after a `^` that begins the pattern), lookbehind, backreferences and modifiers, and with at most 1,000 repetitions (nested ones multiplied). Limit the length with `minLength` and `maxLength`, and join two patterns with `allOf`.',
  }),
  'form/pattern-slow': phrase<{ pattern: string; size: number; limit: number; most: number }>({
    severity: 'error',
    summary: 'A pattern is too large for the longest text that the question allows.',
    message: ({ pattern, size, limit }) =>
      `"${pattern}" has ${size} characters when its repetitions are written out, and a text may have ${limit}.`,
    remedy: ({ most }) => `Add \`maxLength: ${most}\` or less, or use fewer repetitions in the pattern.`,
  }),
  'form/not-in-a-step': phrase<{ name: string; step: string }>({
    severity: 'warning',
    summary: 'A question is in no step, so the last step asks it.',
    message: ({ name, step }) => `The question "${name}" is in no step, so the step "${step}" asks it.`,
    remedy: () => 'List it in the `properties` of a step.',
  }),
  'form/asked-again': phrase<{ name: string; path: string }>({
    severity: 'warning',
    summary: 'A form asks a question that a record above already answers.',
    message: ({ name, path }) => `"${name}" is already answered: it is ${path}.`,
    remedy: ({ name, path }) =>
      `Show it with \`from: { field: ${path} }\`; if the question means something else, give it another name than "${name}" and another title.`,
  }),
  'form/shows-step': phrase<{ path: string; type: string; step: string; answer: string }>({
    severity: 'error',
    summary: '`from` names an answer of a step.',
    message: ({ path, step }) =>
      `"${path}" is an answer of the step "${step}"; \`from\` can only show questions of a form and derived values.`,
    remedy: ({ type, step, answer }) =>
      `Derive it in records/${type}.yaml: \`${step}-${answer}: { cases: [{ when: { field: ${step}.${answer}, exists: true }, value: { field: ${step}.${answer} } }], else: null }\`, and write \`from: { field: ${type}.${step}-${answer} }\`.`,
  }),
  'form/unknown-format': phrase<UnknownName>({
    severity: 'error',
    summary: 'The format of a question does not exist.',
    message: ({ name }) => `The format "${name}" does not exist.`,
    remedy: ({ name, choices }) => suggest(name, choices, 'Formats'),
  }),
  'portal/odd-example': phrase<{ name: string; example: string }>({
    severity: 'error',
    summary: 'The example of a format does not fit the format.',
    message: ({ name, example }) =>
      `"${example}" does not fit the format "${name}" that it is an example of.`,
    remedy: () => 'Write an example as it is stored, with its hyphens and blanks.',
  }),
  'form/odd-default': phrase<{ word: string }>({
    severity: 'error',
    summary: 'A question has a day or a year as its default, but asks for something else.',
    message: ({ word }) =>
      word === 'today'
        ? '`default: { today: … }` is a day, but the question does not ask for a date.'
        : '`default: { yearOf: … }` is a year, but the question does not ask for a number.',
    remedy: ({ word }) =>
      word === 'today'
        ? 'Write it beside `format: date`. For a year, write `yearOf` beside `type: integer`.'
        : 'Write it beside `type: integer`. For a day, write `today` beside `format: date`.',
  }),
  'form/odd-sum': phrase<{ name: string; problem: string }>({
    severity: 'error',
    summary: 'A computed answer cannot be computed from these questions.',
    message: ({ name, problem }) => `"${name}" ${problem}.`,
    remedy: () =>
      'A figure is computed from numbers and amounts (`format: money`). Of the rows of a list it takes `sum`, `average`, `min`, `max` or `count`; `days`, `months` and `years` take dates.',
  }),
  'form/many-areas': phrase<{ name: string; limit: number }>({
    severity: 'error',
    summary: 'The district of an area is computed in each row of a list without a limit.',
    message: ({ name, limit }) =>
      `"${name}" is an area in each row of a list that may have more than ${limit} rows, and the district of each is computed.`,
    remedy: ({ limit }) => `Give the list \`maxItems\`, at most ${limit}.`,
  }),
  'form/odd-district': phrase<{ name: string; problem: string }>({
    severity: 'error',
    summary: 'A computed district has no place with the same districts.',
    message: ({ name, problem }) => `"${name}" ${problem}.`,
    remedy: () =>
      'Write `compute: { district: … }` with a question of the same level that has `format: location` and `districts`, and name the same lookup in both.',
  }),
  'form/odd-location': phrase<{ word: string; needs: string }>({
    severity: 'error',
    summary: 'A word of a place on the map has no effect here.',
    message: ({ word, needs }) => `\`${word}\` has no effect without \`${needs}\`.`,
    remedy: ({ word, needs }) => `Add \`${needs}\` to the question, or remove \`${word}\`.`,
  }),
  'form/location-with-answers': phrase<{ word: string }>({
    severity: 'error',
    summary: 'A question asks for a place, and has other answers too.',
    message: ({ word }) =>
      `A question with \`format: location\` is answered with a place, so \`${word}\` cannot be kept.`,
    remedy: ({ word }) =>
      word === 'type' ? 'Write `type: string`.' : `Remove \`${word}\`, or \`format: location\`.`,
  }),
  'form/default-elsewhere': phrase<{ is: string; isPlace: boolean }>({
    severity: 'error',
    summary: 'The default of a question for a place is none that it accepts.',
    message: ({ is, isPlace }) =>
      isPlace
        ? `The question does not accept its default "${is}".`
        : `The default "${is}" is not a place of this shape.`,
    remedy: () =>
      'Write it as it is stored, longitude first, such as `POINT (120.9842 14.5995)`, and inside the districts. Or remove it.',
  }),
  'form/circular-compute': phrase<{ circle: readonly string[] }>({
    severity: 'error',
    summary: 'A computed answer depends on itself.',
    message: ({ circle }) => `Each of these questions depends on the next: ${circle.join(' → ')}.`,
    remedy: () => 'Leave one of them out of the figure, or change the `when` that reads it.',
  }),
  'form/in-two-steps': phrase<{ name: string }>({
    severity: 'error',
    summary: 'A question is in two steps.',
    message: ({ name }) => `The question "${name}" is already in another step.`,
    remedy: () => 'List it in one step only.',
  }),
};
