/** In which district a place lies. Browser and server use the same code. */
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import polylabel from 'polylabel';
import type { Districts } from './districts.ts';
import { type GeoPosition, type Geometry, readGeometry } from './geometry.ts';

/** The index of the first district around the position, or on whose border it lies; -1: none. */
export function districtAt({ outlines }: Pick<Districts, 'outlines'>, at: GeoPosition): number {
  return outlines.findIndex((coordinates) =>
    booleanPointInPolygon([...at], { type: 'MultiPolygon', coordinates }),
  );
}

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
const precision = 0.00001;

export function middleOf(geometry: Geometry): GeoPosition {
  if (geometry.shape === 'point') return geometry.at;
  const [first = [0, 0]] = geometry.corners;
  return middleOfOutline([[...geometry.corners, first].map((corner) => [...corner])]);
}

/** @param outline its rings; a closed outline first, then holes */
export function middleOfOutline(outline: number[][][]): GeoPosition {
  const rings = outline.map((ring) => ring.map(([x = 0, y = 0]): [number, number] => [x, y]));
  const [east = 0, north = 0] = polylabel(rings, precision);
  return [east, north];
}
