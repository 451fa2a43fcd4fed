/**
 * The pairs of foreground and background that the portal draws with the colours of its theme. Decoration is left out,
 * and a pair with more contrast than another one for every colour: white words on the header, which is darker than a
 * button.
 */
import type { Tone } from '../model/workflow.ts';
import { darkGreys, lightGreys } from './greys.ts';
import { contrastOf, darken, lighten, type Shades, shadesOf } from './shades.ts';
import { type ColorScheme, toneOn } from './tokens.ts';

/** WCAG 2.2: 1.4.3 for text, 1.4.11 for what is not text. */
const least = { text: 4.5, mark: 3 } as const;

/** A colour that the configuration can choose. */
export type ThemeColour = 'primary' | 'accent' | Tone;

interface DrawnPair {
  /** A noun, such as "white words on a button". */
  readonly what: string;
  readonly scheme: ColorScheme;
  readonly front: string;
  readonly back: string;
  readonly least: number;
}

export interface WeakPair extends DrawnPair {
  readonly contrast: number;
}

/** The numbers are shades; the style sheets use the same ones. */
function drawnPairs(name: ThemeColour, colour: string): readonly DrawnPair[] {
  if (name === 'primary') return primaryPairs(shadesOf(colour));
  return name === 'accent' ? accentPairs(shadesOf(colour)) : tonePairs(colour);
}

/** Buttons and initials have the same colours in both schemes. */
function primaryPairs(primary: Shades): DrawnPair[] {
  return [
    { ...inLight, what: 'white words on a button', front: '#ffffff', back: primary[7] },
    { ...inLight, what: 'the initials of a person', front: primary[9], back: primary[1] },
    ...primaryInLight(primary),
    ...primaryInDark(primary),
  ];
}

const inLight = { scheme: 'light', least: least.text } as const;
const inDark = { scheme: 'dark', least: least.text } as const;

function primaryInLight(primary: Shades): DrawnPair[] {
  const [canvas, tint, quiet] = [lightGreys[0], primary[1], lightGreys[6]];
  return [
    { ...inLight, what: 'a link on the page', front: primary[7], back: canvas },
    { ...inLight, what: 'a link in a chosen row', front: primary[7], back: tint },
    { ...inLight, what: 'quiet words in a chosen row', front: quiet, back: tint },
    { ...inLight, what: 'a quiet button', front: primary[9], back: primary[2] },
    { ...inLight, what: 'the outline of the focus', front: primary[7], back: canvas, least: least.mark },
    { ...inLight, what: 'the edge of a chosen row', front: primary[7], back: tint, least: least.mark },
  ];
}

function primaryInDark(primary: Shades): DrawnPair[] {
  const [raised, quiet] = [darkGreys[6], darkGreys[1]];
  const [tint, hover] = [darken(primary[9], 0.5), darken(primary[9], 0.3)];
  return [
    { ...inDark, what: 'a link on the page', front: primary[3], back: raised },
    { ...inDark, what: 'a link in a chosen row', front: primary[3], back: tint },
    { ...inDark, what: 'quiet words in a chosen row', front: quiet, back: tint },
    { ...inDark, what: 'a quiet button', front: primary[0], back: hover },
    { ...inDark, what: 'the outline of the focus', front: primary[3], back: raised, least: least.mark },
    { ...inDark, what: 'the edge of a chosen row', front: primary[3], back: tint, least: least.mark },
  ];
}

/** The number of unread messages has the same colours in both schemes. */
function accentPairs(accent: Shades): DrawnPair[] {
  const step = { what: 'the current step of a form', least: least.mark };
  return [
    { ...inLight, what: 'the number of unread messages', front: lightGreys[9], back: accent[2] },
    { ...inLight, ...step, front: accent[7], back: lightGreys[0] },
    { ...inDark, ...step, front: accent[4], back: darkGreys[6] },
  ];
}

/** A button that deletes has more contrast than a word on the page. */
function tonePairs(colour: string): DrawnPair[] {
  const [light, dark] = [toneOn(colour, 'light'), toneOn(colour, 'dark')];
  const [label, words] = ['a label on its ground', 'a word on the page'];
  return [
    { ...inLight, what: label, front: light.words, back: light.ground },
    { ...inLight, what: words, front: light.words, back: lightGreys[0] },
    { ...inDark, what: label, front: dark.words, back: dark.ground },
    { ...inDark, what: words, front: dark.words, back: darkGreys[6] },
  ];
}

/** The pairs of this colour that people with weak eyes cannot read or see, the faintest first. */
export function weakPairs(name: ThemeColour, colour: string): readonly WeakPair[] {
  return drawnPairs(name, colour)
    .map((pair) => ({ ...pair, contrast: contrastOf(pair.front, pair.back) }))
    .filter(({ contrast, least: wanted }) => contrast < wanted)
    .toSorted((a, b) => a.contrast / a.least - b.contrast / b.least);
}

/** The nearest darker or lighter colour without weak pairs; null: no mixture with black or white has enough contrast. */
export function nearestReadable(name: ThemeColour, colour: string): string | null {
  for (let percent = 1; percent < 100; percent += 1) {
    const mixtures = [darken(colour, percent / 100), lighten(colour, percent / 100)];
    const found = mixtures.find((one) => weakPairs(name, one).length === 0);
    if (found !== undefined) return found;
  }
  return null;
}
