/** Diagnostics of computed answers: figures that have no value, or do not fit their question. */
import { phrase } from '../phrase.ts';

export const figurePhrases = {
  'form/odd-units': phrase<{ problem: string }>({
    severity: 'error',
    summary:
      'A computed answer combines units that do not go together, or has another unit than its question.',
    message: ({ problem }) => problem,
    remedy: () =>
      "Add and compare what has one unit. Multiply an amount or days by a number, an amount by days. A part of something is `{ rate: vat, of: price }`, and a percentage has `ui:unit: '%'`.",
  }),
  'form/unrounded': phrase<{ name: string; decimals: number }>({
    severity: 'error',
    summary: 'A computed answer may have more decimals than its question holds.',
    message: ({ name, decimals }) =>
      decimals === 0
        ? `"${name}" is a whole number, but its figure may have decimals.`
        : `"${name}" has at most ${decimals} decimals, but its figure may have more.`,
    remedy: ({ decimals }) =>
      `Say how it is rounded: \`round: { to: ${decimals === 0 ? '1' : '0.01'}, mode: half up }\` beside the operation. Other modes are \`up\`, \`down\` and \`half even\`.`,
  }),
  'form/empty-figure': phrase<{ problem: string }>({
    severity: 'error',
    summary: 'A computed answer never has a value.',
    message: ({ problem }) => problem,
    remedy: () => 'Compute it from other questions of the form, or leave it out.',
  }),
  'form/unsure-part': phrase<{ name: string }>({
    severity: 'warning',
    summary: 'A computed answer has no value while one of its parts is not asked.',
    message: ({ name }) => `"${name}" is not always asked. While it is not, there is no figure.`,
    remedy: ({ name }) =>
      `Give the computed question the same \`when\`, compute it by \`cases\`, or count nothing instead: \`{ sum: [${name}, 0] }\`.`,
  }),
  'form/figure-outside': phrase<{ name: string; is: string; limit: string }>({
    severity: 'error',
    summary: 'A computed answer is always outside the limits of its question.',
    message: ({ name, is, limit }) => `"${name}" is ${is} by its parts, but must be ${limit}.`,
    remedy: () => 'Change the limits of the question, or those of its parts.',
  }),
  'form/below-zero': phrase<{ name: string }>({
    severity: 'warning',
    summary: 'A computed amount may be below zero, and no amount has a sign.',
    message: ({ name }) => `"${name}" may be below zero, which is not an amount.`,
    remedy: () =>
      'Give the parts a `minimum`, or let the figure end at zero: `{ max: [{ difference: [price, discount] }, 0] }`.',
  }),
  'form/restless-case': phrase<Record<never, never>>({
    severity: 'error',
    summary: 'A case of a computed answer reads more than the answers of the form.',
    message: () => 'The figure could change while no answer does.',
    remedy: () =>
      'Test answers of the form in `when`. Where the day or another record decides, ask or show that first.',
  }),
};
