import { expect, test } from 'vitest';
import { readerLanguage } from './language.ts';

const locales = ['en', 'fil', 'pt-BR'];
const none = { chosen: undefined, kept: null, accepted: undefined };

test.each([
  ['nothing is said', none, 'en'],
  ['the browser has chosen', { chosen: 'fil', kept: 'en', accepted: 'en' }, 'fil'],
  ['it has chosen what there is not', { ...none, chosen: 'xx', kept: 'fil' }, 'fil'],
  ['the account has one', { ...none, kept: 'fil', accepted: 'en' }, 'fil'],
  ['the account has one that went', { ...none, kept: 'xx', accepted: 'fil' }, 'fil'],
  ['the browser asks for the same by another name', { ...none, accepted: 'tl-PH,en;q=0.5' }, 'fil'],
  ['the heavier one counts', { ...none, accepted: 'en;q=0.5, fil-PH;q=0.9' }, 'fil'],
  ['what is not wanted does not count', { ...none, accepted: 'fil;q=0, *;q=0.1' }, 'en'],
  ['a language comes for any region', { ...none, accepted: 'pt-PT' }, 'pt-BR'],
  ['the header means nothing', { ...none, accepted: ';;,q=,  ,=;' }, 'en'],
  ['anything will do', { ...none, accepted: '*' }, 'en'],
])('where %s', (_, wishes, language) => {
  expect(readerLanguage(locales, wishes)).toBe(language);
});
