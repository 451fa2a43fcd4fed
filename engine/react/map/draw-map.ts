/** A map on which somebody chooses a point or marks an area: by pointer, by finger or with keys. */
import {
  control,
  type DivIcon,
  divIcon,
  type LatLng,
  latLng,
  type LatLngBounds,
  latLngBounds,
  map as createMap,
  type Map as LeafletMap,
  type Marker,
  marker as createMarker,
  point,
  polygon as createPolygon,
  tileLayer,
} from 'leaflet';
import { mapMessages } from '../../locales/maps.ts';
import type { Districts } from '../../portal/geography/districts.ts';
import type { GeoPosition, Geometry, GeometryShape } from '../../portal/geography/geometry.ts';
import { positionsOf } from '../../portal/geography/coordinates.ts';
import { middleOfOutline } from '../../portal/geography/locate.ts';
import type { MapTiles } from '../../portal/model/portal.ts';
import { text } from '../language/text.ts';
import styles from './map.module.css';

export interface MapOptions {
  readonly shape: GeometryShape;
  readonly districts: Districts | null;
  readonly tiles: MapTiles | null;
  readonly onChoose: (geometry: Geometry | null) => void;
}

export interface DrawnMap {
  /** Draws the place, and moves to it if it is out of sight. */
  readonly show: (geometry: Geometry | null) => void;
  readonly remove: () => void;
}

/** Pixels by which an arrow key moves a marker; with Shift one pixel. */
const step = 10;
/** The zoom at which a house can be told from the next. */
const nearZoom = 17;

export function drawMap(element: HTMLElement, options: MapOptions): DrawnMap {
  const { districts, tiles, shape, onChoose } = options;
  const map = createMap(element, {
    zoomControl: false,
    attributionControl: tiles !== null,
    maxZoom: tiles?.deepest ?? nearZoom + 2,
    zoomSnap: tiles === null ? 0.25 : 1,
    fadeAnimation: false,
    zoomAnimation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
  });
  control.zoom({ zoomInTitle: text(mapMessages.zoomIn), zoomOutTitle: text(mapMessages.zoomOut) }).addTo(map);
  if (tiles !== null) {
    map.attributionControl?.setPrefix(false);
    tileLayer(tiles.tiles, { attribution: escaped(tiles.attribution), maxZoom: tiles.deepest }).addTo(map);
  }
  element.classList.toggle(styles.withTiles ?? '', tiles !== null);
  const bounds = districts === null ? null : drawDistricts(map, districts);
  if (bounds === null) map.fitWorld();
  else map.fitBounds(bounds);
  let shown: Geometry | null = null;
  let isMoved = false;
  const place = drawPlace(map, shape, onChoose);
  const choose = (at: LatLng) => {
    const position = positionOf(at);
    if (shape === 'point') onChoose({ shape, at: position });
    else onChoose({ shape, corners: [...(shown === null ? [] : positionsOf(shown)), position] });
  };
  map.on('click', ({ latlng }) => choose(latlng));
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.target !== element) return;
    event.preventDefault();
    choose(map.getCenter());
  });
  return {
    show(geometry) {
      shown = geometry;
      place.show(geometry);
      const corners = latLngBounds(geometry === null ? [] : positionsOf(geometry).map(latLngOf));
      if (!corners.isValid() || (isMoved && map.getBounds().contains(corners))) return;
      isMoved = true;
      if (bounds === null) map.fitBounds(corners, { maxZoom: nearZoom });
      else if (!map.getBounds().contains(corners)) map.fitBounds(corners.extend(bounds));
    },
    remove: () => map.remove(),
  };
}

/** @returns the bounds of all of them */
function drawDistricts(map: LeafletMap, { outlines, names }: Districts): LatLngBounds {
  const drawn = outlines.map((polygons, index) => {
    const rings = polygons.map((ones) => ones.map((ring) => ring.map(latLngOf)));
    const layer = createPolygon(rings, { interactive: false, className: styles.district ?? '' }).addTo(map);
    const [largest = []] = polygons.toSorted((one, other) => (other[0]?.length ?? 0) - (one[0]?.length ?? 0));
    const name = names[index] ?? '';
    const label = createMarker(latLngOf(middleOfOutline(largest)), {
      interactive: false,
      keyboard: false,
      icon: divIcon({
        className: styles.name ?? '',
        html: escaped(name),
        iconSize: point(widthOf(name), 16),
      }),
    });
    return { layer, label, width: widthOf(name) };
  });
  // A name that is wider than its district would cover others.
  const place = () => {
    for (const { layer, label, width } of drawn) {
      const bounds = layer.getBounds();
      const west = map.latLngToContainerPoint(bounds.getSouthWest());
      const east = map.latLngToContainerPoint(bounds.getNorthEast());
      if (east.x - west.x > width) label.addTo(map);
      else label.remove();
    }
  };
  map.on('zoomend', place);
  map.whenReady(place);
  return drawn.reduce((all, { layer }) => all.extend(layer.getBounds()), latLngBounds([]));
}

/** About the width of small letters, in pixels. */
function widthOf(name: string): number {
  return name.length * 7;
}

/** The marker of a point, or the outline of an area with a marker at each corner. */
function drawPlace(
  map: LeafletMap,
  shape: GeometryShape,
  onChoose: MapOptions['onChoose'],
): Pick<DrawnMap, 'show'> {
  const outline = createPolygon([], { interactive: false, className: styles.marked ?? '' });
  const markers: Marker[] = [];
  const chosen = (): Geometry | null => {
    const corners = markers.map((one) => positionOf(one.getLatLng()));
    if (shape === 'area') return corners.length === 0 ? null : { shape, corners };
    return corners[0] === undefined ? null : { shape, at: corners[0] };
  };
  const add = (at: LatLng) => {
    const number = markers.length + 1;
    const name = shape === 'point' ? text(mapMessages.marker) : text(mapMessages.corner, { number });
    const one = createMarker(at, { draggable: true, icon: iconOf(shape), title: name, alt: name });
    markers.push(one);
    one.addTo(map);
    const element = one.getElement();
    element?.setAttribute('aria-label', name);
    one.on('drag', () => outline.setLatLngs(markers.map((each) => each.getLatLng())));
    one.on('dragend', () => onChoose(chosen()));
    element?.addEventListener('keydown', (event) => {
      const isRemoved = shape === 'area' && ['Delete', 'Backspace'].includes(event.key);
      const to = movedBy(map, one.getLatLng(), event);
      if (!isRemoved && to === null) return;
      event.preventDefault();
      event.stopPropagation();
      if (isRemoved) markers.splice(markers.indexOf(one), 1)[0]?.remove();
      else if (to !== null) one.setLatLng(to);
      onChoose(chosen());
    });
  };
  return {
    show(geometry) {
      const corners = geometry === null ? [] : positionsOf(geometry).map(latLngOf);
      // Markers stay, so that the keyboard's focus does.
      corners.slice(markers.length).forEach(add);
      for (const one of markers.splice(corners.length)) one.remove();
      markers.forEach((one, index) => one.setLatLng(corners[index] ?? one.getLatLng()));
      outline.setLatLngs(corners);
      if (shape === 'area') outline.addTo(map);
    },
  };
}

function movedBy(map: LeafletMap, at: LatLng, { key, shiftKey }: KeyboardEvent): LatLng | null {
  const [x, y] = arrows[key] ?? [0, 0];
  if (x === 0 && y === 0) return null;
  const length = shiftKey ? 1 : step;
  return map.containerPointToLatLng(map.latLngToContainerPoint(at).add(point(x * length, y * length)));
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function iconOf(shape: GeometryShape): DivIcon {
  const corner = shape === 'area' ? ` ${styles.corner ?? ''}` : '';
  return divIcon({ className: `${styles.marker ?? ''}${corner}`, iconSize: point(44, 44) });
}

/** A map may have been turned around the world. */
function positionOf(at: LatLng): GeoPosition {
  const { lng, lat } = at.wrap();
  return [lng, lat];
}

function latLngOf([east = 0, north = 0]: readonly number[]): LatLng {
  return latLng(north, east);
}

/** For Leaflet, which takes names and attributions as HTML. */
function escaped(plain: string): string {
  const element = document.createElement('span');
  element.textContent = plain;
  return element.innerHTML;
}
