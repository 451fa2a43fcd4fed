/** The four corners of a page in a photo, how a turn moves them, and how large the straightened page becomes. */

/** From 0 to 1: from the left, and from the top. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Clockwise from the top left of the photo as it was taken. */
export type Corners = readonly [Point, Point, Point, Point];

/** Quarter turns clockwise. */
export type Turns = 0 | 1 | 2 | 3;

export const wholePicture: Corners = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

/** Where a point of the photo is after the turns. */
export function turned({ x, y }: Point, turns: Turns): Point {
  if (turns === 0) return { x, y };
  return turned({ x: 1 - y, y: x }, (turns - 1) as Turns);
}

/** The point of the photo that is here after the turns. */
export function turnedBack(point: Point, turns: Turns): Point {
  return turned(point, ((4 - turns) % 4) as Turns);
}

export function turnOnce(turns: Turns): Turns {
  return ((turns + 1) % 4) as Turns;
}

/** The corners clockwise from what is the top left after the turns. */
export function cornersAfter([a, b, c, d]: Corners, turns: Turns): Corners {
  return (
    [
      [a, b, c, d],
      [d, a, b, c],
      [c, d, a, b],
      [b, c, d, a],
    ] as const
  )[turns];
}

/** A corner stays in the picture, and the page keeps its four sides. */
export function withCorner(corners: Corners, index: number, to: Point): Corners {
  const held = { x: Math.min(1, Math.max(0, to.x)), y: Math.min(1, Math.max(0, to.y)) };
  const next = corners.map((corner, at) => (at === index ? held : corner)) as [Point, Point, Point, Point];
  return isConvex(next) ? next : corners;
}

/** Each corner turns the same way, by more than nothing. */
export function isConvex(corners: Corners): boolean {
  return corners.every((corner, at) => {
    const next = corners[(at + 1) % 4] ?? corner;
    const after = corners[(at + 2) % 4] ?? corner;
    return (next.x - corner.x) * (after.y - next.y) - (next.y - corner.y) * (after.x - next.x) > 0.001;
  });
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of the straightened page in pixels: as large as in the photo, but no side longer than `longest`. */
export function sizeOfPage(corners: Corners, photo: Size, longest: number): Size {
  const [a, b, c, d] = corners.map(({ x, y }) => ({ x: x * photo.width, y: y * photo.height })) as [
    Point,
    Point,
    Point,
    Point,
  ];
  const width = Math.max(distance(a, b), distance(d, c));
  const height = Math.max(distance(b, c), distance(a, d));
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Is it the same shape as a rectangle that was moved, stretched, turned or slanted? Then no perspective is in it. */
export function isParallelogram([a, b, c, d]: Corners): boolean {
  return distance({ x: a.x + c.x, y: a.y + c.y }, { x: b.x + d.x, y: b.y + d.y }) < 0.004;
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
