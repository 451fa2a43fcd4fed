/** The server's errors as data. They become sentences in the answer, in the reader's language. */
import { accountMessages } from '../../locales/account.ts';
import { fileMessages } from '../../locales/files.ts';
import { message, type Message } from '../../locales/message.ts';
import { problemMessages } from '../../locales/problems.ts';
import { requestMessages } from '../../locales/requests.ts';

/** The fault of each field, by its name, dotted where nested. */
export type FieldMessages = Readonly<Record<string, readonly Message[]>>;

/** The reason of a refusal. Plain data, so that it can be stored for a retry. */
export interface HttpProblem {
  readonly status: number;
  /** For programs: `not-found`. */
  readonly code: string;
  readonly message?: Message;
  readonly errors?: FieldMessages;
  /** The current record or row, if the call was based on an earlier version. */
  readonly current?: unknown;
  /** Id of the request in the log. */
  readonly request?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown anywhere within a request. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly problem: HttpProblem;

  constructor(problem: HttpProblem) {
    super(`HTTP ${problem.status} ${problem.code}`);
    this.problem = problem;
  }

  get status(): number {
    return this.problem.status;
  }

  get headers(): Readonly<Record<string, string>> {
    return this.problem.headers ?? {};
  }
}

/** One error of the catalogue, with a message for people and a code for programs. */
function described(status: number, code: string, said: Message): HttpError {
  return new HttpError({ status, code, message: said });
}

export const unauthenticated = (): HttpError =>
  described(401, 'unauthenticated', message(accountMessages.notSignedIn));
export const forbidden = (code = 'forbidden', said = message(problemMessages.forbidden)): HttpError =>
  described(403, code, said);
export const notFound = (said = message(problemMessages.nothingFound)): HttpError =>
  described(404, 'not-found', said);
export const badRequest = (code: string, said: Message): HttpError => described(400, code, said);
/** 409: the call conflicts with the current state. */
export const impossible = (code: string, said: Message): HttpError => described(409, code, said);
export const unsupportedType = (): HttpError =>
  described(415, 'content-type', message(requestMessages.contentTypeExpected));
export const tooLarge = (): HttpError =>
  described(413, 'too-large', message(problemMessages.requestTooLarge));
export const preconditionRequired = (said: Message): HttpError =>
  described(428, 'precondition-required', said);

/** 503: the call needs a resource that is in use. */
export const busy = (): HttpError => later('busy', message(problemMessages.tooBusy));

/** 503 instead of 429, because upload clients retry after it. */
export const busyForCaller = (): HttpError =>
  later('busy-for-caller', message(fileMessages.othersInProgress));

/** 503: the database is unavailable or too busy for this call, which may be made again. */
export const unavailable = (): HttpError => later('unavailable', message(problemMessages.databaseAway));

/** 503: another version of the configuration has just been put in force. The call may be made again. */
export const switching = (): HttpError => later('switching', message(problemMessages.versionLeft));

function later(code: string, said: Message): HttpError {
  return new HttpError({ status: 503, code, message: said, headers: { 'Retry-After': '5' } });
}

/** Maximum number of messages in one answer. */
const mostErrors = 50;

/**
 * 422 with the messages of each field. After 50 messages a last one, with the name `more`, gives the number of the
 * others.
 */
export function unprocessable(errors: FieldMessages): HttpError {
  return new HttpError({ status: 422, code: 'invalid', errors: theFirst(errors) });
}

function theFirst(errors: FieldMessages): FieldMessages {
  const all = Object.entries(errors).flatMap(([field, said]) => said.map((one) => ({ field, one })));
  if (all.length <= mostErrors) return errors;
  const rest = message(problemMessages.furtherFaults, { count: all.length - mostErrors });
  const shown = [...all.slice(0, mostErrors), { field: 'more', one: rest }];
  const grouped = Map.groupBy(shown, ({ field }) => field);
  return Object.fromEntries([...grouped].map(([field, said]) => [field, said.map(({ one }) => one)]));
}

/** 409 with the current record or row. */
export function conflict(current: unknown): HttpError {
  const said = message(problemMessages.changedMeanwhile);
  return new HttpError({ status: 409, code: 'conflict', message: said, current });
}

/** 409: the configuration no longer has the record's rules. */
export const rulesRemoved = (said: Message): HttpError => impossible('rules-removed', said);

/** 429, with the seconds to wait. */
export function tooMany(said: Message, seconds: number): HttpError {
  const headers = { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) };
  return new HttpError({ status: 429, code: 'too-many', message: said, headers });
}
