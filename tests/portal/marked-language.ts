/** The portal with a second language in which every text stands between marks, so that one sees where it arrives. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mapTexts } from '../../engine/portal/map-texts.ts';
import type { Portal } from '../../engine/portal/portal.ts';
import { portalTexts } from '../../engine/portal/texts.ts';
import { keyOfText } from '../../engine/portal/translation.ts';
import { root } from '../architecture/sources.ts';

export const marked = (text: string): string => `«${text}»`;

export function isMarked(text: unknown): boolean {
  return typeof text === 'string' && text.startsWith('«') && text.endsWith('»');
}

/** `fil`, whatever the portal has of it. */
export function withMarkedLanguage(portal: Portal): Portal {
  const texts: Record<string, string> = {};
  mapTexts(portal, portalTexts, (text) => {
    texts[keyOfText(text)] = marked(text);
    return text;
  });
  const sentences = JSON.parse(readFileSync(join(root, 'engine/locales/texts.json'), 'utf8')) as string[];
  const words = Object.fromEntries(sentences.map((text) => [text, marked(text)]));
  return { ...portal, locales: ['en', 'fil'], translations: { fil: { texts, contexts: {}, words } } };
}
