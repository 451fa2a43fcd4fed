/** Checks that the engine knows no municipality: it must not contain words of the configuration. */
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { lineOf, readSources } from './sources.ts';

/** Keys and aliases of the departments, names of requirement kinds, and terms of the specification. */
const municipalWords = [
  'barangay',
  'barangays',
  'police',
  'bplo',
  'peso',
  'obo',
  'bfp',
  'bic',
  'mho',
  'menro',
  'swmo',
  'pmto',
  'ptfrb',
  'mto',
  'mayor',
  'mayors',
  'establishment',
  'establishments',
  'freelancer',
  'freelancers',
  'pnp',
  'rsi',
  'municipal',
  'municipality',
  'tourism',
  'treasurer',
  'sanitary',
  'tricycle',
  'motorbanca',
  'purok',
  'puroks',
  'malay',
  'boracay',
  'aklan',
  'occupancy',
  'immigration',
  'transportation',
  'swimming',
  'health-card',
  'negative-list',
  'affidavit',
  'fsic',
  'cedula',
  'philippine',
  'citizen',
  'citizens',
  'executive',
];

const files = readSources(
  'engine/**/*.{ts,tsx,css,sql,html}',
  'src/**/*.{ts,tsx,css,html}',
  '.storybook/**/*.{ts,tsx,css,html}',
);

test('the engine, the entry points and the stories contain no municipal word', () => {
  const pattern = new RegExp(`(?<![\\w-])(?:${municipalWords.join('|')})(?![\\w-])`, 'gi');
  const found = files.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map((match) => `${path}:${lineOf(text, match.index)} ${match[0]}`),
  );
  expect(found).toEqual([]);
});

test('no department key and no requirement kind of the configuration stands quoted in the engine', () => {
  const names = readSources('config/departments/*.yaml', 'config/requirements/*/*.yaml')
    .map(({ path }) => basename(path, '.yaml'))
    // The engine's own words: a file that declares a set, and the administrator role.
    .filter((name) => !['set', 'serial', 'admin', 'water', 'applicant'].includes(name));
  const pattern = new RegExp(`['"\`](?:${names.join('|')})['"\`]`, 'g');
  const found = files.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map((match) => `${path}:${lineOf(text, match.index)} ${match[0]}`),
  );
  expect(names.length).toBeGreaterThan(15);
  expect(found).toEqual([]);
});
