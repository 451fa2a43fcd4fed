import { expect, test } from 'vitest';
import type { Form } from '../model/form.ts';
import { formInLanguage, inLanguage } from './in-language.ts';
import { mapTexts } from './map-texts.ts';
import type { Portal } from '../model/portal.ts';
import { formTexts, portalTexts } from './texts.ts';
import { keyOfText, type Translation } from '../language/translation.ts';
import { english } from '../language/say.ts';
import { checklistMessages } from '../../locales/checklist.ts';
import { pageMessages } from '../../locales/page.ts';

const form: Form = {
  hash: 'loan',
  title: 'Loan',
  schema: {
    type: 'object',
    properties: {
      title: { type: 'string', title: 'Title of the book', description: 'As it stands on the cover.' },
      shelf: { type: 'string', title: 'Shelf', enum: ['Sea', 'Sky'], default: 'Sea' },
      when: { type: 'string', oneOf: [{ const: 'Soon', title: 'Soon' }] },
    },
    if: { properties: { shelf: { const: 'Sea' } } },
    // JSON Schema's word.
    // oxlint-disable-next-line unicorn/no-thenable
    then: { required: ['title'] },
  },
  uiSchema: {
    shelf: {
      'ui:enumNames': ['Sea', 'Sky'],
      'ui:help': 'Where it stands.',
      'ui:source': 'Loan',
      'ui:widget': 'Sea',
    },
    title: { 'ui:options': { placeholder: 'Loan', rows: 3 } },
  },
  steps: [{ id: 'Loan', title: 'Loan', description: null, properties: ['title'] }],
  conditions: [],
  factual: [],
  from: {},
  verify: [{ field: 'Loan', plus: [], is: 'Loan', isAtMost: false, message: 'Count again.' }],
  filledBy: {},
} satisfies Form;

const texts = {
  'City Library': 'Biblioteca',
  Loan: 'Empréstimo',
  'Title of the book': 'Título do livro',
  'As it stands on the cover.': 'Como na capa.',
  Shelf: 'Estante',
  Sea: 'Mar',
  Sky: 'Céu',
  Soon: 'Em breve',
  'Where it stands.': 'Onde está.',
  'Count again.': 'Conte outra vez.',
  'First line. Second line.': 'Duas linhas.',
  Open: 'Aberto',
  'Loans of {kind.title}': '{kind.title}: empréstimos',
};

const translation: Translation = {
  texts,
  contexts: { step: { Open: 'Abrir' }, source: { Loan: 'Costume' } },
  words: {
    language: 'pt',
    texts: {
      [pageMessages.save.code]: 'Guardar',
      [checklistMessages.itemMissing.code]: 'Falta ainda {item}.',
    },
  },
};

const portal = {
  language: 'en',
  locales: ['en', 'pt', 'fr'],
  words: english,
  title: 'City Library',
  messages: { Loan: 'Loan' },
  constants: { title: 'Loan' },
  workflows: {
    loan: {
      states: { Open: { key: 'Open', title: 'Open' } },
      transitions: {
        Open: { name: 'Open', title: 'Open', needs: [], by: { test: 'did', transitions: ['Open'] } },
      },
    },
  },
  routes: [{ name: 'Loan', path: '/Loan', title: 'Loans of Loan', nav: { group: 'Loan', label: 'Untold' } }],
  notices: { Loan: { name: 'Loan', subject: 'Loan', body: 'First line.\nSecond line.\n' } },
  kinds: { loan: { title: 'Loan', source: 'Loan', items: [{ title: 'Sea', source: 'Act 2 s.3' }] } },
  fees: { Loan: { title: 'Loan', version: 'Loan', lines: [{ title: 'Sea', source: 'Loan' }] } },
  forms: { loan: form },
  translations: { pt: translation, fr: { texts: {}, contexts: {}, words: { language: 'fr', texts: {} } } },
  composed: {
    'Loans of Loan': { pattern: 'Loans of {kind.title}', parts: { 'kind.title': 'Loan', kind: 'Loan' } },
  },
} as unknown as Portal;

const there = inLanguage(portal, 'pt');

test('texts are replaced, and keys, names, values and paths stay', () => {
  expect(there.title).toBe('Biblioteca');
  expect(there.messages).toEqual({ Loan: 'Empréstimo' });
  expect(there.constants).toBe(portal.constants);
  expect(there.notices['Loan']).toEqual({ name: 'Loan', subject: 'Empréstimo', body: 'Duas linhas.' });
  expect(there.language).toBe('pt');
  expect(there.words).toBe(translation.words);
});

test('one text has two translations where its places differ', () => {
  const { states, transitions } = there.workflows['loan']!;
  expect(states['Open']).toEqual({ key: 'Open', title: 'Aberto' });
  expect(transitions['Open']!.title).toBe('Abrir');
  expect(transitions['Open']!.by).toBe(portal.workflows['loan']!.transitions['Open']!.by);
});

test('sources and the version of a fee schedule are translated, citations stay', () => {
  expect(there.kinds['loan']).toEqual({
    title: 'Empréstimo',
    source: 'Costume',
    items: [{ title: 'Mar', source: 'Act 2 s.3' }],
  });
  expect(there.fees['Loan']).toEqual({
    title: 'Empréstimo',
    version: 'Costume',
    lines: [{ title: 'Mar', source: 'Costume' }],
  });
});

test('a title that was put together is put together again', () => {
  expect(there.routes[0]).toMatchObject({
    name: 'Loan',
    path: '/Loan',
    title: 'Empréstimo: empréstimos',
    nav: { group: 'Loan', label: 'Untold' },
  });
});

test('a form keeps its hash, the names of its questions and the values of its choices', () => {
  const shown = there.forms['loan']!;
  expect(shown.hash).toBe('loan');
  expect(shown.schema).toEqual({
    type: 'object',
    properties: {
      title: { type: 'string', title: 'Título do livro', description: 'Como na capa.' },
      shelf: { type: 'string', title: 'Estante', enum: ['Sea', 'Sky'], default: 'Sea' },
      when: { type: 'string', oneOf: [{ const: 'Soon', title: 'Em breve' }] },
    },
    if: { properties: { shelf: { const: 'Sea' } } },
    // oxlint-disable-next-line unicorn/no-thenable
    then: { required: ['title'] },
  });
  expect(shown.uiSchema).toEqual({
    shelf: {
      'ui:enumNames': ['Mar', 'Céu'],
      'ui:help': 'Onde está.',
      'ui:source': 'Costume',
      'ui:widget': 'Sea',
    },
    title: { 'ui:options': { placeholder: 'Empréstimo', rows: 3 } },
  });
  expect(shown.steps[0]).toEqual({
    id: 'Loan',
    title: 'Empréstimo',
    description: null,
    properties: ['title'],
  });
  expect(shown.verify[0]).toEqual({
    field: 'Loan',
    plus: [],
    is: 'Loan',
    isAtMost: false,
    message: 'Conte outra vez.',
  });
});

test('a form of an earlier portal is translated too, once', () => {
  const earlier: Form = { ...form, hash: 'earlier' };
  expect(formInLanguage(there, earlier)).toMatchObject({ hash: 'earlier', title: 'Empréstimo' });
  expect(formInLanguage(there, earlier)).toBe(formInLanguage(there, earlier));
  expect(formInLanguage(portal, earlier)).toBe(earlier);
});

test('each language is made once, and the way back leads to the same portal', () => {
  expect(inLanguage(portal, 'pt')).toBe(there);
  expect(inLanguage(there, 'pt')).toBe(there);
  expect(inLanguage(there, 'en')).toBe(portal);
  expect(inLanguage(portal, 'en')).toBe(portal);
  expect(inLanguage(portal, 'xx')).toBe(portal);
  expect(inLanguage(portal, 'constructor')).toBe(portal);
});

test('a language without a translation shares everything with the first', () => {
  const french = inLanguage(portal, 'fr');
  expect(french).toEqual({ ...portal, language: 'fr', words: { language: 'fr', texts: {} } });
  expect(french.routes).toBe(portal.routes);
  expect(french.forms).toBe(portal.forms);
});

test('lines may be broken anywhere in the text that is looked up', () => {
  expect(keyOfText(' a\n  b c\n')).toBe('a b c');
  expect(keyOfText('a b')).toBe('a b');
});

test('what has no text to replace comes out as it went in', () => {
  expect(mapTexts(portal, portalTexts, (text) => text)).toBe(portal);
  expect(mapTexts(form, formTexts, (text) => text)).toBe(form);
});
