/** Finds what JSON Schema cannot express about places: an outline that crosses itself, a place outside of all districts. */
import { kinks } from '@turf/kinks';
import { formMessages } from '../../locales/forms.ts';
import { message, type Message } from '../../locales/message.ts';
import type { JsonSchema } from '../model/form.ts';
import { answersBelow } from '../values/answers-below.ts';
import { positionsOf } from './coordinates.ts';
import { districtsIn } from './districts.ts';
import { type Geometry, readGeometry } from './geometry.ts';
import { districtAt } from './locate.ts';

/** Each wrong place in the answers: its path and what to do. An answer that is no place has an error of its own. */
export function wrongLocations(uiSchema: JsonSchema, answers: unknown): [string, Message][] {
  return answersBelow(uiSchema, answers).flatMap(({ path, words, answer }): [string, Message][] => {
    const geometry = 'ui:shape' in words ? readGeometry(answer) : null;
    const fault = geometry === null ? null : faultOf(geometry, words);
    return fault === null ? [] : [[path, fault]];
  });
}

function faultOf(geometry: Geometry, uiSchema: JsonSchema): Message | null {
  if (geometry.shape === 'area' && crossesItself(geometry.corners))
    return message(formMessages.outlineCrosses);
  const districts = districtsIn(uiSchema);
  if (districts === null || districts.isOutsideAllowed) return null;
  const isInside = positionsOf(geometry).every((at) => districtAt(districts, at) !== -1);
  return isInside ? null : message(formMessages.outsideDistricts);
}

/** @param corners without the repeated first one */
export function crossesItself(corners: readonly (readonly number[])[]): boolean {
  const [first = []] = corners;
  const ring = [...corners, first].map((corner) => [...corner]);
  return kinks({ type: 'Polygon', coordinates: [ring] }).features.length > 0;
}
