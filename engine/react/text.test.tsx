/** Sentences in the language of the page, with numbers and elements where that language has them. */
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { sayDate, sayRelative } from './page/dates.ts';
import { nameOfLanguage } from './session/language.ts';
import { locale, speak, text, textFor } from './text.ts';
import { textAround } from './text-around.tsx';

const filipino = {
  'Saved {ago}': 'Na-save {ago}',
  '{count} items missing': '{count} item ang kulang',
  '{item} of {count}': 'Sa {count}, ang {item}',
  'just now': 'ngayon lang',
};

afterEach(() => speak('en', {}));

test('a sentence without a translation is said in English', () => {
  speak('fil', filipino);
  expect([text('Saved {ago}', { ago: 'kanina' }), text('Close')]).toEqual(['Na-save kanina', 'Close']);
});

test('one thing and many things have sentences of their own', () => {
  expect(textFor(1, '1 item missing', '{count} items missing')).toBe('1 item missing');
  expect(textFor(1200, '1 item missing', '{count} items missing')).toBe('1,200 items missing');
  speak('fil', filipino);
  expect(textFor(3, '1 item missing', '{count} items missing')).toBe('3 item ang kulang');
});

test('dates and distances are said as the language says them', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  expect([locale(), sayDate('2026-11-21', 'Asia/Manila')]).toEqual(['en-GB', '21 November 2026']);
  speak('fil', filipino);
  expect(sayDate('2026-11-21', 'Asia/Manila')).toBe('Nobyembre 21, 2026');
  expect(sayRelative('2026-11-21T12:00:10Z', now)).toBe('ngayon lang');
  expect(sayRelative('2026-11-18T12:00:00Z', now)).toMatch(/^3 araw/);
});

test('an element stands where the language wants it', () => {
  expect(drawn()).toBe('<p><b>ID</b> of <i>3</i></p>');
  speak('fil', filipino);
  expect(drawn()).toBe('<p>Sa <i>3</i>, ang <b>ID</b></p>');
});

function drawn(): string {
  return renderToStaticMarkup(
    <p>{textAround(text('{item} of {count}'), { item: <b>ID</b>, count: <i>3</i> })}</p>,
  );
}

test('a language is called as it calls itself', () => {
  expect(['en', 'fil', 'es'].map(nameOfLanguage)).toEqual(['English', 'Filipino', 'Español']);
});
