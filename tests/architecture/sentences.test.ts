/** Messages for people are in the catalogue, and no code compares displayed texts. */
import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { comparedTexts, sentencesIn, textsTakenApart } from './sentences.ts';
import { root } from './sources.ts';

/** Written for administrators and developers: in English, like all of their tools. */
const notForReaders =
  /^engine\/(locales|command|cases|replay|symbols|plan|explain|simulation|contract|react\/sample|config\/(diagnostics|parse|validate|check)|server\/(portal-api\/openapi|database|process|sandbox))\//;

/** Files with messages for the log, or for the output of a start or a plan. */
const forOperators = [
  'engine/server/audit/find-stuck.ts',
  'engine/server/accounts/demonstration.ts',
  'engine/server/forms/validators.ts',
  'engine/server/http/logging.ts',
  'engine/server/http/connections.ts',
  'engine/server/kernel/explain-fault.ts',
  'engine/server/page/register-page.ts',
  'engine/server/portals/config-files.ts',
  'engine/server/portals/wished-versions.ts',
  'engine/server/records/succession/name-uses.ts',
  'engine/server/records/succession/run-migration.ts',
  'engine/server/records/succession/stranded.ts',
];

const sources = globSync(['engine/**/*.{ts,tsx}', 'src/*.tsx', '.storybook/*.{ts,tsx}'], { cwd: root })
  .map((path) => path.split(sep).join('/'))
  .filter((path) => !/\.test\.|\/testing/.test(path))
  .sort()
  .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }));

test('no sentence or label for people is outside the catalogue', () => {
  const found = sources
    .filter(({ path }) => !path.startsWith('.storybook/') && !notForReaders.test(path))
    .flatMap(({ path, source }) => sentencesIn(path, source).map((one) => ({ path, one })));
  expect(found.filter(({ path }) => !forOperators.includes(path)).map(({ one }) => one)).toEqual([]);
  expect(forOperators.filter((path) => found.every((one) => one.path !== path))).toEqual([]);
});

/** Two texts that would otherwise repeat on one page or in one sentence. */
const mayCompare = [
  // A title that is a question itself is not repeated in the message.
  'engine/portal/forms/form-words.ts',
  'engine/react/records/answers/record-facts.tsx',
  'engine/react/records/table/record-cards.tsx',
  'engine/react/records/timeline/timeline.tsx',
];

test('nothing is decided by a text that people see', () => {
  // The compiler compares the text of files.
  const found = sources
    .filter(({ path }) => !/^engine\/(?:config|symbols)\//.test(path))
    .flatMap(({ path, source }) => comparedTexts(path, source).map((one) => ({ path, one })));
  expect(found.filter(({ path }) => !mayCompare.includes(path)).map(({ one }) => one)).toEqual([]);
  expect(mayCompare.filter((path) => found.every((one) => one.path !== path))).toEqual([]);
});

/** The name of a state or step without a title is its title, as the documentation of the keys says. */
const namedByKey = 'engine/config/link/input/title-from-key.ts';

test('no displayed text is taken apart, made of a key, or joined without the language of its reader', () => {
  const found = sources
    .filter(({ path }) =>
      /^engine\/(portal|react|server\/(documents|notices)|config\/link\/(forms|input))\//.test(path),
    )
    .flatMap(({ path, source }) => textsTakenApart(path, source).map((one) => ({ path, one })));
  expect(found.filter(({ path }) => path !== namedByKey).map(({ one }) => one)).toEqual([]);
  expect(found.map(({ path }) => path)).toContain(namedByKey);
});

/** Sources that break the rules, each next to a correct one. */
const broken = `
  export const refuse = (name: string) => \`The form "\${name}" is closed.\`;
  export const column = { title: given ?? 'Number', key: 'Number', type: 'number' };
  export const page = <p>{isOpen ? 'Open until noon' : null}</p>;
  throw new Error('The engine has a fault.');
  type Kind = 'Not a value';
  if (record.title === title || title.startsWith('Fire')) go();
  if (title === null || record.text !== '' || typeof label === 'string') stay();
  list.push(title.replace(/[.?!]$/, ''), day.format(now).replace(',', ''), path.replace('{slug}', slug));
  list.push(key.replaceAll('_', ' '), choices.join(', '), lines.join(' · '));
`;

test('each rule finds what breaks it', () => {
  expect(sentencesIn('a.tsx', broken)).toEqual([
    'a.tsx:2 The form "…" is closed.',
    'a.tsx:3 Number',
    'a.tsx:4 Open until noon',
  ]);
  expect(comparedTexts('a.tsx', broken)).toEqual([
    'a.tsx:7 record.title === title',
    'a.tsx:7 title.startsWith',
  ]);
  expect(textsTakenApart('a.tsx', broken)).toEqual([
    "a.tsx:9 title.replace(/[.?!]$/, '')",
    "a.tsx:9 day.format(now).replace(',', '')",
    "a.tsx:10 key.replaceAll('_', ' ')",
    "a.tsx:10 choices.join(', ')",
  ]);
});
