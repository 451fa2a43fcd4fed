/** Draws districts and a place as the paths of an SVG picture, north up. */
import { boundsOf } from './bounds.ts';
import { positionsOf } from './coordinates.ts';
import type { Districts } from './districts.ts';
import type { GeoPosition, Geometry } from './geometry.ts';

export interface MapSketch {
  readonly width: number;
  readonly height: number;
  /** Each district: its value and its path. */
  readonly districts: readonly { readonly value: string; readonly path: string }[];
  /** The path of an area, or the point. */
  readonly mark: { readonly path: string } | { readonly x: number; readonly y: number };
}

/** The longer side of the picture, in its own units. */
const side = 240;
const margin = 8;
/** Degrees around a place without districts. */
const around = 0.002;

/** Longitudes are narrower than latitudes, by the cosine of the latitude in the middle. */
export function sketchOf(
  geometry: Geometry,
  districts: Pick<Districts, 'values' | 'outlines'> | null,
): MapSketch {
  const marked = positionsOf(geometry);
  const drawn = districts?.outlines.flat(3) ?? [];
  const near =
    drawn.length > 0
      ? []
      : marked.flatMap(([east, north]) => [
          [east - around, north - around],
          [east + around, north + around],
        ]);
  const all = [...marked, ...drawn, ...near];
  const [west, south, east, north] = boundsOf(all);
  const narrow = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const scale = (side - 2 * margin) / Math.max((east - west) * narrow, north - south);
  const at = ([x = 0, y = 0]: readonly number[]): [number, number] => [
    tenth(margin + (x - west) * narrow * scale),
    tenth(margin + (north - y) * scale),
  ];
  const ringOf = (ring: readonly (readonly number[])[]) =>
    `M${ring.map((one) => at(one).join(' ')).join('L')}Z`;
  return {
    width: tenth((east - west) * narrow * scale + 2 * margin),
    height: tenth((north - south) * scale + 2 * margin),
    districts: (districts?.outlines ?? []).map((polygons, index) => ({
      value: districts?.values[index] ?? '',
      path: polygons.flat().map(ringOf).join(''),
    })),
    mark: markOf(geometry, at, ringOf),
  };
}

function markOf(
  geometry: Geometry,
  at: (position: readonly number[]) => [number, number],
  ringOf: (ring: readonly GeoPosition[]) => string,
): MapSketch['mark'] {
  if (geometry.shape === 'area') return { path: ringOf(geometry.corners) };
  const [x, y] = at(geometry.at);
  return { x, y };
}

function tenth(number: number): number {
  return Math.round(number * 10) / 10;
}
