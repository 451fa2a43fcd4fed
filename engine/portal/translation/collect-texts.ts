/** Collects the texts of a portal for people, with what the look-up of a translation needs. */
import { keyOfText, type TextKind } from '../language/translation.ts';
import type { Place } from '../model/place.ts';
import type { Portal } from '../model/portal.ts';
import { mappingOf } from '../values/is-mapping.ts';
import { onceForEach } from '../values/once-for-each.ts';
import { mapTexts } from './map-texts.ts';
import { portalTexts, type TextsShape } from './texts.ts';

export interface CollectedText {
  readonly text: string;
  readonly kind: TextKind;
  readonly place: Place | null;
  /** Under which a translation is looked up. */
  readonly key: string;
}

/** In the order of the portal. Those of a part that stays the same, such as a kind, are collected once. */
export const textsIn = onceForEach((portal: Portal): readonly CollectedText[] =>
  Object.entries(mappingOf(portalTexts)).flatMap(([part, shape]) => {
    const value = mappingOf(portal)[part];
    const each = mappingOf(shape)['each'] as TextsShape | undefined;
    if (each === undefined || typeof value !== 'object' || value === null)
      return collect(value, shape as TextsShape);
    return Object.values(value).flatMap((one: unknown) => ofPart(one, each));
  }),
);

const known = new WeakMap<object, { readonly shape: TextsShape; readonly texts: readonly CollectedText[] }>();

function ofPart(part: unknown, shape: TextsShape): readonly CollectedText[] {
  if (typeof part !== 'object' || part === null) return collect(part, shape);
  const last = known.get(part);
  if (last?.shape === shape) return last.texts;
  const texts = collect(part, shape);
  known.set(part, { shape, texts });
  return texts;
}

function collect(value: unknown, shape: TextsShape): CollectedText[] {
  const texts: CollectedText[] = [];
  mapTexts(value, shape, (text, kind, place) => {
    texts.push({ text, kind, place, key: keyOfText(text) });
    return text;
  });
  return texts;
}
