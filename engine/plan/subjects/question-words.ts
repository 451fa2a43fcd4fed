/** The words of a question as its file has them, beside those of JSON Schema. */
import { createHash } from 'node:crypto';
import type { Districts } from '../../portal/geography/districts.ts';
import { offeredRecords } from '../../portal/forms/references.ts';
import type { JsonSchema } from '../../portal/model/form.ts';
import { lookupOf } from '../../portal/succession/succeed-answers.ts';
import { isMapping } from '../../portal/values/is-mapping.ts';

/** Told in other words, or by themselves: rows of a lookup, settings of the portal. */
const toldElsewhere: ReadonlySet<string> = new Set([
  'compute',
  'reference',
  'districts',
  'districtNames',
  'formerly',
  'within',
  'code',
  'telephone',
  'signs',
]);

/** What the question says beside JSON Schema: limits of dates, help, a unit. */
export function wordsOf(uiSchema: JsonSchema): JsonSchema {
  const within = uiSchema['ui:within'];
  const words = Object.entries(uiSchema).flatMap(([key, value]) => {
    const [, word = ''] = /^ui:(.+)$/.exec(key) ?? [];
    const isOfRows = 'ui:lookup' in uiSchema && ['enumNames', 'groups'].includes(word);
    const isOfShape = 'ui:shape' in uiSchema && word === 'widget';
    return word === '' || isOfRows || isOfShape || toldElsewhere.has(word) ? [] : [[word, value] as const];
  });
  return {
    ...Object.fromEntries(words),
    lookup: lookupOf(uiSchema),
    ...(isMapping(within) && { within: within['field'] }),
  };
}

export function bordersOf({ values, outlines }: Districts): Readonly<Record<string, ContentDigest>> {
  return Object.fromEntries(
    values.map((value, index) => [value, digestOf(JSON.stringify(outlines[index]))] as const),
  );
}

/** Stands for what is too long to be told, such as an outline or a picture: it says that it is another one. */
export interface ContentDigest {
  readonly digest: string;
}

export function digestOf(content: string): ContentDigest {
  return { digest: createHash('sha256').update(content).digest('base64url').slice(0, 8) };
}

/** Which records the question offers, in the words of its file. */
export function wordsOfReference(uiSchema: JsonSchema) {
  const offered = offeredRecords(uiSchema);
  return offered && { ref: offered.type, where: offered.where, label: offered.label };
}
