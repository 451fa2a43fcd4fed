/**
 * The pairs of foreground and background that the portal draws with the colours of its theme. Decoration is left out,
 * and a pair with more contrast than another one for every colour: white words on the header, which is darker than a
 * button.
 */
import type { Theme } from '../model/portal.ts';
import { darkGreys, lightGreys } from './greys.ts';
import { contrastOf, darken, lighten, type Shades, shadesOf } from './shades.ts';

/** WCAG 2.2: 1.4.3 for text, 1.4.11 for what is not text. */
const least = { text: 4.5, mark: 3 } as const;

export type ThemeColour = keyof Theme;

interface DrawnPair {
  /** The configured colour that a change of would help. */
  readonly colour: ThemeColour;
  /** A noun, such as "white words on a button". */
  readonly what: string;
  readonly scheme: 'light' | 'dark';
  readonly front: string;
  readonly back: string;
  readonly least: number;
}

export interface WeakPair extends DrawnPair {
  readonly contrast: number;
}

/** The numbers are shades; the style sheets use the same ones. */
function drawnPairs(theme: Theme): readonly DrawnPair[] {
  const primary = shadesOf(theme.primary);
  const accent = shadesOf(theme.accent);
  return [...anywhere(primary, accent), ...inLight(primary, accent), ...inDark(primary, accent)];
}

/** Buttons, initials and the header have the same colours in both schemes. */
function anywhere(primary: Shades, accent: Shades): DrawnPair[] {
  const shared = { scheme: 'light', colour: 'primary' } as const;
  return [
    { ...shared, what: 'white words on a button', front: '#ffffff', back: primary[7], least: least.text },
    { ...shared, what: 'the initials of a person', front: primary[9], back: primary[1], least: least.text },
    {
      ...shared,
      colour: 'accent',
      what: 'the number of unread messages',
      front: lightGreys[9],
      back: accent[2],
      least: least.text,
    },
  ];
}

function inLight(primary: Shades, accent: Shades): DrawnPair[] {
  const shared = { scheme: 'light', colour: 'primary' } as const;
  const [canvas, tint, quiet] = [lightGreys[0], primary[1], lightGreys[6]];
  return [
    { ...shared, what: 'a link on the page', front: primary[7], back: canvas, least: least.text },
    { ...shared, what: 'a link in a chosen row', front: primary[7], back: tint, least: least.text },
    { ...shared, what: 'quiet words in a chosen row', front: quiet, back: tint, least: least.text },
    { ...shared, what: 'a quiet button', front: primary[9], back: primary[2], least: least.text },
    { ...shared, what: 'the outline of the focus', front: primary[7], back: canvas, least: least.mark },
    { ...shared, what: 'the edge of a chosen row', front: primary[7], back: tint, least: least.mark },
    {
      ...shared,
      colour: 'accent',
      what: 'the current step of a form',
      front: accent[7],
      back: canvas,
      least: least.mark,
    },
  ];
}

function inDark(primary: Shades, accent: Shades): DrawnPair[] {
  const shared = { scheme: 'dark', colour: 'primary' } as const;
  const [raised, quiet] = [darkGreys[6], darkGreys[1]];
  const [tint, hover] = [darken(primary[9], 0.5), darken(primary[9], 0.3)];
  return [
    { ...shared, what: 'a link on the page', front: primary[3], back: raised, least: least.text },
    { ...shared, what: 'a link in a chosen row', front: primary[3], back: tint, least: least.text },
    { ...shared, what: 'quiet words in a chosen row', front: quiet, back: tint, least: least.text },
    { ...shared, what: 'a quiet button', front: primary[0], back: hover, least: least.text },
    { ...shared, what: 'the outline of the focus', front: primary[3], back: raised, least: least.mark },
    { ...shared, what: 'the edge of a chosen row', front: primary[3], back: tint, least: least.mark },
    {
      ...shared,
      colour: 'accent',
      what: 'the current step of a form',
      front: accent[4],
      back: raised,
      least: least.mark,
    },
  ];
}

/** The pairs of this colour that people with weak eyes cannot read or see, the faintest first. */
export function weakPairs(theme: Theme, colour: ThemeColour): readonly WeakPair[] {
  return drawnPairs(theme)
    .filter((pair) => pair.colour === colour)
    .map((pair) => ({ ...pair, contrast: contrastOf(pair.front, pair.back) }))
    .filter(({ contrast, least: wanted }) => contrast < wanted)
    .toSorted((a, b) => a.contrast / a.least - b.contrast / b.least);
}

/** The nearest darker or lighter colour without weak pairs; null: no mixture with black or white has enough contrast. */
export function nearestReadable(theme: Theme, colour: ThemeColour): string | null {
  for (let percent = 1; percent < 100; percent += 1) {
    const mixtures = [darken(theme[colour], percent / 100), lighten(theme[colour], percent / 100)];
    const found = mixtures.find((one) => weakPairs({ ...theme, [colour]: one }, colour).length === 0);
    if (found !== undefined) return found;
  }
  return null;
}
