/** Messages of maps: how somebody chooses a place, and how a place is shown. */
import { catalogue } from './catalogue.ts';

export const mapMessages = catalogue('maps', {
  cornersHint: 'One corner a line: latitude, longitude.',
  corner: 'Corner {number}. The arrow keys move it, Delete removes it.',
  coordinatesHint: 'Latitude, longitude.',
  goToDistrict: 'Put the marker in',
  howToMark: 'Tap each corner on the map. You can drag the corners.',
  howToPlace: 'Tap the place on the map, or drag the marker.',
  inDistrict: 'In {district}: {coordinates}',
  map: 'Map. The arrow keys move it, + and - change its size, Enter chooses its middle.',
  marker: 'Marker. The arrow keys move it.',
  myPosition: 'Use my position',
  noPlace: 'No place chosen yet.',
  openMaps: 'Open in a maps app',
  outside: 'Outside of the districts: {coordinates}',
  place: 'At {coordinates}',
  positionUnknown: 'Your device does not say where you are. Choose the place on the map.',
  removeCorner: 'Remove the last corner',
  removePlace: 'Remove the place',
  zoomIn: 'Larger',
  zoomOut: 'Smaller',
});
