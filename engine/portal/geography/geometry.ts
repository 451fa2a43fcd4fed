/** Points and areas on a map as records store them: well-known text (WKT) in WGS 84, with at most six decimals. */

export type GeoPosition = readonly [longitude: number, latitude: number];

export const geometryShapes = ['point', 'area'] as const;
export type GeometryShape = (typeof geometryShapes)[number];

export type Geometry =
  | { readonly shape: 'point'; readonly at: GeoPosition }
  /** The outline without the repeated first corner at its end. */
  | { readonly shape: 'area'; readonly corners: readonly GeoPosition[] };

/** The corners of the most detailed area that somebody may mark. */
const mostCorners = 100;

const longitude = '-?(?:180|(?:1[0-7]\\d|\\d{1,2})(?:\\.\\d{1,6})?)';
const latitude = '-?(?:90|[1-8]?\\d(?:\\.\\d{1,6})?)';
const position = `${longitude} ${latitude}`;

/** What a compiled form asks of the text. */
export const geometryPatterns: Readonly<Record<GeometryShape, string>> = {
  point: `^POINT \\(${position}\\)$`,
  area: `^POLYGON \\(\\((?:${position},){3,}${position}\\)\\)$`,
};

/** The characters of the longest position, with the comma behind it. */
const longestPosition = '-179.123456 -89.123456,'.length;

export const longestGeometries: Readonly<Record<GeometryShape, number>> = {
  point: 'POINT ()'.length + longestPosition,
  area: 'POLYGON (())'.length + (mostCorners + 1) * longestPosition,
};

const patterns = {
  point: new RegExp(geometryPatterns.point, 'u'),
  area: new RegExp(geometryPatterns.area, 'u'),
};

/** Null for anything but a point or an area as it is stored. */
export function readGeometry(text: unknown): Geometry | null {
  if (typeof text !== 'string') return null;
  if (patterns.point.test(text)) {
    const [at] = positionsIn(text);
    return at === undefined ? null : { shape: 'point', at };
  }
  if (text.length > longestGeometries.area || !patterns.area.test(text)) return null;
  const corners = positionsIn(text);
  const [first, last] = [corners[0], corners.at(-1)];
  const isClosed = first?.[0] === last?.[0] && first?.[1] === last?.[1];
  return isClosed ? { shape: 'area', corners: corners.slice(0, -1) } : null;
}

/** As `readGeometry`; also an outline of one or two corners, which somebody is marking and no form accepts yet. */
export function readOutline(text: unknown): Geometry | null {
  const geometry = readGeometry(text);
  if (geometry !== null || typeof text !== 'string' || !/^POLYGON \(\([-\d., ]+\)\)$/.test(text))
    return geometry;
  return { shape: 'area', corners: positionsIn(text).slice(0, -1) };
}

function positionsIn(text: string): GeoPosition[] {
  return [...text.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, east, north]) => [Number(east), Number(north)]);
}

/** An area of fewer than three corners is written, too, so that an unfinished outline is kept; no form accepts it. */
export function writeGeometry(geometry: Geometry): string {
  if (geometry.shape === 'point') return `POINT (${writePosition(geometry.at)})`;
  const [first] = geometry.corners;
  const ring = first === undefined ? [] : [...geometry.corners, first];
  return `POLYGON ((${ring.map(writePosition).join(',')}))`;
}

function writePosition(at: GeoPosition): string {
  return at.map((degrees) => String(rounded(degrees))).join(' ');
}

/** About ten centimetres. */
function rounded(degrees: number): number {
  return Number(degrees.toFixed(6)) + 0;
}

/** True if the numbers can be degrees of longitude and latitude. */
export function isOnEarth([east, north]: GeoPosition): boolean {
  return Math.abs(east) <= 180 && Math.abs(north) <= 90;
}
