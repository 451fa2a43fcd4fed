/** Diagnostics of places that records take, of many who are invited, and of codes that people scan. */
import { type NameDetails, phrase } from '../phrase.ts';

export const capacityPhrases = {
  'workflow/nobody-scans': phrase<{ type: string }>({
    severity: 'error',
    summary: 'A step is taken by scanning a code, but nobody could scan it.',
    message: ({ type }) =>
      `\`scan\` needs a step with \`by\`, and a "${type}" with an \`office\` whose people scan the code.`,
    remedy: () => 'Add what is missing, or remove `scan`.',
  }),
  'effect/pick-in-vain': phrase<{ name: string }>({
    severity: 'error',
    summary: 'A step chooses the owners of a list, but nothing is created for them.',
    message: ({ name }) => `The transition "${name}" chooses owners, and no effect uses them.`,
    remedy: () => 'Add `{ create: TYPE, forEach: { input: pick } }` under `then`, or remove `pick`.',
  }),
  'condition/no-capacity': phrase<{ type: string }>({
    severity: 'error',
    summary: 'A condition asks for a free place, but no record above has places.',
    message: ({ type }) =>
      `\`place\` has no meaning for a "${type}": no record above it has \`capacity\` for its type.`,
    remedy: ({ type }) => `Add \`capacity: { of: ${type}, places, state }\` to the record type above it.`,
  }),
  'capacity/initial': phrase<{ name: string; type: string }>({
    severity: 'error',
    summary: 'Records would have a place as soon as they exist.',
    message: ({ name, type }) =>
      `A "${type}" begins in the state "${name}", so its place would be taken without a step that can be refused.`,
    remedy: () => 'Leave out the initial state, and let a transition lead to the state that takes the place.',
  }),
  'capacity/name-taken': phrase<NameDetails>({
    severity: 'error',
    summary: 'A derived value has a name that `capacity` uses.',
    message: ({ name }) => `"${name}" is a derived value that \`capacity\` adds.`,
    remedy: () => 'Give your derived value another name.',
  }),
};
