/** The map of a question for a place, with ways to choose it that need neither dragging nor sight of the map. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { formMessages } from '../../locales/forms.ts';
import { mapMessages } from '../../locales/maps.ts';
import { positionsOf, sayGeometry } from '../../portal/geography/coordinates.ts';
import type { Districts } from '../../portal/geography/districts.ts';
import {
  type GeoPosition,
  type Geometry,
  type GeometryShape,
  readOutline,
  writeGeometry,
} from '../../portal/geography/geometry.ts';
import { districtAt, middleOf, middleOfOutline } from '../../portal/geography/locate.ts';
import type { MapTiles } from '../../portal/model/portal.ts';
import { text } from '../language/text.ts';
import { type DrawnMap, drawMap } from './draw-map.ts';
import { loadLeafletStyles } from './leaflet-styles.ts';
import styles from './map.module.css';

interface LocationMapProps {
  readonly shape: GeometryShape;
  /** As the form stores it. */
  readonly value: unknown;
  readonly districts: Districts | null;
  readonly tiles: MapTiles | null;
  readonly onChange: (value: string | undefined) => void;
}

/** For `lazy`: the map together with its styles. */
export async function loadLocationMap() {
  await loadLeafletStyles();
  return { default: LocationMap };
}

function LocationMap({ shape, value, districts, tiles, onChange }: LocationMapProps) {
  const [isUnknown, setIsUnknown] = useState(false);
  const geometry = useMemo(() => readOutline(value), [value]);
  const choose = (next: Geometry | null) => {
    setIsUnknown(false);
    onChange(next === null ? undefined : writeGeometry(next));
  };
  const put = (at: GeoPosition) =>
    choose(
      shape === 'point'
        ? { shape, at }
        : { shape, corners: [...(geometry === null ? [] : positionsOf(geometry)), at] },
    );
  const locate = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => put([coords.longitude, coords.latitude]),
      () => setIsUnknown(true),
      { enableHighAccuracy: true, timeout: 20_000 },
    );
  return (
    <div className={styles.part}>
      <p className={styles.hint}>
        {text(shape === 'point' ? mapMessages.howToPlace : mapMessages.howToMark)}
      </p>
      {(districts !== null || tiles !== null) && (
        <MapView shape={shape} geometry={geometry} districts={districts} tiles={tiles} onChoose={choose} />
      )}
      <output className={styles.place}>
        {isUnknown ? text(mapMessages.positionUnknown) : sayPlace(geometry, districts)}
      </output>
      <div className={styles.ways}>
        {shape === 'point' && districts !== null && <DistrictChoice districts={districts} onPut={put} />}
        <Button variant="default" onClick={locate}>
          {text(mapMessages.myPosition)}
        </Button>
        {geometry !== null && (
          <Button variant="subtle" onClick={() => choose(withoutLast(geometry))}>
            {text(shape === 'point' ? mapMessages.removePlace : mapMessages.removeCorner)}
          </Button>
        )}
      </div>
    </div>
  );
}

interface MapViewProps extends Pick<LocationMapProps, 'shape' | 'districts' | 'tiles'> {
  readonly geometry: Geometry | null;
  readonly onChoose: (geometry: Geometry | null) => void;
}

function MapView({ shape, geometry, districts, tiles, onChoose }: MapViewProps) {
  const holder = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnMap>(null);
  const latest = useRef({ geometry, onChoose });
  useEffect(() => {
    latest.current = { geometry, onChoose };
  });
  useEffect(() => {
    if (holder.current === null) return;
    const map = drawMap(holder.current, {
      shape,
      districts,
      tiles,
      onChoose: (next) => latest.current.onChoose(next),
    });
    drawn.current = map;
    map.show(latest.current.geometry);
    return () => {
      drawn.current = null;
      map.remove();
    };
  }, [shape, districts, tiles]);
  useEffect(() => drawn.current?.show(geometry), [geometry]);
  return (
    // The map takes keys: arrows move it, and Enter chooses its middle.
    <div ref={holder} className={styles.map} role="application" aria-label={text(mapMessages.map)} />
  );
}

interface DistrictChoiceProps {
  readonly districts: Districts;
  readonly onPut: (at: GeoPosition) => void;
}

/** For those who do not see the map: the middle of a district, from where the arrow keys move the marker. */
function DistrictChoice({ districts, onPut }: DistrictChoiceProps) {
  const id = useId();
  return (
    <label htmlFor={id}>
      {text(mapMessages.goToDistrict)}
      <select
        id={id}
        value=""
        onChange={({ currentTarget }) => {
          const [outline] = districts.outlines[districts.values.indexOf(currentTarget.value)] ?? [];
          if (outline !== undefined) onPut(middleOfOutline(outline));
        }}
      >
        <option value="">{text(formMessages.nothingChosen)}</option>
        {districts.values.map((value, index) => (
          <option key={value} value={value}>
            {districts.names[index]}
          </option>
        ))}
      </select>
    </label>
  );
}

function withoutLast(geometry: Geometry): Geometry | null {
  if (geometry.shape === 'point' || geometry.corners.length === 1) return null;
  return { ...geometry, corners: geometry.corners.slice(0, -1) };
}

function sayPlace(geometry: Geometry | null, districts: Districts | null): string {
  if (geometry === null) return text(mapMessages.noPlace);
  const coordinates = sayGeometry(geometry);
  if (districts === null) return text(mapMessages.place, { coordinates });
  const index = districtAt(districts, middleOf(geometry));
  const district = districts.names[index];
  return district === undefined
    ? text(mapMessages.outside, { coordinates })
    : text(mapMessages.inDistrict, { district, coordinates });
}
