/** The lines of a security border: interlaced waves that copiers blur, as SVG paths. */

export interface WaveLine {
  readonly from: number;
  readonly length: number;
  /** The line in the middle of the waves. */
  readonly middle: number;
  readonly height: number;
  readonly isVertical: boolean;
}

/** Waves of one strand, shifted against each other. */
const strands = 6;
/** Part of a half wave at which a cubic curve follows a sine best. */
const ease = 0.3642;

/** @returns one path for each strand, of whole waves, each about as long as the given length */
export function wavePaths({ from, length, middle, height, isVertical }: WaveLine, wave: number): string[] {
  const waves = Math.max(1, Math.round(length / wave));
  const half = length / waves / 2;
  const point = (along: number, across: number): string =>
    (isVertical ? [across, along] : [along, across]).map((one) => one.toFixed(2)).join(' ');
  return Array.from({ length: strands }, (_, strand) => {
    // Every second strand is flatter, which makes the knots of the pattern.
    const reach = (height / 2) * (strand % 2 === 0 ? 1 : 0.55);
    const shift = ((strand / strands) * 2 - 1) * half;
    let at = from + shift;
    let side = 1;
    const parts = [`M${point(at, middle - reach)}`];
    for (let count = 0; count < waves * 2; count += 1, at += half, side = -side) {
      const [before, after] = [middle - side * reach, middle + side * reach];
      parts.push(
        `C${point(at + half * ease, before)} ${point(at + half - half * ease, after)} ${point(at + half, after)}`,
      );
    }
    return parts.join('');
  });
}

/** The square pattern of a CSS `border-image` that is cut at a third of its sides. */
export function waveTile(colors: readonly [string, string]): string {
  const third = 24;
  const sides = [third / 2, third * 2.5].flatMap((middle) =>
    [false, true].flatMap((isVertical) =>
      wavePaths({ from: -third, length: third * 5, middle, height: third * 0.7, isVertical }, third),
    ),
  );
  const corners = [third / 2, third * 2.5].flatMap((x) => [third / 2, third * 2.5].map((y) => ({ x, y })));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="72" height="72" viewBox="0 0 72 72" fill="none" stroke-width="0.7">`,
    ...sides.map((path, at) => `<path d="${path}" stroke="${colors[at % 2] ?? colors[0]}"/>`),
    ...corners.map(
      ({ x, y }) =>
        `<rect x="${x - 11}" y="${y - 11}" width="22" height="22" fill="#ffffff"/>${rosette(x, y, 10)
          .map(
            (circle) => `<circle cx="${circle.x}" cy="${circle.y}" r="${circle.r}" stroke="${colors[0]}"/>`,
          )
          .join('')}`,
    ),
    '</svg>',
  ].join('');
}

/** Circles around a point, which touch it. */
export function rosette(x: number, y: number, radius: number): { x: number; y: number; r: number }[] {
  const count = 12;
  const r = radius / 2;
  return Array.from({ length: count }, (_, at) => {
    const angle = (at / count) * 2 * Math.PI;
    return { x: round(x + Math.cos(angle) * r), y: round(y + Math.sin(angle) * r), r };
  });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
