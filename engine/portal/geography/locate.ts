/** In which district a place lies. Browser and server use the same code. */
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { MultiPolygon } from 'geojson';
import polylabel from 'polylabel';
import { onceForEach } from '../values/once-for-each.ts';
import { boundsOf } from './bounds.ts';
import type { Districts } from './districts.ts';
import { type GeoPosition, type Geometry, readGeometry } from './geometry.ts';

/** The index of the first district around the position, or on whose border it lies; -1: none. */
export function districtAt({ outlines }: Pick<Districts, 'outlines'>, at: GeoPosition): number {
  return polygonsOf(outlines).findIndex((polygon) => booleanPointInPolygon([...at], polygon));
}

/** With their bounds: a place outside of these is not compared with every corner. */
const polygonsOf = onceForEach((outlines: Districts['outlines']): readonly MultiPolygon[] =>
  outlines.map((coordinates) => ({
    type: 'MultiPolygon',
    coordinates,
    bbox: boundsOf(coordinates.flat(2)),
  })),
);

/**
 * The district of a stored answer, which for an area is that of its middle: the point inside that is farthest from its
 * outline.
 * @returns a row's value; undefined outside of all districts, or without a place
 */
export function districtOf(districts: Districts, answer: unknown): string | undefined {
  const geometry = readGeometry(answer);
  return geometry === null ? undefined : districts.values[districtAt(districts, middleOf(geometry))];
}

/** Degrees: about a metre. */
const finest = 0.00001;

/** Steps along the longer side of an outline. In metres, a ribbon around the earth would take gigabytes. */
const steps = 200;

export function middleOf(geometry: Geometry): GeoPosition {
  if (geometry.shape === 'point') return geometry.at;
  const [first = [0, 0]] = geometry.corners;
  return middleOfOutline([[...geometry.corners, first].map((corner) => [...corner])]);
}

/** @param outline its rings; a closed outline first, then holes */
export function middleOfOutline(outline: number[][][]): GeoPosition {
  const rings = outline.map((ring) => ring.map(([x = 0, y = 0]): [number, number] => [x, y]));
  const [west, south, east, north] = boundsOf(rings[0] ?? []);
  const [width, height] = [east - west, north - south];
  const precision = Math.max(finest, Math.max(width, height) / steps);
  // For an outline this thin polylabel returns a corner of its bounds.
  if (Math.min(width, height) <= precision) return [(west + east) / 2, (south + north) / 2];
  const [x = 0, y = 0] = polylabel(rings, precision);
  return [x, y];
}
