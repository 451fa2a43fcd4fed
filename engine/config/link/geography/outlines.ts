/** The outlines of districts in a GeoJSON file, and what is wrong with them. */
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { MultiPolygon, Position } from 'geojson';
import { boundsOf, type MapBounds } from '../../../portal/geography/bounds.ts';
import { isOnEarth } from '../../../portal/geography/geometry.ts';
import { crossesItself } from '../../../portal/geography/wrong-locations.ts';
import { isMapping } from '../../../portal/values/is-mapping.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import type { ParsedFile } from '../../source/source.ts';

export type OutlineFault =
  | { readonly is: 'swapped' | 'not-degrees'; readonly position: Position }
  | { readonly is: 'not-closed' | 'too-short' | 'crossing' };

/** As GeoJSON has it: polygons of rings of positions. */
export type DistrictOutline = MultiPolygon['coordinates'];

/** The outlines of the features in the file, in order, as they are written. */
const writtenOutlines = onceForEach(({ value }: ParsedFile): readonly DistrictOutline[] => {
  const features: unknown = isMapping(value) ? value['features'] : [];
  return (Array.isArray(features) ? features : []).map((feature: unknown): DistrictOutline => {
    const geometry = isMapping(feature) && isMapping(feature['geometry']) ? feature['geometry'] : {};
    const polygons = geometry['type'] === 'Polygon' ? [geometry['coordinates']] : geometry['coordinates'];
    return isOutline(polygons) ? polygons : [];
  });
});

/** The schema reports any other shape. */
function isOutline(value: unknown): value is DistrictOutline {
  if (!Array.isArray(value)) return false;
  const rings: unknown[] = value.flat();
  return rings.every(Array.isArray) && rings.flat().every(isPosition);
}

function isPosition(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'number');
}

/** The same with five decimals, which is about a metre. */
export const outlinesOf = onceForEach((file: ParsedFile): readonly DistrictOutline[] =>
  writtenOutlines(file).map((polygons) => polygons.map((rings) => rings.map(roundRing))),
);

function roundRing(ring: Position[]): Position[] {
  return ring.map(([east = 0, north = 0]) => [Number(east.toFixed(5)), Number(north.toFixed(5))]);
}

export function cornersOf(outlines: readonly DistrictOutline[]): number {
  return outlines.reduce((sum, outline) => sum + outline.flat(2).length, 0);
}

/** The fault of each outline; null: none. It takes seconds for a single ring of many thousand corners. */
export const faultsOf = onceForEach((file: ParsedFile): readonly (OutlineFault | null)[] =>
  writtenOutlines(file).map(faultOf),
);

function faultOf(polygons: DistrictOutline): OutlineFault | null {
  const off = polygons.flat(2).find(([east = 0, north = 0]) => !isOnEarth([east, north]));
  if (off !== undefined) {
    const isSwapped = polygons.flat(2).every(([east = 0, north = 0]) => isOnEarth([north, east]));
    return { is: isSwapped ? 'swapped' : 'not-degrees', position: off };
  }
  return (
    polygons
      .flat()
      .map(ringFault)
      .find((fault) => fault !== null) ?? null
  );
}

function ringFault(ring: Position[]): OutlineFault | null {
  const [first, last] = [ring[0], ring.at(-1)];
  if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1]) return { is: 'not-closed' };
  if (ring.length < 4) return { is: 'too-short' };
  return crossesItself(ring.slice(0, -1)) ? { is: 'crossing' } : null;
}

/** Samples on each side of a grid. Borders that are drawn twice differ by less than a cell. */
const cells = 24;

/**
 * The share of the smaller of two districts that the other covers as well, by samples on a grid.
 * @returns between 0 and 1
 */
export function overlapOf(one: DistrictOutline, other: DistrictOutline): number {
  const [boundsOfOne, boundsOfOther] = [boundsOf(one.flat(2)), boundsOf(other.flat(2))];
  if (areApart(boundsOfOne, boundsOfOther)) return 0;
  const isOneSmaller = sizeOf(boundsOfOne) <= sizeOf(boundsOfOther);
  const [small, large] = isOneSmaller ? [one, other] : [other, one];
  const inside = samplesOf(isOneSmaller ? boundsOfOne : boundsOfOther).filter((at) => isIn(at, small));
  const both = inside.filter((at) => isIn(at, large));
  return inside.length === 0 ? 0 : both.length / inside.length;
}

function areApart([west, south, east, north]: MapBounds, other: MapBounds): boolean {
  return other[0] >= east || other[2] <= west || other[1] >= north || other[3] <= south;
}

function sizeOf([west, south, east, north]: MapBounds): number {
  return (east - west) * (north - south);
}

/** The middles of the cells. */
function samplesOf([west, south, east, north]: MapBounds): Position[] {
  const steps = Array.from({ length: cells }, (_, index) => (index + 0.5) / cells);
  return steps.flatMap((x) => steps.map((y) => [west + x * (east - west), south + y * (north - south)]));
}

function isIn(at: Position, coordinates: DistrictOutline): boolean {
  return booleanPointInPolygon(at, { type: 'MultiPolygon', coordinates });
}
