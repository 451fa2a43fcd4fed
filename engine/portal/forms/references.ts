/** The questions whose answer names another record: which records they offer, and which types ask them. */
import { profilesOfOwner } from '../access/owner-profiles.ts';
import type { Condition } from '../model/condition.ts';
import type { Form, JsonSchema } from '../model/form.ts';
import type { Portal } from '../model/portal.ts';
import { referredContext } from '../conditions/field-value.ts';
import type { PortalRecord, RecordContext } from '../model/record.ts';
import type { RecordType } from '../model/record-type.ts';
import { isMapping, mappingOf } from '../values/is-mapping.ts';
import { slugsAt } from '../values/slugs-at.ts';
import type { NamedAnswers } from './figures.ts';
import { onceForEach } from '../values/once-for-each.ts';

/** What a question offers: records of a type, and what people read of each. */
export interface OfferedRecords {
  /** Name of the question; in the rows of a list `list.question`. */
  readonly question: string;
  readonly type: string;
  /** About the offered record. */
  readonly where: Condition;
  /** Columns and answers of the record that name it. */
  readonly label: readonly string[];
}

/** A question of a record type. The answer is the slug of the other record. */
export interface ReferenceQuestion extends OfferedRecords {
  /** Keys from the root of `data`, without list rows. */
  readonly keys: readonly string[];
  /** Each row of a list has such an answer. */
  readonly isInRows: boolean;
}

/** The key of the compiled question. */
export const referenceKey = 'ui:reference';

/** The records that the question with these words offers; null: it is not about records. */
export function offeredRecords(ui: JsonSchema): OfferedRecords | null {
  const said: unknown = ui[referenceKey];
  return said === undefined ? null : (said as OfferedRecords);
}

type QuestionPortal = Pick<Portal, 'forms' | 'kinds' | 'recordTypes' | 'workflows'>;

/** The questions of this type's forms, of the forms of its kinds, and of the steps that save their answers. */
export function referencesOf(portal: QuestionPortal, type: string): readonly ReferenceQuestion[] {
  return referencesByType(portal).get(type) ?? [];
}

/** Record types that have such questions. A portal without any has an empty map. */
export const referencesByType = onceForEach(
  (portal: QuestionPortal): ReadonlyMap<string, readonly ReferenceQuestion[]> =>
    new Map(
      Object.values(portal.recordTypes).flatMap((recordType) => {
        const questions = questionsOf(portal, recordType);
        return questions.length === 0 ? [] : [[recordType.type, questions] as const];
      }),
    ),
);

function questionsOf(portal: QuestionPortal, { type, form, kinds }: RecordType): ReferenceQuestion[] {
  const ofKinds = Object.values(portal.kinds).filter(({ set }) => kinds.includes(set));
  const steps = Object.values(portal.workflows[type]?.transitions ?? {}).filter(({ saves }) => saves);
  const asked = [
    ...[form, ...ofKinds.map((kind) => kind.form)].flatMap((hash) => referencesInForm(portal, hash)),
    ...steps.flatMap(({ name, input }) => referencesInForm(portal, input, [name])),
  ];
  return [...new Map(asked.map((one) => [one.keys.join('.'), one])).values()];
}

/** The questions of one form. @param above keys of its answers within `data` */
export function referencesInForm(
  { forms }: Pick<Portal, 'forms'>,
  hash: string | null,
  above: readonly string[] = [],
): ReferenceQuestion[] {
  return referencesIn(forms[hash ?? '']).map((one) => ({ ...one, keys: [...above, ...one.keys] }));
}

/** The questions of a form, also in the rows of its lists. */
export function referencesIn(form: Pick<Form, 'uiSchema'> | null | undefined): readonly ReferenceQuestion[] {
  return form ? referencesWithin(form.uiSchema) : [];
}

const referencesWithin = onceForEach((uiSchema: JsonSchema): readonly ReferenceQuestion[] =>
  Object.entries(uiSchema).flatMap(([name, ui]) => {
    const rows = Object.entries(mappingOf(mappingOf(ui)['items']));
    return [
      ...referenceAt(ui, [name], false),
      ...rows.flatMap(([key, inRow]) => referenceAt(inRow, [name, key], true)),
    ];
  }),
);

function referenceAt(ui: unknown, keys: readonly string[], isInRows: boolean): ReferenceQuestion[] {
  const offered = offeredRecords(mappingOf(ui));
  return offered === null ? [] : [{ ...offered, keys, isInRows }];
}

/** The compiled questions with other words in the place of those that say which records they offer. */
export function withReferences(
  uiSchema: JsonSchema,
  said: (offered: OfferedRecords) => Readonly<Record<string, unknown>>,
): JsonSchema {
  const changed = Object.entries(uiSchema).map(([name, ui]): [string, unknown] => {
    const words = mappingOf(ui);
    const offered = offeredRecords(words);
    if (offered !== null) return [name, { ...words, [referenceKey]: said(offered) }];
    return [name, isMapping(words['items']) ? { ...words, items: withReferences(words['items'], said) } : ui];
  });
  return Object.fromEntries(changed);
}

/** The records that answers of these records name, each once. */
export function slugsNamedBy(
  portal: QuestionPortal,
  records: readonly Pick<PortalRecord, 'type' | 'data'>[],
): string[] {
  if (referencesByType(portal).size === 0) return [];
  const named = records.flatMap(({ type, data }) =>
    referencesOf(portal, type).flatMap(({ keys }) => slugsAt(data, keys)),
  );
  return [...new Set(named)];
}

/** The answers of the records that this one names and that are of the types which the form offers, by slug: figures read them. */
export function namedAnswersOf(form: Form, context: RecordContext): NamedAnswers {
  const named = referencesIn(form).flatMap((question) => otherContexts(context, question));
  return new Map(named.map(({ record }) => [record.slug, record.data]));
}

/** A value of another record, as a list or a text writes it: `berth.length`, or `profile.phone` of the owner. */
export interface ReferredValue {
  /** The type of the other record. */
  readonly type: string;
  /** Keys of the answer that names it; null: it is the profile of the record's owner. */
  readonly keys: readonly string[] | null;
  /** Each row of a list names one, so there are several values. */
  readonly isInRows: boolean;
  /** The question or column that leads to it. Whoever does not see that sees nothing of the other record. */
  readonly through: string;
  /** The column or answer of the other record. */
  readonly name: string;
}

/** What the path reads of another record; null: its first keys are neither a question about records nor a profile. */
export function referredValue(portal: QuestionPortal, type: string, path: string): ReferredValue | null {
  const keys = path.split('.');
  const question = referencesOf(portal, type).find((one) => one.keys.every((key, at) => keys[at] === key));
  const name = keys.slice(question?.keys.length ?? 1).join('.');
  if (name === '') return null;
  const [first = ''] = keys;
  if (question !== undefined) {
    const { keys: own, isInRows } = question;
    return { type: question.type, keys: own, isInRows, through: first, name };
  }
  const [recordType, other] = [type, first].map((one) =>
    Object.hasOwn(portal.recordTypes, one) ? portal.recordTypes[one] : undefined,
  );
  if (recordType === undefined || other === undefined || other.account === null) return null;
  return profilesOfOwner(portal, recordType).includes(first)
    ? { type: first, keys: null, isInRows: false, through: 'owner', name }
    : null;
}

/** The other records of which this record shows a value: those that its answers name, or its owner's profile. */
export function otherContexts(
  context: RecordContext,
  { type, keys }: Pick<ReferredValue, 'type' | 'keys'>,
): readonly RecordContext[] {
  const { data, owner } = context.record;
  if (keys !== null)
    return slugsAt(data, keys).flatMap((slug) => referredContext(context, { type, slug }) ?? []);
  const profile = context.profiles?.find(({ record }) => record.type === type && record.owner === owner);
  return profile === undefined ? [] : [profile];
}
