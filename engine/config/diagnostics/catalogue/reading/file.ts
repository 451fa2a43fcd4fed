/** Diagnostics of files and folders. */
import { phrase } from '../../phrase.ts';

export const filePhrases = {
  'file/no-folder': phrase<{ reason: string }>({
    severity: 'error',
    summary: 'The configuration folder does not exist or cannot be read.',
    message: ({ reason }) => `The configuration folder cannot be read: ${reason}.`,
    remedy: () => 'Name the folder that holds portal.yaml, or set CONFIG_DIR.',
  }),
  'file/unknown-place': phrase<{ name: string; suggestion: string }>({
    severity: 'error',
    summary: 'A YAML file or a folder is in a place where the configuration has none.',
    message: ({ name }) => `"${name}" is not part of a configuration.`,
    remedy: ({ suggestion }) => suggestion,
  }),
  'file/wrong-place': phrase<{ kind: string; place: string }>({
    severity: 'error',
    summary: 'A file has the keys of another kind of file than the others in its folder.',
    message: ({ kind }) => `The keys of this file are those of a file of another kind: ${kind}.`,
    remedy: ({ place }) =>
      `Move the file: these keys belong to ${place}. To keep it here, write the keys that this folder takes.`,
  }),
  'file/ignored': phrase<{ name: string }>({
    severity: 'warning',
    summary: 'The configuration contains a file that is not YAML.',
    message: ({ name }) => `"${name}" is not a YAML file, so it is not read.`,
    remedy: () => 'Move it out of the configuration. Write notes as comments or in README.md.',
  }),
  'file/bad-name': phrase<{ name: string }>({
    severity: 'error',
    summary: 'A file name cannot be used as an id and a path segment.',
    message: ({ name }) =>
      `The name of this file is used as an id and a path segment, but "${name}" is not a valid one.`,
    remedy: () =>
      'Rename it with lower-case letters, digits and single hyphens only, such as "small-boat.yaml".',
  }),
  'file/too-large': phrase<{ size: number; limit: number }>({
    severity: 'error',
    summary: 'A file is larger than a configuration file may be.',
    message: ({ size, limit }) => `The file has ${size} bytes, but at most ${limit} are allowed.`,
    remedy: () => 'Split it into several files.',
  }),
  'file/too-many': phrase<{ limit: number }>({
    severity: 'error',
    summary: 'The configuration has too many files and folders.',
    message: ({ limit }) => `The configuration has more than ${limit} files and folders, so it was not read.`,
    remedy: () =>
      'Check that this is the right folder, and remove what does not belong to the configuration.',
  }),
  'file/unreadable': phrase<{ reason: string }>({
    severity: 'error',
    summary: 'A file exists but cannot be read.',
    message: ({ reason }) => `The file cannot be read: ${reason}.`,
    remedy: () => 'Give the account that runs this command the right to read it.',
  }),
  'file/outside': phrase<{ name: string }>({
    severity: 'error',
    summary: 'A symbolic link points outside the configuration.',
    message: ({ name }) => `The link "${name}" points outside the configuration, so it is not followed.`,
    remedy: () => 'Replace the link with a copy of the file.',
  }),
  'file/internal': phrase<{ reason: string }>({
    severity: 'error',
    summary: 'The engine failed on this file because of an error of its own.',
    message: ({ reason }) => `The engine failed on this file: ${reason}.`,
    remedy: () => 'Report this error with the file. Until it is fixed, undo the last change to the file.',
  }),
};
