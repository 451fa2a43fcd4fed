/** Reads everything that an explanation needs of a stored record, without changing anything. */
import { createWrittenRules } from '../../explain/written-rules.ts';
import type { RuleQuestion } from '../../explain/explanation.ts';
import { questionOf } from '../../explain/question.ts';
import { dayNowOf } from './moment.ts';
import { suggestion } from '../../config/diagnostics/nearest.ts';
import { findNamedRecord } from './named-record.ts';
import type { Visitor } from '../../portal/model/department.ts';
import type { FieldErrors } from '../../portal/forms/form-verdict.ts';
import { wholeFormErrors } from '../../portal/changes/step-answers.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { PortalRecord, RecordContext } from '../../portal/model/record.ts';
import { departmentKey } from '../../portal/routing/match.ts';
import { visitorOfAccount } from '../../server/accounts/account-flags.ts';
import { findAccount } from '../../server/accounts/accounts.ts';
import type { Transaction } from '../../server/database/database.ts';
import { createFormDesk } from '../../server/forms/form-desk.ts';
import { HttpError } from '../../server/http/errors.ts';
import { findUsername, usernamesLike } from '../../server/records/read/find-record.ts';
import { formOf, withFormInForce } from '../../server/records/read/record-form.ts';
import { readContextsAbove, readRecord } from '../../server/records/rows/read-record.ts';
import { type ReadingRequest, requestContextOf } from '../../server/records/rows/record-desk.ts';
import { parseVisitor } from '../parse-visitor.ts';
import { compileWithRowsInForce } from '../plan/compile-version.ts';
import { type InForce, withInForce } from '../plan/read-in-force.ts';
import type { ExplainWords } from './explain-words.ts';

export interface StoredQuestion {
  readonly question: RuleQuestion;
  /** The version in force and the day, as a sentence ends with them: `under version 42`. */
  readonly under: string;
  /** As a sentence names the record: its number, or else type and slug. */
  readonly record: string;
  /** As a sentence names the person. */
  readonly person: string;
  /** The account is closed, so it can do nothing. */
  readonly isClosed: boolean;
}

/** A record and those above it, nearest first. */
export type RecordAndAncestors = readonly [PortalRecord, ...PortalRecord[]];

/** Chooses the record of the line that the question is about, or says in a sentence why there is none. */
export type RecordChoice = (portal: Portal, line: RecordAndAncestors) => PortalRecord | string;

interface QuestionOptions {
  /** Answers that the person may not read are hidden. */
  readonly isForPerson: boolean;
  readonly about: RecordChoice;
}

/** @returns a sentence if a name is unknown */
export async function readQuestion(
  record: string,
  words: Pick<ExplainWords, 'as' | 'can' | 'at'>,
  options: QuestionOptions,
): Promise<StoredQuestion | string> {
  const found = await withInForce((inForce) =>
    inForce.database.transaction(async (client) => {
      await client.query('SET TRANSACTION READ ONLY');
      return readInside({ ...inForce, client }, record, words, options);
    }),
  );
  return (
    found ??
    'No configuration is in force in a database. Start the portal first, or explain "type TYPE" or "kind KIND", which need none.'
  );
}

type Inside = InForce & { readonly client: Transaction };

async function readInside(
  inside: Inside,
  named: string,
  words: Pick<ExplainWords, 'as' | 'can' | 'at'>,
  { isForPerson, about }: QuestionOptions,
): Promise<StoredQuestion | string> {
  const { client, database, last } = inside;
  const compiled = await compileWithRowsInForce(client, last);
  if (typeof compiled === 'string') return compiled;
  const { portal, files } = compiled;
  const written = createWrittenRules(files);
  const now = dayNowOf(words.at, portal.timeZone);
  if (now === null) return `"${words.at}" is not a day. Write it as 2027-01-31 or 2027-01-31T08:30.`;
  const application = { database, portal: () => portal, now: () => now };
  const person = await readPerson(client, application, words);
  if (typeof person === 'string') return person;
  const { visitor } = person;
  const name = await findNamedRecord(client, named);
  if (typeof name === 'string') return name;
  const found = await readRecord(client, { portal, visitor, now }, name);
  if (found === null) return `The configuration has no records of the type "${name.type}".`;
  const { record: own, ancestors } = found.context;
  const chosen = about(portal, [own, ...ancestors]);
  if (typeof chosen === 'string') return chosen;
  const stored = chosen === own ? found : await readRecord(client, { portal, visitor, now }, chosen);
  if (stored === null) return `The configuration has no records of the type "${chosen.type}".`;
  const request: ReadingRequest = {
    visitor,
    desk: { application, forms: createFormDesk(application) },
    unitOfWork: { client, portal, forms: new Map(), changed: { records: {} } },
  };
  const whole = await withFormInForce(request, stored);
  const errors = await errorsOf(request, whole.context);
  const above = isForPerson ? await readContextsAbove(client, { portal, visitor, now }, whole.context) : null;
  const question = questionOf(
    { portal, visitor, context: whole.context },
    { formErrors: errors, written, above },
  );
  const day = words.at === undefined ? '' : `, as on ${words.at}`;
  const under = `under version ${last.number}${day}`;
  const record = chosen.number ?? `${chosen.type}/${chosen.slug}`;
  return { question, under, record, person: person.name, isClosed: person.isClosed };
}

/** A form that is lost has no mistakes to tell: another rule refuses the record then. */
async function errorsOf(request: ReadingRequest, context: RecordContext): Promise<FieldErrors> {
  const { portal } = requestContextOf(request);
  try {
    const form = await formOf(request, context);
    return wholeFormErrors({ portal, context, validate: request.desk.forms.validate }, form);
  } catch (error) {
    if (error instanceof HttpError) return {};
    throw error;
  }
}

interface ExplainedPerson {
  readonly visitor: Visitor;
  readonly name: string;
  readonly isClosed: boolean;
}

async function readPerson(
  client: Transaction,
  application: Parameters<typeof visitorOfAccount>[0],
  { as, can }: Pick<ExplainWords, 'as' | 'can'>,
): Promise<ExplainedPerson | string> {
  const portal = application.portal();
  const isDepartment = as === undefined || Object.hasOwn(portal.departments, departmentKey(portal, as));
  if (isDepartment) {
    const { visitor, error } = parseVisitor(portal, as, can);
    if (visitor === null) return error;
    const name = as === undefined ? 'Somebody who is not signed in' : `Somebody of ${visitor.department}`;
    return { visitor, name, isClosed: false };
  }
  if (Object.keys(can).length > 0) return 'An account has its own flags: leave out --can.';
  const username = await findUsername(client, as);
  const account = username === null ? null : await findAccount(client, username);
  if (account === null) {
    const known = [...Object.keys(portal.departments), ...(await usernamesLike(client, as))];
    return `There is no account or department "${as}".${suggestion(as, known)}`;
  }
  const visitor = await visitorOfAccount(application, account, client);
  if (visitor === null)
    return `The configuration has no department "${account.department}", to which this account belongs.`;
  return { visitor, name: `${account.name} (${visitor.department})`, isClosed: account.is_suspended };
}
