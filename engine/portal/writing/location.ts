/** Writes a point or an area as records store it, whatever people typed. */
import { readCoordinates } from '../geography/coordinates.ts';
import {
  type GeoPosition,
  type GeometryShape,
  longestGeometries,
  writeGeometry,
} from '../geography/geometry.ts';

/** Of a place with more decimals and blanks than it is stored with. */
const longestTyped = 2 * longestGeometries.area;

/** A text that is no place stays as typed, so that the error can show it. */
export function writeLocation(text: string, shape: GeometryShape): string {
  if (text.length > longestTyped) return text;
  const positions = wellKnown(text) ?? typedPositions(text);
  const [first] = positions ?? [];
  if (positions === null || first === undefined) return text;
  if (shape === 'area') return writeGeometry({ shape, corners: withoutRepeated(positions) });
  return positions.length === 1 ? writeGeometry({ shape, at: first }) : text;
}

/** No two parts of it can match the same characters, so that a long text takes no long time. */
const pattern = /^(?:POINT\s*\(([^()]*)\)|POLYGON\s*\(\s*\(([^()]*)\)\s*\))$/i;

/** Programs may write well-known text with other blanks, more decimals or an open outline. */
function wellKnown(text: string): GeoPosition[] | null {
  const [, point, outline] = pattern.exec(text.trim()) ?? [];
  const inner = point ?? outline;
  if (inner === undefined) return null;
  const positions = inner.split(',').map((one) => one.trim().split(/\s+/).map(Number));
  return positions.every((one) => one.length === 2 && one.every(Number.isFinite))
    ? positions.map(([east = 0, north = 0]) => [east, north])
    : null;
}

/** One corner a line. */
function typedPositions(text: string): GeoPosition[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const positions = lines.map(readCoordinates);
  return positions.includes(null) ? null : positions.flatMap((one) => (one === null ? [] : [one]));
}

/** The first corner again at the end only closes the outline. */
function withoutRepeated(corners: readonly GeoPosition[]): readonly GeoPosition[] {
  const [first, last] = [corners[0], corners.at(-1)];
  const isClosed = corners.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
  return isClosed ? corners.slice(0, -1) : corners;
}
