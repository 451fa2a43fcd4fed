/** Reads the tests of a configuration from its files in tests/. */
import type { Portal } from '../../../portal/model/portal.ts';
import type { ParsedFile } from '../../source/source.ts';
import { child, type Cursor, entries, isPresent, items, placeOf, rootOf, text } from '../input/cursor.ts';
import type { LinkContext } from '../input/link-context.ts';
import type { ConfigurationCase, Story, UnknownCaseName } from './case.ts';
import { type CaseSource, personaAt } from './case-names.ts';
import { consequencesAt, expectationsAt } from './read-expectations.ts';
import { caseRecordAt } from './read-record.ts';
import { storyAt } from './read-stories.ts';

export type CaseOrStory = ConfigurationCase | Story;

/** @param files of a configuration that has no errors; other files than tests are left out */
export function readTests(files: readonly ParsedFile[], portal: Portal): CaseOrStory[] {
  return rootsOf(files).flatMap((root) => testsIn(root, portal, null));
}

/**
 * The names in tests that the configuration does not have, also of personas that no test uses.
 * @param context where uses of the other names are counted; null if nobody asks
 */
export function unknownNames(
  files: readonly ParsedFile[],
  portal: Portal,
  context: LinkContext | null = null,
): UnknownCaseName[] {
  return rootsOf(files).flatMap((root) => {
    const reading = readingOf(root, portal, context);
    for (const [name, one] of entries(reading.personas)) personaAt(reading, { ...one, value: name });
    return [...reading.unknown, ...testsIn(root, portal, context).flatMap(({ unknown }) => unknown)];
  });
}

function rootsOf(files: readonly ParsedFile[]): Cursor[] {
  return files.filter(({ kind }) => kind === 'test').map(rootOf);
}

function readingOf(root: Cursor, portal: Portal, context: LinkContext | null): CaseSource {
  return { portal, personas: child(root, 'personas'), unknown: [], context };
}

function testsIn(root: Cursor, portal: Portal, context: LinkContext | null): CaseOrStory[] {
  const file = root.file.name.replace(/^tests\/|\.yaml$/g, '');
  return [
    ...items(child(root, 'cases')).map((at) => caseAt(readingOf(root, portal, context), at, file)),
    ...items(child(root, 'stories')).map((at) => storyAt(readingOf(root, portal, context), at, file)),
  ];
}

function caseAt(reading: CaseSource, at: Cursor, file: string): ConfigurationCase {
  const title = text(child(at, 'case')) ?? '';
  const record = child(at, 'record');
  const tested = { type: text(child(record, 'type')) ?? '', kind: text(child(record, 'kind')) };
  return {
    is: 'case',
    name: `${file}: ${title}`,
    title,
    persona: personaAt(reading, child(at, 'as')),
    day: text(child(at, 'day')) ?? '',
    record: isPresent(record) ? caseRecordAt(reading, record) : null,
    expected: [...expectationsAt(reading, at, tested), ...consequencesAt(reading, at, tested)],
    unknown: reading.unknown,
    place: placeOf(child(at, 'case')),
  };
}
