/** How a paper is shown: its size, and how far it is turned. */

export interface PaperView {
  /** A factor of its own size; `fit`: as wide as the place for it. */
  readonly zoom: number | 'fit';
  /** Degrees, clockwise. */
  readonly turn: 0 | 90 | 180 | 270;
}

export const asItIs: PaperView = { zoom: 'fit', turn: 0 };

export interface OwnSize {
  readonly width: number;
  readonly height: number;
}

const least = 0.1;
const most = 8;
const step = 1.25;

export function turned(view: PaperView): PaperView {
  const turns = { 0: 90, 90: 180, 180: 270, 270: 0 } as const;
  return { ...view, turn: turns[view.turn] };
}

/** @param shown the factor at which it is shown now @param steps above 0: larger */
export function zoomed(view: PaperView, shown: number, steps: number): PaperView {
  return { ...view, zoom: Math.min(most, Math.max(least, shown * step ** steps)) };
}

/** The size of the paper after its turn, before its zoom. */
export function turnedSize({ width, height }: OwnSize, { turn }: PaperView): OwnSize {
  return turn % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** The factor at which a paper of this size is shown in a place of this width. */
export function scaleOf(view: PaperView, own: OwnSize, placeWidth: number): number {
  if (view.zoom !== 'fit') return view.zoom;
  const { width } = turnedSize(own, view);
  return width > 0 && placeWidth > 0 ? Math.min(most, placeWidth / width) : 1;
}

/** Where to scroll so that the point under the pointer stays there when the content grows from one size to another. */
export function scrollKept(scroll: number, pointer: number, growth: number): number {
  return (scroll + pointer) * growth - pointer;
}
