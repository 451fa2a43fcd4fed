/** Diagnostics of configurations that extend another. */
import { suggest } from '../../nearest.ts';
import { error } from '../../phrase.ts';

const words = '`layer: replace`, `layer: remove` or `layer: add`';

export const layerPhrases = {
  'layer/not-beside': error<{ written: string }>(
    '`extends` names something else than a folder beside the configuration.',
    ({ written }) =>
      written === ''
        ? '`extends` names no folder on its line.'
        : `\`extends\` names "${written}", which is not a folder beside this one.`,
    () =>
      'Write two dots, a slash and the name of a folder beside this one, in small letters, on the same line: `extends: ../province`.',
  ),
  'layer/no-base': error<{ base: string; reason: string }>(
    'The folder that `extends` names does not exist or is no configuration.',
    ({ base, reason }) => `This configuration extends "${base}", which cannot be read: ${reason}.`,
    () => 'Correct the name, or put the folder of the base, with its portal.yaml, beside this one.',
  ),
  'layer/cycle': error<{ base: string }>(
    'A configuration extends itself, or a base that extends it.',
    ({ base }) => `This line leads back to "${base}", so no layer is the lowest.`,
    () => 'Remove `extends` from the configuration that all others extend.',
  ),
  'layer/not-understood': error<Record<never, never>>(
    '`layer` has a value that means nothing.',
    () => '`layer` does not say what this file does to the file of the base.',
    () =>
      `Write ${words}. To change single things, list their names: \`layer: { replace: { rows: [north] }, remove: { rows: [south] } }\`.`,
  ),
  'layer/no-word': error<{ place: string }>(
    'A configuration and its base have a file of the same name, and the nearer one does not say what it does to the other.',
    ({ place }) => `${place} of the base has the same name, and this file does not say what becomes of it.`,
    () =>
      `Write ${words} in the first line: instead of the whole file, without it, or with the named things of this file besides.`,
  ),
  'layer/nothing-below': error<{ name: string; hasBase: boolean }>(
    'A file says what becomes of the file of the base, but the base has none of this name.',
    ({ name, hasBase }) =>
      hasBase
        ? `The base has no file "${name}", so \`layer\` means nothing here.`
        : 'This configuration extends no other, so `layer` means nothing here.',
    ({ hasBase }) =>
      hasBase
        ? 'Remove the key `layer`, or give the file the name of the one in the base.'
        : 'Remove the key `layer`, or write `extends: ../base` in portal.yaml.',
  ),
  'layer/more-than-removed': error<{ key: string }>(
    'A file that leaves out the file of the base says more.',
    ({ key }) => `\`layer: remove\` leaves the whole file out, so "${key}" means nothing here.`,
    () => 'Remove the other keys, or write `layer: replace`.',
  ),
  'layer/unknown-part': error<{ part: string; parts: readonly string[] }>(
    'A file replaces or removes names in a part that has no names.',
    ({ part }) => `A file of this kind has no names in "${part}".`,
    ({ part, parts }) =>
      parts.length === 0
        ? 'It has no names at all. Write `layer: replace` and the whole file.'
        : suggest(part, parts, 'Parts with names'),
  ),
  'layer/unknown-name': error<{ name: string; part: string; choices: readonly string[]; file: string }>(
    'A file replaces or removes a name that the base does not have.',
    ({ name, part, file }) => `${file} of the base has no "${name}" in \`${part}\`.`,
    ({ name, choices }) => suggest(name, choices, 'Its names'),
  ),
  'layer/listed-twice': error<{ name: string; part: string }>(
    'A file lists a name twice under `replace` and `remove`.',
    ({ name, part }) => `"${name}" is listed twice for \`${part}\`.`,
    () => 'Keep one of the two: `replace` if this file has it, or `remove` if it has not.',
  ),
  'layer/not-replaced': error<{ name: string; part: string }>(
    'A file says that it replaces a name, but does not have it.',
    ({ name, part }) => `This file replaces "${name}", but has no "${name}" in \`${part}\`.`,
    ({ name, part }) =>
      `Write "${name}" in \`${part}\`, or list it under \`remove\` if the base has it and you do not.`,
  ),
  'layer/taken': error<{ name: string; part: string; place: string }>(
    'A file adds a name that the base has already.',
    ({ name, place }) => `The base has "${name}" already (${place}).`,
    ({ name, part }) =>
      `To replace it, write \`layer: { replace: { ${part}: [${name}] } }\`. To keep both, give this one another name.`,
  ),
  'layer/still-used': error<{ name: string; places: string; message: string }>(
    'A layer removes something that is still used.',
    ({ name, places, message }) => `"${name}" is removed here, but used in ${places}: ${message}`,
    () => 'Remove or replace what uses it too, or keep it.',
  ),
};
