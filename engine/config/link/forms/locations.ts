/** Questions for a point or an area on a map: `format: location` with its words. */
import { type Districts, districtsIn } from '../../../portal/geography/districts.ts';
import {
  type GeoPosition,
  geometryPatterns,
  type GeometryShape,
  longestGeometries,
  readGeometry,
  writeGeometry,
} from '../../../portal/geography/geometry.ts';
import { middleOfOutline } from '../../../portal/geography/locate.ts';
import { wrongLocations } from '../../../portal/geography/wrong-locations.ts';
import type { JsonSchema } from '../../../portal/model/form.ts';
import { districtsNamed } from '../geography/districts.ts';
import { child, type Cursor, isPresent, text } from '../input/cursor.ts';
import { countUse, type LinkContext, report, reportUnknown } from '../input/link-context.ts';
import type { CompiledSchema } from './form-compilation.ts';
import { textWords, wordsThatFail } from '../input/answer-words.ts';

/** Words that only such a question has. */
const locationWords = ['shape', 'districts', 'outside'] as const;

/** Words that give a question other answers than places. */
const otherAnswers = [...textWords, 'lookup', 'enum', 'const', 'items', 'properties', 'compute', 'ui:widget'];

/** @param rest the question's own words of JSON Schema, without the format */
export function compileLocation(at: Cursor, rest: JsonSchema, context: LinkContext): CompiledSchema {
  const shape: GeometryShape = text(child(at, 'shape')) === 'area' ? 'area' : 'point';
  checkOutside(at, context);
  const words = compileDistricts(at, context);
  for (const { at: one, word } of wordsThatFail(at, otherAnswers))
    report(context, 'form/location-with-answers', one, { word });
  checkDefaultPlace(child(at, 'default'), { ...words, 'ui:shape': shape }, context);
  return {
    schema: {
      type: 'string',
      maxLength: longestGeometries[shape],
      pattern: geometryPatterns[shape],
      examples: [exampleOf(shape, districtsIn(words))],
      ...rest,
    },
    uiSchema: { 'ui:widget': shape === 'area' ? 'area' : 'location', 'ui:shape': shape, ...words },
  };
}

const greenwich: GeoPosition = [-0.0015, 51.4779];
/** Degrees: about a metre. */
const aside = 0.00001;

/** A place that the form accepts: in the middle of the first district. */
function exampleOf(shape: GeometryShape, districts: Districts | null): string {
  const outline = districts?.outlines[0]?.[0];
  const [east, north] = outline === undefined ? greenwich : middleOfOutline(outline);
  const corners: GeoPosition[] = [
    [east, north],
    [east + aside, north],
    [east, north + aside],
  ];
  return writeGeometry(shape === 'point' ? { shape, at: [east, north] } : { shape, corners });
}

function compileDistricts(at: Cursor, context: LinkContext): JsonSchema {
  const place = child(at, 'districts');
  const name = text(place);
  if (name === null) return {};
  const found = districtsNamed(name, context);
  if (found === null) {
    const choices = [...context.names.districts.keys()];
    reportUnknown(context, 'form/unknown-districts', place, { name, choices });
    return {};
  }
  countUse(context, 'lookup', place, { name });
  const { names, ...districts } = found;
  const isOutsideAllowed = text(child(at, 'outside')) === 'allowed';
  return { 'ui:districts': { ...districts, isOutsideAllowed }, 'ui:districtNames': names };
}

function checkOutside(at: Cursor, context: LinkContext): void {
  const outside = child(at, 'outside');
  if (isPresent(outside) && !isPresent(child(at, 'districts')))
    report(context, 'form/odd-location', outside, { word: 'outside', needs: 'districts' });
}

/** Reports the default of a place that the question refuses. A day is reported as such. */
function checkDefaultPlace(at: Cursor, words: JsonSchema, context: LinkContext): void {
  const said = text(at);
  if (said === null) return;
  const isPlace = readGeometry(said)?.shape === words['ui:shape'];
  if (isPlace && wrongLocations({ place: words }, { place: said }).length === 0) return;
  report(context, 'form/default-elsewhere', at, { is: said, isPlace });
}

/** Reports the words of a location on a question that asks for something else. */
export function checkLocationWords(at: Cursor, context: LinkContext): void {
  for (const word of locationWords) {
    const said = child(at, word);
    if (isPresent(said)) report(context, 'form/odd-location', said, { word, needs: 'format: location' });
  }
}
