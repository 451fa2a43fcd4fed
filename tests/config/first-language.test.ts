/** What the check reports for a portal whose first language is not the engine's language. */
import { expect, test } from 'vitest';
import { compilePortal } from '../../engine/config/compile.ts';
import type { Diagnostic } from '../../engine/config/diagnostics/diagnostic.ts';
import { allMessages } from '../../engine/locales/all-messages.ts';
import { readFiles } from '../../engine/config/read-files.ts';
import { inFirstLanguage } from '../../engine/portal/translation/in-language.ts';
import { hasWords } from '../../engine/portal/language/translation.ts';

const { files } = readFiles('tests/fixtures/library');

function compile(locales: string, more: Readonly<Record<string, string>> = {}) {
  const others = files.map((file) =>
    file.name === 'portal.yaml'
      ? { ...file, text: file.text.replace('locales: [en]', `locales: ${locales}`) }
      : file,
  );
  const added = Object.entries(more).map(([name, text]) => ({ path: name, name, text }));
  return compilePortal([...others, ...added]);
}

const isOfEngine = ({ code, message }: Diagnostic): boolean =>
  code === 'locale/untranslated-message' && allMessages.some((one) => message.includes(` ${one.code},`));

test('nothing is asked of a portal in one language that the engine comes with', () => {
  expect(compile('[fil]').diagnostics).toEqual([]);
});

test('the engine’s sentences are asked for in a language that it does not come with, and nothing else', () => {
  const { portal, diagnostics } = compile('[ceb]');
  expect(portal).not.toBeNull();
  expect(diagnostics).toHaveLength(
    allMessages.filter(({ english }) => hasWords(typeof english === 'string' ? english : english.other))
      .length,
  );
  expect(diagnostics.filter((one) => !isOfEngine(one))).toEqual([]);
});

test('a file of the first language says the engine’s sentences in other words', () => {
  const { portal, diagnostics } = compile('[ceb]', {
    'locales/ceb.yaml': 'engine:\n  account.sign-in: Sulod\n',
  });
  expect(diagnostics.filter((one) => !isOfEngine(one))).toEqual([]);
  expect(portal?.words.texts).toEqual({});
  expect(portal && inFirstLanguage(portal).words.texts['account.sign-in']).toBe('Sulod');
});

test('English as a further language wants the portal’s texts, and none of the engine’s', () => {
  const { diagnostics } = compile('[fil, en]', { 'locales/en.yaml': 'texts:\n  Loan: Lending\n' });
  expect(diagnostics.length).toBeGreaterThan(0);
  expect(
    diagnostics.every(({ code, message }) => code === 'locale/untranslated' && message.endsWith('to en.')),
  ).toBe(true);
  expect(diagnostics.filter(({ message }) => message.includes('"Enter an answer."'))).toEqual([]);
});
