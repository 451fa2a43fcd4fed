/** Words that the grammar had in an earlier release. */
import { isMapping } from '../../portal/values/is-mapping.ts';
import { readWrittenSchemas } from '../validate/read-schemas.ts';

/** False if the text certainly has no key and no value that has another name today. */
export function mayHaveEarlierWords(text: string): boolean {
  earlier ??= patternOf(earlierWords());
  return earlier.test(text);
}

let earlier: RegExp | null = null;

interface EarlierWords {
  readonly keys: string[];
  readonly values: string[];
}

/** The words under `x-renamed` of the schemas. */
function earlierWords(): EarlierWords {
  const found: EarlierWords = { keys: [], values: [] };
  const visit = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    if (isMapping(schema) && isMapping(schema['x-renamed']))
      found[schema['enum'] === undefined ? 'keys' : 'values'].push(...Object.keys(schema['x-renamed']));
    Object.values(schema).forEach(visit);
  };
  for (const schema of readWrittenSchemas().values()) visit(schema);
  return found;
}

function patternOf({ keys, values }: EarlierWords): RegExp {
  return new RegExp(`\\b(?:${keys.join('|')})['"]?\\s*:|[:[,-]\\s*['"]?(?:${values.join('|')})\\b`);
}
