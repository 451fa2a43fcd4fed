/** The records that a question offers to a visitor: searches them, and checks the chosen ones. */
import { formMessages } from '../../../locales/forms.ts';
import { message } from '../../../locales/message.ts';
import { draftState, recordTypeOf, viewOf } from '../../../portal/access/access.ts';
import { isShown } from '../../../portal/access/visible-data.ts';
import type { ChangedChoices } from '../../../portal/changes/record-answers.ts';
import { actorsOf } from '../../../portal/conditions/persons.ts';
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import type { NamedAnswers } from '../../../portal/forms/figures.ts';
import { readThrough } from '../../../portal/forms/computed-answers.ts';
import type { FieldErrors } from '../../../portal/forms/form-verdict.ts';
import { type OfferedRecords, referencesIn } from '../../../portal/forms/references.ts';
import type { Form } from '../../../portal/model/form.ts';
import type { RecordContext } from '../../../portal/model/record.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import { searchWordsOf } from '../../../portal/text/search-words.ts';
import { placedSlugsAt, slugsAt } from '../../../portal/values/slugs-at.ts';
import { mayReadSql } from '../../sql/access-sql.ts';
import { conditionSql } from '../../sql/condition-sql.ts';
import { searchSql } from '../../sql/search-sql.ts';
import {
  and,
  type Clause,
  complete,
  createParameters,
  type Parameters,
  quoted,
  type SqlScope,
  toSql,
} from '../../sql/sql.ts';
import { todayIn } from '../../sql/today.ts';
import { contextColumns, type ContextRow } from '../rows/context-rows.ts';
import { lockCounted } from '../rows/naming-records.ts';
import { readRecord, toStoredPage } from '../rows/read-record.ts';
import { clientOf, type ReadingRequest, requestContextOf } from '../rows/record-desk.ts';
import { asReader } from '../rows/request-context.ts';
import { hiddenIn, labelFor } from './reference-labels.ts';

export interface OfferedChoice {
  /** Slug of the record. */
  readonly value: string;
  readonly label: string;
  /** What figures of the form read of it, as far as the visitor may see it. */
  readonly answers?: Record<string, string | number>;
}

const mostOffered = 20;

/** The records that the question offers to this visitor and in which each of these words begins a word. */
export async function searchOffered(
  request: ReadingRequest,
  offered: OfferedRecords,
  words: string,
): Promise<readonly OfferedChoice[]> {
  const scope = requestContextOf(request);
  const parameters = createParameters();
  parameters.add(actorsOf(scope.visitor), 'uuid[]');
  const where = offeredSql(request, offered, { parameters, words: searchWordsOf(words.slice(0, 200)) });
  if (where === false) return [];
  const { text, values } = complete(
    `SELECT ${contextColumns} FROM records r LEFT JOIN accounts o ON o.id = r.owner
     WHERE ${toSql(where)} ORDER BY r.number, r.created_at DESC LIMIT ${mostOffered}`,
    parameters,
  );
  const rows = await clientOf(request).query<ContextRow>(text, values);
  const found = await toStoredPage(clientOf(request), scope, rows);
  return found.map(({ context }) => choiceOf(request, offered, context));
}

/** The record with this slug, whether or not it is offered now. An unknown slug reads like a record that the visitor cannot see. */
export async function namedChoice(
  request: ReadingRequest,
  form: Form,
  offered: OfferedRecords,
  slug: string,
): Promise<readonly OfferedChoice[]> {
  const scope = requestContextOf(request);
  const stored = await readRecord(clientOf(request), scope, { type: offered.type, slug });
  if (stored === null) return [{ value: slug, label: hiddenIn(asReader(scope)) }];
  const choice = choiceOf(request, offered, stored.context);
  const names = readThrough(form, offered.question);
  if (names.length === 0) return [choice];
  const view = viewOf({ ...asReader(scope), context: stored.context });
  const { data } = stored.context.record;
  const seen = names.flatMap((name) => {
    const value = view !== null && isShown(view, name) && !view.masked.includes(name) ? data[name] : null;
    return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [];
  });
  return [{ ...choice, answers: Object.fromEntries(seen) }];
}

/** The answers of the records that these answers name, where figures of the form read them. */
export async function namedIn(request: ReadingRequest, form: Form, answers: Answers): Promise<NamedAnswers> {
  const read = referencesIn(form).filter(({ question }) => readThrough(form, question).length > 0);
  const named = read.flatMap(({ type, keys }) => slugsAt(answers, keys).map((slug) => ({ slug, type })));
  if (named.length === 0) return new Map();
  const rows = await clientOf(request).query<{ slug: string; data: Answers }>({
    name: 'named-answers',
    text: 'SELECT slug, data FROM records WHERE (slug, type) IN (SELECT * FROM unnest($1::text[], $2::text[]))',
    values: [named.map(({ slug }) => slug), named.map(({ type }) => type)],
  });
  return new Map(rows.map(({ slug, data }) => [slug, data]));
}

function choiceOf(request: ReadingRequest, offered: OfferedRecords, context: RecordContext): OfferedChoice {
  return {
    value: context.record.slug,
    label: labelFor(asReader(requestContextOf(request)), offered, context),
  };
}

/**
 * The faults of answers that name a record which is not offered to this visitor, by their paths. Until the transaction ends, the chosen
 * records stay as they were found.
 * @param given the answers to check, which may be fewer than the form has
 * @param kept earlier answers: what they name stays, whatever became of it
 */
export async function faultsOfChoices(
  request: ReadingRequest,
  form: Form | null,
  given: Answers,
  kept: Answers = {},
): Promise<FieldErrors> {
  const faults: Record<string, FieldErrors[string]> = {};
  for (const question of referencesIn(form)) {
    const places = Map.groupBy(placedSlugsAt(given, question.keys), ({ slug }) => slug);
    const before = slugsAt(kept, question.keys);
    // In one order, so that two transactions do not wait for each other.
    for (const slug of [...places.keys()].sort()) {
      if (before.includes(slug) || (await isOffered(request, question, slug))) continue;
      for (const { path } of places.get(slug) ?? []) faults[path] = [message(formMessages.recordNotOffered)];
    }
  }
  return faults;
}

/** The same for each part of a change. */
export async function faultsOfChanges(
  request: ReadingRequest,
  form: Form | null,
  choices: readonly ChangedChoices[],
): Promise<FieldErrors> {
  let faults: FieldErrors = {};
  for (const { given, kept } of choices) {
    faults = { ...faults, ...(await faultsOfChoices(request, form, given, kept)) };
  }
  return faults;
}

async function isOffered(request: ReadingRequest, offered: OfferedRecords, slug: string): Promise<boolean> {
  const parameters = createParameters();
  const where = offeredSql(request, offered, { parameters, words: [] });
  if (where === false) return false;
  // What names the record already may decide whether it is offered.
  await lockCounted(clientOf(request), requestContextOf(request).portal, [
    { type: offered.type, slug, data: {} },
  ]);
  const { text, values } = complete(
    `SELECT r.id FROM records r WHERE ${toSql(where)} AND r.slug = ${parameters.add(slug, 'text')} FOR SHARE OF r`,
    parameters,
  );
  return (await clientOf(request).query(text, values)).length > 0;
}

/** Sent records of the type that the visitor may read and that meet the question's `where`. */
function offeredSql(
  request: ReadingRequest,
  { type, where }: OfferedRecords,
  { parameters, words }: { readonly parameters: Parameters; readonly words: readonly string[] },
): Clause {
  const scope = requestContextOf(request);
  const recordType = recordTypeOf(scope.portal, type);
  if (recordType === null) return false;
  const today = todayIn(scope.portal.timeZone, scope.now);
  const place: SqlScope = { ...scope, parameters, alias: 'r', type, isRelative: false, today };
  return and([
    `r.type = ${quoted(type)}`,
    isSentSql(recordType, place),
    mayReadSql(recordType, place),
    conditionSql(where, place),
    words.length === 0 || searchSql(recordType, words, place),
  ]);
}

function isSentSql({ type }: RecordType, { portal }: SqlScope): Clause {
  const draft = draftState(portal, type);
  return draft === null || `r.state <> ${quoted(draft)}`;
}
