/** Messages in the language of the page, with numbers and elements at that language's positions. */
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { sayDate, sayMoment, sayRelative, sayTimeOfDay } from '../page/dates.ts';
import { nameOfLanguage } from '../../portal/language/language-name.ts';
import { tell } from './tell.ts';
import { locale, setFormats, setLanguage, text } from './text.ts';
import { textAround } from './text-around.tsx';
import { catalogue } from '../../locales/catalogue.ts';
import { checklistMessages } from '../../locales/checklist.ts';
import { pageMessages } from '../../locales/page.ts';
import { english } from '../../portal/language/say.ts';
import { formMessages } from '../../locales/forms.ts';
import { message } from '../../locales/message.ts';
import { draftMessages } from '../../locales/drafts.ts';
import { fileMessages } from '../../locales/files.ts';

const place = catalogue('test', { place: '{item} of {count}' }).place;
const filipino = {
  language: 'fil',
  texts: {
    [draftMessages.savedAgo.code]: 'Na-save {ago}',
    [checklistMessages.missing.code]: '{count} item ang kulang',
    [place.code]: 'Sa {count}, ang {item}',
    [pageMessages.justNow.code]: 'ngayon lang',
    [formMessages.beforeDay.code]: 'Ilagay ang {day} o mas huli.',
    [formMessages.dateBeforeOther.code]: 'Hindi bago ang “{title}”.',
  },
};

afterEach(() => {
  setLanguage(english);
  setFormats({ timeZone: 'UTC', constants: {} });
});

test('a sentence without a translation is shown in English', () => {
  setLanguage(filipino);
  expect([text(draftMessages.savedAgo, { ago: 'kanina' }), text(fileMessages.close)]).toEqual([
    'Na-save kanina',
    'Close',
  ]);
});

test('one thing and many things have sentences of their own', () => {
  expect(text(checklistMessages.missing, { count: 1 })).toBe('1 item missing');
  expect(text(checklistMessages.missing, { count: 1200 })).toBe('1,200 items missing');
  setLanguage(filipino);
  expect(text(checklistMessages.missing, { count: 3 })).toBe('3 item ang kulang');
});

test('dates and distances are formatted in the language', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  expect([locale(), sayDate('2026-11-21', 'Asia/Manila')]).toEqual(['en-GB', '21 November 2026']);
  setLanguage(filipino);
  expect(sayDate('2026-11-21', 'Asia/Manila')).toBe('Nobyembre 21, 2026');
  expect(sayRelative('2026-11-21T12:00:10Z', 'Asia/Manila', now)).toBe('ngayon lang');
  expect(sayRelative('2026-11-18T12:00:00Z', 'Asia/Manila', now)).toMatch(/^3 araw/);
});

test('times have 12 hours in a region that writes them so, and dates stay as they are', () => {
  const moment = '2026-11-21T06:30:00Z';
  setLanguage(english);
  expect(sayMoment(moment, 'Asia/Manila')).toBe('21 November 2026, 14:30');
  setFormats({ timeZone: 'Asia/Manila', constants: { region: 'PH' } });
  expect(sayMoment(moment, 'Asia/Manila')).toBe('21 November 2026, 2:30 PM');
  expect(sayTimeOfDay('21:00')).toBe('9:00 PM');
  setLanguage(filipino);
  expect(sayMoment(moment, 'Asia/Manila')).toBe('Nobyembre 21, 2026, 2:30 PM');
});

test('an element is where the language puts it', () => {
  expect(drawn()).toBe('<p><b>ID</b> of <i>3</i></p>');
  setLanguage(filipino);
  expect(drawn()).toBe('<p>Sa <i>3</i>, ang <b>ID</b></p>');
});

function drawn(): string {
  return renderToStaticMarkup(<p>{textAround(place, { item: <b>ID</b>, count: <i>3</i> })}</p>);
}

test('a language is called as it calls itself', () => {
  expect(['en', 'fil', 'es'].map(nameOfLanguage)).toEqual(['English', 'Filipino', 'Español']);
});

test('a message shows its values in the format of the page language, and names as in the slice', () => {
  setFormats({ timeZone: 'Asia/Manila', constants: { currency: 'PHP' } });
  const day = message(formMessages.beforeDay, { day: { day: '2026-11-21' } });
  const other = message(formMessages.dateBeforeOther, { title: { text: 'Unang araw', kind: 'question' } });
  expect(tell(day)).toBe('Enter 21 November 2026 or a later date.');
  setLanguage(filipino);
  expect([tell(day), tell(other)]).toEqual([
    'Ilagay ang Nobyembre 21, 2026 o mas huli.',
    'Hindi bago ang “Unang araw”.',
  ]);
});
