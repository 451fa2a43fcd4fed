/** The portal with a second language in which every text has marks around it, to see where it appears. */
import { allMessages } from '../../engine/locales/all-messages.ts';
import type { English } from '../../engine/locales/catalogue.ts';
import { mapTexts } from '../../engine/portal/translation/map-texts.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { portalTexts } from '../../engine/portal/translation/texts.ts';
import { keyOfText } from '../../engine/portal/language/translation.ts';

export const marked = (text: string): string => `«${text}»`;

export function isMarked(text: unknown): boolean {
  return typeof text === 'string' && text.startsWith('«') && text.endsWith('»');
}

/** `fil`, replacing the portal's own. @param mark computes each text */
export function withMarkedLanguage(portal: Portal, mark = marked): Portal {
  const texts: Record<string, string> = {};
  mapTexts(portal, portalTexts, (text) => {
    texts[keyOfText(text)] = mark(text);
    return text;
  });
  const words = {
    language: 'fil',
    texts: Object.fromEntries(allMessages.map(({ code, english }) => [code, markedForms(english, mark)])),
  };
  return { ...portal, locales: ['en', 'fil'], translations: { fil: { texts, contexts: {}, words } } };
}

function markedForms(text: English, mark: typeof marked): English {
  return typeof text === 'string' ? mark(text) : { one: mark(text.one), other: mark(text.other) };
}
