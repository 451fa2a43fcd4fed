/** A problem as its reader receives it: translated sentences with their codes and values. */
import type { MessageTemplate } from '../../locales/catalogue.ts';
import { message, type Message, type MessageValue } from '../../locales/message.ts';
import { problemMessages } from '../../locales/problems.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { portalText, type ReaderLocale, tell } from '../../portal/text/tell.ts';
import { isMapping } from '../../portal/values/is-mapping.ts';
import type { HttpProblem } from './errors.ts';

/** One fault, for programs. */
interface WireProblem {
  /** Of a message: `account.wrong-sign-in`. */
  readonly code: string;
  readonly field?: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * @param instance the called address, without its query
 * @param isStandard the caller asks for `application/problem+json`: a conflict then has the current state as `current`
 * @returns for 429 a list of sentences; for a version conflict the current state; else an object with `message` or
 * `errors`, and the members of RFC 9457
 */
export function problemBody(
  reader: Portal,
  problem: HttpProblem,
  { instance, isStandard = false }: { readonly instance: string; readonly isStandard?: boolean },
): unknown {
  const { status, code, errors, current, request } = problem;
  const found = messagesOf(problem);
  if (status === 429) return found.map(({ said }) => tell(reader, said));
  const problems = found.map((one) => wireProblem(reader, one));
  const described = {
    code,
    title: tell(reader, message(titleOf(status))),
    status,
    detail: tell(reader, detailOf(problem, found)),
    instance,
    problems,
  };
  // A record has a `type` of its own.
  if (isMapping(current) && !isStandard) return { ...described, ...current };
  return {
    ...(problem.message !== undefined && { message: tell(reader, problem.message) }),
    ...(errors !== undefined && {
      errors: Object.fromEntries(
        Object.entries(errors).map(([field, said]) => [field, said.map((one) => tell(reader, one))]),
      ),
    }),
    ...(request !== undefined && { request }),
    type: `urn:problem-type:munisipyo:${code}`,
    ...described,
    ...(isMapping(current) && { current }),
  };
}

/** The codes of its messages, each once. */
export function messageCodes(problem: HttpProblem): readonly string[] {
  return [...new Set(messagesOf(problem).map(({ said }) => said.code))];
}

interface ProblemMessage {
  readonly field?: string;
  readonly said: Message;
}

function messagesOf({ message: said, errors = {} }: HttpProblem): ProblemMessage[] {
  const ofFields = Object.entries(errors).flatMap(([field, all]) => all.map((one) => ({ field, said: one })));
  return said === undefined ? ofFields : [{ said }, ...ofFields];
}

function detailOf({ message: said }: HttpProblem, found: readonly ProblemMessage[]): Message {
  const [only] = found;
  if (said !== undefined) return said;
  if (only !== undefined && found.length === 1) return only.said;
  return message(problemMessages.severalFaults, { count: found.length });
}

function wireProblem(reader: ReaderLocale, { field, said }: ProblemMessage): WireProblem {
  return { code: said.code, ...(field !== undefined && { field }), values: wireValues(reader, said) };
}

function wireValues(reader: ReaderLocale, { values }: Message): WireProblem['values'] {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, wireValue(reader, value)]));
}

/** The value unchanged, except titles of the portal, with their translation, and messages, which have a code. */
function wireValue(reader: ReaderLocale, value: MessageValue): unknown {
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((one: MessageValue) => wireValue(reader, one));
  if ('code' in value) return wireProblem(reader, { said: value });
  if ('text' in value) return { ...value, shown: portalText(reader, value) };
  if ('oneOf' in value) return { oneOf: value.oneOf.map((one) => wireValue(reader, one)) };
  return value;
}

const titles: Readonly<Partial<Record<number, MessageTemplate<string>>>> = {
  400: problemMessages.titleMalformed,
  401: problemMessages.titleSignedOut,
  403: problemMessages.titleForbidden,
  404: problemMessages.titleMissing,
  409: problemMessages.titleConflict,
  412: problemMessages.titlePrecondition,
  413: problemMessages.titleTooLarge,
  415: problemMessages.titleWrongType,
  422: problemMessages.titleInvalid,
  428: problemMessages.titlePrecondition,
  500: problemMessages.titleInternal,
  503: problemMessages.titleUnavailable,
};

/** The title of a kind of problem: the same for each status. */
function titleOf(status: number): MessageTemplate<''> {
  return (titles[status] ?? problemMessages.titleRefused) as MessageTemplate<''>;
}
