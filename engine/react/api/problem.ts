/** The ways in which a call can fail, as values that a screen can distinguish and explain. */
import { isMapping } from '../../portal/values/is-mapping.ts';
import type { WireRecord } from '../../contract/record.ts';
import { text } from '../language/text.ts';
import { accountMessages } from '../../locales/account.ts';
import { problemMessages } from '../../locales/problems.ts';

/** The errors by the path of the answer (`lines.0.units`), in the language of the page. */
export type FieldTexts = Readonly<Record<string, readonly string[]>>;

export type Problem =
  /** No response: no network, or the server is down. The typed answers are safe. */
  | { readonly kind: 'offline' }
  | { readonly kind: 'fields'; readonly status: 422; readonly errors: FieldTexts }
  | { readonly kind: 'limited'; readonly messages: readonly string[]; readonly retryAfter: number | null }
  /** `message`: the call had no session, so none can have ended. */
  | { readonly kind: 'signed-out'; readonly message?: string }
  | { readonly kind: 'refused'; readonly code: string | null; readonly message: string }
  | { readonly kind: 'missing' }
  /** Somebody else changed the record in the meantime; `current` is its current version. */
  | { readonly kind: 'stale'; readonly current: WireRecord | null; readonly message: string }
  | {
      readonly kind: 'server';
      readonly status: number;
      readonly message: string;
      readonly request: string | null;
    };

/** A problem as an exception, for callers that expect exceptions (SWR). */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(sayProblem(problem));
    this.problem = problem;
  }
}

/**
 * Reads a response that is not 2xx.
 * @param response its status and headers
 * @param body its JSON, its plain text, or null if it had neither
 * @param hadSession the caller was signed in
 */
export function readProblem(response: Response, body: unknown, hadSession = true): Problem {
  const message = textOf(body, 'message');
  switch (response.status) {
    case 401:
      return hadSession
        ? { kind: 'signed-out' }
        : { kind: 'signed-out', message: message ?? text(problemMessages.forbidden) };
    case 403:
      return {
        kind: 'refused',
        code: textOf(body, 'code'),
        message: message ?? text(problemMessages.forbidden),
      };
    case 404:
      return { kind: 'missing' };
    case 409:
      return {
        kind: 'stale',
        current: recordOf(body),
        message: message ?? text(problemMessages.changedMeanwhile),
      };
    case 422:
      return { kind: 'fields', status: 422, errors: errorsOf(body) };
    case 429:
      return { kind: 'limited', messages: limitsOf(body), retryAfter: retryAfterOf(response) };
    default:
      return {
        kind: 'server',
        status: response.status,
        message: message ?? text(problemMessages.serverFailed),
        request: textOf(body, 'request') ?? textOf(body, 'requestId') ?? response.headers.get('x-request-id'),
      };
  }
}

/** For a person: what happened, and what is safe. Several errors are a line each. */
export function sayProblem(problem: Problem): string {
  return problemLines(problem).join('\n');
}

export function problemLines(problem: Problem): readonly string[] {
  if (problem.kind === 'fields') return Object.values(problem.errors).flat();
  return problem.kind === 'limited' ? problem.messages : [sentenceOf(problem)];
}

function sentenceOf(problem: Exclude<Problem, { readonly kind: 'fields' | 'limited' }>): string {
  switch (problem.kind) {
    case 'offline':
      return text(problemMessages.offline);
    case 'signed-out':
      return problem.message ?? text(accountMessages.sessionEnded);
    case 'missing':
      return text(problemMessages.goneOrClosed);
    case 'refused':
    case 'stale':
      return problem.message;
    case 'server':
      return problem.request === null
        ? problem.message
        : text(problemMessages.reportNumber, {
            message: problem.message,
            number: problem.request,
          });
  }
}

function textOf(body: unknown, key: string): string | null {
  const value = isMapping(body) ? body[key] : null;
  return typeof value === 'string' ? value : null;
}

function errorsOf(body: unknown): FieldTexts {
  const errors = isMapping(body) && isMapping(body.errors) ? body.errors : {};
  return Object.fromEntries(Object.entries(errors).map(([field, value]) => [field, stringsOf(value)]));
}

/**
 * The body is the message: a list of texts, one text, or an object that contains one. An unreadable body still gives
 * a message.
 */
function limitsOf(body: unknown): readonly string[] {
  const lines = [
    ...stringsOf(body),
    ...stringsOf(textOf(body, 'message')),
    ...Object.values(errorsOf(body)).flat(),
  ];
  const said = lines.flatMap((line) => line.split(/\r?\n/)).filter((line) => line.trim() !== '');
  return said.length > 0 ? said : [text(problemMessages.triedTooOften)];
}

function stringsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.filter((entry) => typeof entry === 'string');
  return typeof value === 'string' ? [value] : [];
}

function recordOf(body: unknown): WireRecord | null {
  if (!isMapping(body)) return null;
  const candidate = isMapping(body.record) ? body.record : isMapping(body.current) ? body.current : body;
  return isRecord(candidate) ? candidate : null;
}

function isRecord(value: object): value is WireRecord {
  return 'slug' in value && 'version' in value && 'state' in value;
}

function retryAfterOf(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : null;
}
