/** Colours: the ten shades of one, and the contrast of two. */

type Channels = readonly [number, number, number];

/** From light to dark; the colour itself is at `primaryShade`. */
export type Shades = readonly [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

const white: Channels = [255, 255, 255];
const black: Channels = [0, 0, 0];
const lighter = [0.93, 0.86, 0.7, 0.54, 0.38, 0.22, 0.1] as const;

/** Index of the colour itself. */
export const primaryShade = 7;

/** @param colour `#rrggbb`; any other value gives the shades of a middle grey */
export function shadesOf(colour: string): Shades {
  const base = channelsOf(colour);
  const [a, b, c, d, e, f, g] = lighter;
  const light = (share: number) => hex(mix(base, white, share));
  return [
    light(a),
    light(b),
    light(c),
    light(d),
    light(e),
    light(f),
    light(g),
    hex(base),
    darken(colour, 0.2),
    darken(colour, 0.4),
  ];
}

/** @param share of black, from 0 to 1 */
export function darken(colour: string, share: number): string {
  return hex(mix(channelsOf(colour), black, share));
}

/** @param share of white, from 0 to 1 */
export function lighten(colour: string, share: number): string {
  return hex(mix(channelsOf(colour), white, share));
}

/** Contrast of two colours by the accessibility guidelines, from 1 to 21. */
export function contrastOf(first: string, second: string): number {
  const [low = 0, high = 0] = [luminance(channelsOf(first)), luminance(channelsOf(second))].sort(
    (a, b) => a - b,
  );
  return (high + 0.05) / (low + 0.05);
}

function luminance(channels: Channels): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const share = channel / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channelsOf(colour: string): Channels {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (found === null) return [110, 105, 98];
  const [, red = '', green = '', blue = ''] = found;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

function mix(from: Channels, to: Channels, share: number): Channels {
  const at = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [at(0), at(1), at(2)];
}

function hex(channels: Channels): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
