/** No displayed text stays in the first language if all texts have a translation. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { compilePortal } from '../../engine/config/compile.ts';
import { readFiles } from '../../engine/config/read-files.ts';
import { inLanguage } from '../../engine/portal/translation/in-language.ts';
import { slicePortal } from '../../engine/portal/wire/slice-portal.ts';
import { mapTexts } from '../../engine/portal/translation/map-texts.ts';
import { portalTexts } from '../../engine/portal/translation/texts.ts';
import { keyOfText, textKinds } from '../../engine/portal/language/translation.ts';
import { signedOut } from '../../engine/portal/model/department.ts';
import { visitorOf } from '../../engine/portal/routing/visitors.ts';
import { toWireForm } from '../../engine/server/forms/register-forms.ts';
import { isMarked, withMarkedLanguage } from '../portal/marked-language.ts';
import { readPortal } from '../server/read-portal.ts';

const plain = await readPortal();
const portal = inLanguage(withMarkedLanguage(plain), 'fil');

/** Worked examples, durations and words of the grammar are for programs. */
const notRead =
  /\/(examples|counterExamples|interest\/per|round\/mode|(within|before|value|otherwise|wait)\/unit)(\/|$)/;

/** The places of texts that are not in the other language, with one example each. */
function unmarked(value: unknown, place = ''): Map<string, string> {
  if (typeof value === 'string') {
    const isWords = /\p{Lu}?\p{Ll}+ \p{L}|^\p{Lu}\p{Ll}+$/u.test(value);
    return new Map(isWords && !isMarked(value) && !notRead.test(place) ? [[place, value]] : []);
  }
  if (typeof value !== 'object' || value === null) return new Map();
  return new Map(
    Object.entries(value).flatMap(([key, part]) => [
      ...unmarked(part, `${place}/${Array.isArray(value) ? '*' : key}`),
    ]),
  );
}

test('nothing in what a department’s browser is given', () => {
  const visitors = [signedOut, ...Object.keys(portal.departments).map((key) => visitorOf(portal, key)!)];
  const found = visitors.flatMap((visitor) => [
    // Each language has its name in itself.
    ...unmarked({ ...slicePortal({ portal, visitor }), localeNames: {} }),
  ]);
  expect(Object.fromEntries(found)).toEqual({});
});

test('nothing in a form', () => {
  const found = Object.values(portal.forms).flatMap((form) => [...unmarked(toWireForm(form))]);
  expect(Object.fromEntries(found)).toEqual({});
});

test('nothing in a kind, a paper, a fee, a step, a notice or a lookup', () => {
  const { kinds, papers, fees, workflows, notices, lookups } = portal;
  expect(Object.fromEntries(unmarked({ kinds, papers, fees, workflows, notices, lookups }))).toEqual({});
});

test('the schema of a language’s file knows every kind of place in which a text may mean something else', () => {
  const { properties } = JSON.parse(readFileSync('schemas/locale.json', 'utf8')) as {
    properties: { contexts: { propertyNames: { enum: string[] } } };
  };
  expect(properties.contexts.propertyNames.enum.toSorted()).toEqual(textKinds.toSorted());
});

const citations = 'source';

test('the check asks for the translation of a text of every kind, those of offices and of mails included', () => {
  const { files } = readFiles('config');
  const path = 'locales/fil.yaml';
  const language = parse(files.find(({ name }) => name === path)?.text ?? '') as {
    readonly texts: Readonly<Record<string, string>>;
  };
  const known = new Map(Object.keys(language.texts).map((text) => [keyOfText(text), text]));
  const removed = new Map<string, string>();
  mapTexts(plain, portalTexts, (text, kind) => {
    const key = keyOfText(text);
    // A mail to offices has nothing that others read.
    const isWanted = kind === 'notice' ? key.startsWith('A checklist is waiting for your office') : true;
    if (isWanted && kind !== citations && !removed.has(kind) && known.has(key)) removed.set(kind, key);
    return text;
  });
  expect([...removed.keys(), citations].toSorted()).toEqual(textKinds.toSorted());
  // A part of a title that the engine builds.
  const gone = new Set([...removed.values(), keyOfText('Time to issue')]);
  const texts = Object.fromEntries(
    Object.entries(language.texts).filter(([text]) => !gone.has(keyOfText(text))),
  );
  const changed = files.map((file) =>
    file.name === path ? { ...file, text: JSON.stringify({ ...language, texts }) } : file,
  );
  const { diagnostics } = compilePortal(changed);
  const reported = diagnostics.filter(({ code }) => code === 'locale/untranslated');
  for (const text of gone) {
    expect([text, reported.some(({ message }) => keyOfText(message).includes(text))]).toEqual([text, true]);
  }
  expect(reported).toHaveLength(gone.size);
});

test('a usual text of the engine is told once, and one translation of it is enough', () => {
  const { files } = readFiles('tests/fixtures/library');
  const inTwo = files.map((file) =>
    file.name === 'portal.yaml' ? { ...file, text: file.text.replace('[en]', '[en, pt]') } : file,
  );
  const name = 'locales/pt.yaml';
  const about = (usual: string, said: string) =>
    compilePortal([...inTwo, { path: `config/${name}`, name, text: said }])
      .diagnostics.filter(({ message }) => message.includes(`"${usual}"`))
      .map(({ code }) => code);
  const filled = 'Fill in every question of the form.';
  expect(about(filled, 'same: [Atlas]\n')).toEqual(['locale/untranslated-message']);
  expect(about(filled, `texts: { ${filled}: Responda a todas as perguntas. }\n`)).toEqual([]);
  expect(about(filled, 'engine: { usual.fill-in-form: Responda a todas as perguntas. }\n')).toEqual([]);
  expect(about(filled, 'fallback: en\n')).toEqual([]);
});
