/** The seal of a portal without a picture of one: the initial of its title, with the title around it. */
import { escapeHtml } from '../text/html.ts';
import { sealLetter } from '../text/seal.ts';

export interface SealLetter {
  readonly letter: string;
  /** Degrees, clockwise from the top. */
  readonly turn: number;
}

const longest = 44;

/** The letters of the title on a circle, from the lower left over the top to the lower right. */
export function lettersAround(title: string): SealLetter[] {
  const letters = [...title.toLocaleUpperCase()].slice(0, longest);
  const step = Math.min(15, 290 / Math.max(1, letters.length));
  const start = -(step * (letters.length - 1)) / 2;
  return letters.map((letter, at) => ({ letter, turn: start + step * at }));
}

/** @param color of lines and letters */
export function defaultSeal(title: string, color: string): string {
  const ink = escapeHtml(color);
  const around = lettersAround(title).map(
    ({ letter, turn }) =>
      `<text x="50" y="15.5" transform="rotate(${turn.toFixed(1)} 50 50)" font-size="8">${escapeHtml(letter)}</text>`,
  );
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="700">',
    `<g fill="none" stroke="${ink}"><circle cx="50" cy="50" r="48.5" stroke-width="2"/><circle cx="50" cy="50" r="45.8" stroke-width="0.6"/><circle cx="50" cy="50" r="32" stroke-width="1.2"/></g>`,
    `<g fill="${ink}">${around.join('')}<circle cx="50" cy="89" r="1.8"/><text x="50" y="63" font-size="37">${escapeHtml(sealLetter(title))}</text></g>`,
    '</svg>',
  ].join('');
}
