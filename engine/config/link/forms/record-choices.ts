/** Questions whose answer is another record: which records they offer, and what people read of each. */
import { type OfferedRecords, referenceKey } from '../../../portal/forms/references.ts';
import { filterColumns } from '../../../portal/model/record-type.ts';
import { always, linkOptional } from '../conditions/condition.ts';
import { propertiesOf } from '../conditions/field-path.ts';
import { child, type Cursor, entries, isPresent, oneOrMore, text } from '../input/cursor.ts';
import { isKnown, type LinkContext, report, reportUnknown } from '../input/link-context.ts';
import { named } from '../names/properties.ts';
import { countQuestion } from '../names/question-uses.ts';
import { textWords, wordsThatFail } from '../input/answer-words.ts';
import type { CompiledSchema, FormCompilation, FormPosition } from './form-compilation.ts';

/** The longest slug of a record. */
const longestSlug = 64;

/** Words that give a question other answers than records. */
const otherAnswers = [
  ...textWords,
  'lookup',
  'enum',
  'const',
  'format',
  'items',
  'properties',
  'default',
  'compute',
  'ui:widget',
];

/** Compiles `ref`, `where` and `label` of a question at the first level of its form, or in the rows of a list there. */
export function compileRecordChoice(
  at: Cursor,
  { keys, list }: FormPosition,
  { context }: FormCompilation,
): CompiledSchema {
  const ref = child(at, 'ref');
  const type = text(ref) ?? '';
  const plain = { schema: { type: 'string', maxLength: longestSlug }, uiSchema: {} };
  if (keys === null || keys.length !== 1 + (list?.length ?? 0) || keys.length > 2) {
    report(context, 'form/reference-not-here', ref, {});
    return plain;
  }
  for (const { at: one, word } of wordsThatFail(at, otherAnswers))
    report(context, 'form/reference-with-choices', one, { word });
  const { records } = context.names;
  if (!isKnown(context, 'record/unknown-type', ref, { name: type, choices: records })) return plain;
  if (isPresent(child(records.get(type) ?? at, 'builtIn'))) {
    report(context, 'form/reference-to-account', ref, { type });
    return plain;
  }
  const offered: OfferedRecords = {
    question: keys.join('.'),
    type,
    where: linkOptional(child(at, 'where'), context, {
      where: 'access',
      type,
      isReferred: true,
      absent: always,
    }),
    label: oneOrMore(child(at, 'label')).flatMap((one) => linkName(one, type, context) ?? []),
  };
  return { ...plain, uiSchema: { [referenceKey]: offered, 'ui:widget': 'record' } };
}

/** A column or an answer that names the record; null (reported) if it is neither. */
function linkName(at: Cursor, type: string, context: LinkContext): string | null {
  const name = text(at) ?? '';
  const properties = propertiesOf(type, context);
  const found = named(properties, name);
  countQuestion(context, at, name, found);
  if (found.length > 0 || filterColumns.includes(name)) return name;
  const questions = properties.flatMap((level) => entries(level).map(([question]) => question));
  reportUnknown(context, 'record/unknown-field', at, { name, choices: [...filterColumns, ...questions] });
  return null;
}
