/** A small map of a place that is only shown, drawn from the districts of the question. */
import { mapMessages } from '../../locales/maps.ts';
import { geoAddress } from '../../portal/geography/coordinates.ts';
import { middleOf } from '../../portal/geography/locate.ts';
import { sketchOf } from '../../portal/geography/sketch.ts';
import type { FactLocation } from '../facts/facts.ts';
import { text } from '../language/text.ts';
import styles from './map.module.css';

export function Sketch({ geometry, districts }: FactLocation) {
  const { width, height, districts: drawn, mark } = sketchOf(geometry, districts);
  return (
    <span className={styles.shown}>
      {districts !== null && (
        <svg
          className={styles.sketch}
          viewBox={`0 0 ${width} ${height}`}
          // The coordinates beside it say the same.
          aria-hidden
        >
          {drawn.map(({ value, path }) => (
            <path key={value} className={styles.district} d={path} />
          ))}
          {'path' in mark ? (
            <path className={styles.marked} d={mark.path} />
          ) : (
            <circle className={styles.point} cx={mark.x} cy={mark.y} r={5} />
          )}
        </svg>
      )}
      <a href={geoAddress(middleOf(geometry))}>{text(mapMessages.openMaps)}</a>
    </span>
  );
}
