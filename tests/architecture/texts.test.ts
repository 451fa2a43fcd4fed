/** Every message of the engine is in a catalogue, is used, and is translated into the languages of the engine. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { allMessages } from '../../engine/locales/all-messages.ts';
import type { English } from '../../engine/locales/catalogue.ts';
import { wordsOfChoice, wordsOfHelp, wordsOfKey } from '../../engine/locales/editing-words.ts';
import { shownKeys } from '../docs/shown-grammar.ts';
import { findShownWords } from './shown-words.ts';
import { root } from './sources.ts';

test('no screen shows a word that is in no catalogue', () => {
  expect(findShownWords()).toEqual([]);
});

test('every code is there once, and every message is used', () => {
  const codes = allMessages.map(({ code }) => code);
  expect(codes).toEqual([...new Set(codes)]);
  const sources = globSync(
    [
      'engine/{command,config,contract,editing,explain,locales,portal,react,server,workbench}/**/*.{ts,tsx}',
      'src/*.tsx',
    ],
    {
      cwd: root,
    },
  )
    .filter((path) => !path.includes('.test.'))
    .map((path) => readFileSync(join(root, path), 'utf8'));
  const used = new Set(sources.flatMap((source) => source.match(/\b\w+Messages\.\w+/g) ?? []));
  const catalogues = globSync('engine/locales/*.ts', { cwd: root }).map((path) =>
    readFileSync(join(root, path), 'utf8'),
  );
  const declared = catalogues.flatMap((source) => {
    const name = /export const (\w+Messages) = catalogue/.exec(source)?.[1];
    return name === undefined ? [] : [...source.matchAll(/^  (\w+):/gm)].map(([, key]) => `${name}.${key}`);
  });
  expect(declared).toHaveLength(codes.length);
  // Those of the grammar are found by its keys and its help.
  const isNamed = /^(?:key|choice|\w+Help)Messages\./;
  expect(declared.filter((one) => !used.has(one) && !isNamed.test(one))).toEqual([]);
});

const ofGrammar = /^(?:editing-keys|editing-choices|help-\w+)\./;
/** The schemas name them by their beginning only. */
const uiWords = ['ui:enumNames', 'ui:help', 'ui:unit', 'ui:widget'];

test('the forms that edit the configuration have words for every key, choice and help of the grammar', () => {
  const shown = shownKeys();
  const named = new Set([...shown.map(({ way }) => way.at(-1) ?? ''), ...uiWords]);
  const chosen = new Set(
    shown.filter(({ way }) => way.at(-1) !== 'ui:autocomplete').flatMap(({ choices }) => choices),
  );
  const helps = new Set(shown.flatMap(({ help }) => help ?? []));
  expect([...named].filter((key) => wordsOfKey(key) === undefined)).toEqual([]);
  expect([...chosen].filter((value) => wordsOfChoice(value) === undefined)).toEqual([]);
  expect([...helps].filter((help) => wordsOfHelp(help) === undefined)).toEqual([]);
  // And none that the grammar has no more.
  const words = [...named]
    .map(wordsOfKey)
    .concat([...chosen].map(wordsOfChoice), [...helps].map(wordsOfHelp));
  const codes = new Set(words.map((one) => one?.code));
  expect(allMessages.filter(({ code }) => ofGrammar.test(code) && !codes.has(code))).toEqual([]);
});

/** The files that format messages; `text-format.ts` only writes a yes or no. */
const sayers = new Set(['duration-words.ts', 'rate-words.ts', 'say.ts', 'tell.ts', 'text-format.ts']);

test('pure functions return messages: only what writes for a reader makes sentences', () => {
  const found = globSync('engine/portal/**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts') && !sayers.has(basename(path)))
    .filter((path) => /\b(?:say|sayFilled|openText)\(/.test(readFileSync(join(root, path), 'utf8')));
  expect(found).toEqual([]);
});

interface Line {
  readonly english: English;
  readonly text: English;
}

const locales = globSync('engine/locales/*.yaml', { cwd: root }).map(
  (path): [string, Record<string, Line>] => [
    basename(path, '.yaml'),
    parse(readFileSync(join(root, path), 'utf8')) as Record<string, Line>,
  ],
);

test.each(locales)('%s has every message of the engine, made from its present English', (_, lines) => {
  expect(Object.fromEntries(Object.entries(lines).map(([code, { english }]) => [code, english]))).toEqual(
    Object.fromEntries(allMessages.map(({ code, english }) => [code, english])),
  );
});

const places = (text: English): string => [...new Set(JSON.stringify(text).match(/\{\w+\}/g))].sort().join();

test.each(locales)('%s fills in what the English fills in', (_, lines) => {
  expect(Object.entries(lines).filter(([, { english, text }]) => places(english) !== places(text))).toEqual(
    [],
  );
});

test.each(locales)('%s shows the number wherever one form is for several numbers', (language, lines) => {
  const rules = new Intl.PluralRules(language);
  const isForOneAlone = Array.from({ length: 200 }, (_, number) => number).every(
    (number) => (rules.select(number) === 'one') === (number === 1),
  );
  const silent = Object.entries(lines).filter(
    ([, { english, text }]) =>
      !isForOneAlone &&
      places(english).includes('{count}') &&
      typeof text !== 'string' &&
      !text.one.includes('{count}'),
  );
  expect(silent).toEqual([]);
});
