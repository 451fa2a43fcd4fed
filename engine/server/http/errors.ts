/** The errors that the server answers, each with its status and its body as they go over the wire. */
import { english, say } from '../../portal/say.ts';
import { accountMessages } from '../../locales/account.ts';
import { fileMessages } from '../../locales/files.ts';
import { problemMessages } from '../../locales/problems.ts';

/** Thrown anywhere below a request; becomes the answer as it stands. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    super(`HTTP ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** One error of the catalogue: a person reads the message, a program the code. */
function described(status: number, code: string, message: string): HttpError {
  return new HttpError(status, { message, code });
}

export const unauthenticated = (): HttpError =>
  described(401, 'unauthenticated', say(english, accountMessages.notSignedIn));
export const forbidden = (code = 'forbidden', message = say(english, problemMessages.forbidden)): HttpError =>
  described(403, code, message);
export const notFound = (message = say(english, problemMessages.nothingFound)): HttpError =>
  described(404, 'not-found', message);
export const badRequest = (code: string, message: string): HttpError => described(400, code, message);
export const unsupportedType = (): HttpError =>
  described(415, 'content-type', 'Send JSON, with Content-Type: application/json.');
export const tooLarge = (): HttpError =>
  described(413, 'too-large', say(english, problemMessages.requestTooLarge));
export const preconditionRequired = (message: string): HttpError =>
  described(428, 'precondition-required', message);

/** 503: what is asked for needs a resource that others use now. */
export const busy = (): HttpError =>
  new HttpError(
    503,
    { message: say(english, problemMessages.tooBusy), code: 'busy' },
    { 'Retry-After': '5' },
  );

/** 503, and not 429: upload clients try again after it. */
export const busyForCaller = (): HttpError =>
  new HttpError(
    503,
    {
      message: say(english, fileMessages.othersInProgress),
      code: 'busy-for-caller',
    },
    { 'Retry-After': '5' },
  );

type FieldMessages = Readonly<Record<string, readonly string[]>>;

/** Sentences that one answer holds. */
const mostErrors = 50;

/** 422 with the messages of each field. After 50 of them a last one, under the name `more`, says how many there are besides. */
export function unprocessable(errors: FieldMessages): HttpError {
  const all = Object.entries(errors).flatMap(([field, said]) => said.map((message) => ({ field, message })));
  if (all.length <= mostErrors) return new HttpError(422, { errors });
  const count = all.length - mostErrors;
  const rest = say(english, problemMessages.furtherFaults, { count });
  const shown = [...all.slice(0, mostErrors), { field: 'more', message: rest }];
  const grouped = Map.groupBy(shown, ({ field }) => field);
  const entries = [...grouped].map(([field, said]) => [field, said.map(({ message }) => message)]);
  return new HttpError(422, { errors: Object.fromEntries(entries) });
}

/** 409 with the record as it is now. */
export function conflict(current: unknown): HttpError {
  return new HttpError(409, current);
}

/** 409: the configuration no longer has what the record goes by. */
export const rulesRemoved = (message: string): HttpError => described(409, 'rules-removed', message);

/** 429: an array of texts, and the seconds to wait. */
export function tooMany(message: string, seconds: number): HttpError {
  return new HttpError(429, [message], { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) });
}

const AWAY_SECONDS = 5;

/** 503: the database is away or has no time for this call; the same call may be made again. */
export function unavailable(): HttpError {
  const message = say(english, problemMessages.databaseAway);
  return new HttpError(503, { message, code: 'unavailable' }, { 'Retry-After': String(AWAY_SECONDS) });
}
