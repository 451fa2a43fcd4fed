/** Phrases for what is wrong with files and folders as such. */
import { phrase } from '../phrase.ts';

export const filePhrases = {
  'file/no-folder': phrase<{ reason: string }>({
    severity: 'error',
    summary: 'The folder of the configuration does not exist or cannot be read.',
    message: ({ reason }) => `The configuration's folder cannot be read: ${reason}.`,
    remedy: () => 'Name the folder that holds portal.yaml, or set CONFIG_DIR.',
  }),
  'file/unknown-place': phrase<{ name: string; suggestion: string }>({
    severity: 'error',
    summary: 'A YAML file or a folder stands where the configuration has no such file.',
    message: ({ name }) => `"${name}" is not a file that a configuration consists of.`,
    remedy: ({ suggestion }) => suggestion,
  }),
  'file/ignored': phrase<{ name: string }>({
    severity: 'warning',
    summary: 'A file that is not YAML stands in the configuration.',
    message: ({ name }) => `"${name}" is not a YAML file and is not read.`,
    remedy: () => 'Move it out of the configuration; notes belong in comments or in README.md.',
  }),
  'file/bad-name': phrase<{ name: string }>({
    severity: 'error',
    summary: 'A file whose name serves as an id and a path segment has characters that an id cannot have.',
    message: ({ name }) => `The file's name is an id and a path segment, and "${name}" cannot be one.`,
    remedy: () => 'Rename it: lower-case letters, digits and single hyphens, such as "small-boat.yaml".',
  }),
  'file/too-large': phrase<{ size: number; limit: number }>({
    severity: 'error',
    summary: 'A file is larger than a configuration file may be.',
    message: ({ size, limit }) => `The file has ${size} bytes; ${limit} are allowed.`,
    remedy: () => 'Divide it into several files.',
  }),
  'file/too-many': phrase<{ limit: number }>({
    severity: 'error',
    summary: 'The configuration has more files and folders than can be read in reasonable time.',
    message: ({ limit }) => `The configuration has more than ${limit} files and folders, and was not read.`,
    remedy: () => 'Is this the right folder? Take out what does not belong to the configuration.',
  }),
  'file/unreadable': phrase<{ reason: string }>({
    severity: 'error',
    summary: 'A file exists but cannot be read.',
    message: ({ reason }) => `The file cannot be read: ${reason}.`,
    remedy: () => 'Give the account that runs this command the right to read it.',
  }),
  'file/outside': phrase<{ name: string }>({
    severity: 'error',
    summary: 'A symbolic link leads out of the configuration.',
    message: ({ name }) => `"${name}" is a link to something outside the configuration, and is not followed.`,
    remedy: () => 'Put a copy of the file in its place.',
  }),
  'file/internal': phrase<{ reason: string }>({
    severity: 'error',
    summary: 'The engine failed on this file; the fault is the engine’s.',
    message: ({ reason }) => `The engine could not work on this file: ${reason}.`,
    remedy: () => 'Please report this with the file; taking back the last change to it will help meanwhile.',
  }),
};
