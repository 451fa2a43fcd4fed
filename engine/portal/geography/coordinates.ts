/** Coordinates as people write and read them: latitude first, such as `14.5995, 120.9842`. */
import { type GeoPosition, type Geometry, isOnEarth, readGeometry } from './geometry.ts';

/** `14.5995° N, 120.9842° E`; of an area the spans between which it lies. Null if the text is no place. */
export function sayCoordinates(text: unknown): string | null {
  const geometry = readGeometry(text);
  return geometry === null ? null : sayGeometry(geometry);
}

export function sayGeometry(geometry: Geometry): string {
  const [east, north] = [0, 1].map((axis) => spanOf(geometry, axis));
  return `${degreesText(north ?? [], 'N', 'S')}, ${degreesText(east ?? [], 'E', 'W')}`;
}

function spanOf(geometry: Geometry, axis: number): number[] {
  const degrees = positionsOf(geometry).map((at) => at[axis] ?? 0);
  return [...new Set([Math.min(...degrees), Math.max(...degrees)])];
}

export function positionsOf(geometry: Geometry): readonly GeoPosition[] {
  return geometry.shape === 'point' ? [geometry.at] : geometry.corners;
}

/** One number, or the first and the last. */
function degreesText(degrees: readonly number[], above: string, below: string): string {
  const side = (one: number) => (one < 0 ? below : above);
  const isOneSide = new Set(degrees.map(side)).size === 1;
  if (isOneSide) return `${degrees.map((one) => Math.abs(one)).join('–')}° ${side(degrees[0] ?? 0)}`;
  return degrees.map((one) => `${Math.abs(one)}° ${side(one)}`).join(' – ');
}

/** `14.5995, 120.9842`, as maps show and accept it. */
export function writeCoordinates([east, north]: GeoPosition): string {
  return `${north}, ${east}`;
}

/** The address that opens maps (RFC 5870). */
export function geoAddress([east, north]: GeoPosition): string {
  return `geo:${north},${east}`;
}

const separators = /[\s,;]+/;

/**
 * Reads `14.5995, 120.9842`, `14.5995° N 120.9842° E`, `120.9842 E, 14.5995 N` or `geo:14.5995,120.9842`.
 * @returns null if the text is no position
 */
export function readCoordinates(text: string): GeoPosition | null {
  const [, address = text] = /^\s*geo:([^;?]*)/i.exec(text) ?? [];
  const plain = address
    .replaceAll(/[°º]/g, ' ')
    .replaceAll(/([NSEW])/gi, ' $1 ')
    .replaceAll('\u2212', '-')
    .trim();
  const words = plain.split(separators);
  const numbers = words.filter((word) => /^[+-]?\d{1,3}(\.\d{1,15})?$/.test(word)).map(Number);
  const sides = words.filter((word) => /^[NSEW]$/i.test(word)).map((side) => side.toUpperCase());
  const [first, second] = numbers;
  if (first === undefined || second === undefined || numbers.length + sides.length !== words.length)
    return null;
  if (numbers.length !== 2) return null;
  const at = sides.length === 0 ? ([second, first] as const) : sided([first, second], sides);
  return at !== null && isOnEarth(at) ? at : null;
}

/** Each number with the side of the world that is written with it. */
function sided([first, second]: readonly [number, number], sides: readonly string[]): GeoPosition | null {
  const [one = '', other = ''] = sides;
  if (sides.length !== 2 || isOfLatitude(one) === isOfLatitude(other)) return null;
  return isOfLatitude(one)
    ? [signed(second, other), signed(first, one)]
    : [signed(first, one), signed(second, other)];
}

function signed(degrees: number, side: string): number {
  return side === 'S' || side === 'W' ? -degrees : degrees;
}

function isOfLatitude(side: string): boolean {
  return side === 'N' || side === 'S';
}
