/** The rectangle of meridians and parallels around positions. */

/** In the order of a GeoJSON `bbox`. */
export type MapBounds = [west: number, south: number, east: number, north: number];

export function boundsOf(positions: readonly (readonly number[])[]): MapBounds {
  const easts = positions.map(([east = 0]) => east);
  const norths = positions.map(([, north = 0]) => north);
  return [Math.min(...easts), Math.min(...norths), Math.max(...easts), Math.max(...norths)];
}
