/** Questions for a place: its coordinates as text, and a map that loads only with such a question. */
import { lazy, useMemo } from 'react';
import { mapMessages } from '../../../locales/maps.ts';
import { positionsOf, writeCoordinates } from '../../../portal/geography/coordinates.ts';
import { districtsIn } from '../../../portal/geography/districts.ts';
import { type GeometryShape, readOutline } from '../../../portal/geography/geometry.ts';
import { writeLocation } from '../../../portal/writing/location.ts';
import { text } from '../../language/text.ts';
import { LazyPart } from '../../loading/lazy-part.tsx';
import { useSlice } from '../../session/portal-context.ts';
import type { WidgetProps } from './form-context.ts';
import { InputWidget } from './input-widget.tsx';
import { Textarea } from './text-widgets.tsx';
import styles from '../forms.module.css';

const LocationMap = lazy(async () => (await import('../../map/location-map.tsx')).loadLocationMap());

export function LocationWidget(props: WidgetProps) {
  return (
    <>
      <InputWidget {...props} manner={{ type: 'text', width: 'middle', show: showPositions }} />
      <span className={styles.unit}>{text(mapMessages.coordinatesHint)}</span>
      <MapPart {...props} shape="point" />
    </>
  );
}

export function AreaWidget(props: WidgetProps) {
  return (
    <>
      <Textarea {...props} show={showPositions} read={(typed) => writeLocation(typed, 'area')} />
      <span className={styles.unit}>{text(mapMessages.cornersHint)}</span>
      <MapPart {...props} shape="area" />
    </>
  );
}

/** One position a line; what is no place stays as it was typed. */
function showPositions(value: string): string {
  const geometry = readOutline(value);
  return geometry === null ? value : positionsOf(geometry).map(writeCoordinates).join('\n');
}

function MapPart({ shape, ...props }: WidgetProps & { readonly shape: GeometryShape }) {
  const { value, disabled, readonly, uiSchema = {}, onChange } = props;
  const { map = null } = useSlice();
  // The same object each time, so that the map is not drawn again.
  const districts = useMemo(() => districtsIn(uiSchema), [uiSchema]);
  if (disabled === true || readonly === true) return null;
  return (
    <LazyPart>
      <LocationMap shape={shape} value={value} districts={districts} tiles={map} onChange={onChange} />
    </LazyPart>
  );
}
