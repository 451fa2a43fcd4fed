/** Files of an earlier release, in the words of this one. */
import { expect, test } from 'vitest';
import { readFiles } from '../../engine/config/read-files.ts';
import { compileFolder } from '../../engine/config/load.ts';
import { inPresentWords } from '../../engine/config/earlier/present-words.ts';

const folder = readFiles('tests/fixtures/harbour');

/** As the release before `requester`, `handler` and `supervisor` wrote it. */
function asBefore(text: string): string {
  return text
    .replaceAll('ForRequesters:', 'ForCitizens:')
    .replace(/\bkind: requester\b/g, "kind: 'citizen'")
    .replace(/\bkind: handler\b/g, 'kind: office')
    .replace(/\bkind: supervisor\b/g, 'kind: executive')
    .replace('[requester, handler, supervisor]', '[citizen, office, executive]')
    .replace('[handler, supervisor]', '[office, executive]');
}

test('every earlier word is refused with the one to write, and read as that one in a stored version', async () => {
  const earlier = folder.files.map((file) => ({ ...file, text: asBefore(file.text) }));
  const { portal, diagnostics } = compileFolder({ files: earlier, diagnostics: [] }, { proofs: false });
  expect(portal).toBeNull();
  const renamed = diagnostics.filter(({ code }) => code === 'schema/renamed-word');
  expect(new Set(renamed.map(({ remedy }) => remedy))).toEqual(
    new Set([
      'Write "requester".',
      'Write "handler".',
      'Write "supervisor".',
      'Write "titleForRequesters".',
      'Write "helpForRequesters".',
    ]),
  );
  expect(await inPresentWords(earlier)).toEqual(folder.files);
});

test('files without an earlier word stay what they are', async () => {
  expect(await inPresentWords(folder.files)).toEqual(folder.files);
});

test('a step that waited for no time is refused in the folder, and kept in a stored version', () => {
  const files = folder.files.map((file) => ({
    ...file,
    text: file.text.replace('trigger: { created: true }', 'trigger: { after: 0 minutes }'),
  }));
  expect(compileFolder({ files, diagnostics: [] }, { proofs: false }).portal).not.toBeNull();
  const { diagnostics } = compileFolder({ files, diagnostics: [] });
  expect(diagnostics.map(({ code }) => code)).toEqual(['workflow/no-wait']);
});
