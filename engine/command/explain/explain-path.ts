/**
 * `munisipyo explain PATH`: shows what happens when somebody opens a path, rule by rule, with the line that decided.
 */
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Value } from '../../portal/model/condition.ts';
import type { Decidable } from '../../portal/model/portal.ts';
import { decide, type RouteDecision, toWireDecision } from '../../portal/routing/decide.ts';
import { explain as explainDecision, type Explanation } from '../../portal/routing/explain.ts';
import { isMapping } from '../../portal/values/is-mapping.ts';
import { refuse } from '../arguments.ts';
import { parseVisitor } from '../parse-visitor.ts';
import { isClosedPipe } from '../closed-pipe.ts';
import { readPortal } from '../read-portal.ts';
import type { ExplainWords } from './explain-words.ts';

/** @returns the exit code */
export async function explainPath(path: string, words: ExplainWords): Promise<number> {
  const portal = await readPortal();
  if (portal === null) return 1;
  const { visitor, error } = parseVisitor(portal, words.as, words.can);
  if (visitor === null) return refuse(`${error}\n`);
  const explanation = explainDecision({ portal, visitor }, path);
  process.stdout.write(words.isJson ? toJson(explanation) : toText(explanation, path, words.as));
  return 0;
}

/** Answers each line of standard input. @returns the exit code */
export async function explainLines(): Promise<number> {
  const portal = await readPortal();
  if (portal === null) return 1;
  await explainBatch(portal, process.stdin, process.stdout);
  return 0;
}

function toJson({ decision, params, rules }: Explanation): string {
  const told = rules.map(({ place, ...rule }) => ({ ...rule, file: place.file, line: place.line }));
  const { route } = decision;
  const declared = route && { file: route.place.file, line: route.place.line };
  const decided = told.find((rule) => rule.decided) ?? null;
  const answer = { ...toWireDecision(decision), params, rules: told, decided, declared };
  return `${JSON.stringify(answer, null, 2)}\n`;
}

function toText({ decision, rules }: Explanation, path: string, as: string | undefined): string {
  const { route } = decision;
  const lines = [
    `${path} as ${as ?? 'somebody who is signed out'}`,
    route === null
      ? '  No route has this path.'
      : `  route ${route.name} "${route.title}"  ${route.place.file}:${route.place.line}`,
    ...rules.map(({ guard, rule, holds, decided, place }) => {
      const result = holds === null ? 'not asked' : holds ? 'holds' : 'does not hold';
      const mark = decided ? '>' : ' ';
      return `${mark} ${guard} ${rule}: ${result}  ${place.file}:${place.line}`;
    }),
    `  ${spoken(decision)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function spoken(decision: RouteDecision): string {
  if (decision.outcome === 'not-found') return 'Not found.';
  if (decision.outcome === 'show') return `Shows "${decision.route.title}".`;
  const signOut = decision.signOut ? 'Signs out and goes to' : 'Goes to';
  const message = decision.message === null ? '' : ` with "${decision.message}"`;
  return `${signOut} ${decision.to}${message}.`;
}

/**
 * Answers every line of the input, in order, as it arrives. Ends early if the output pipe is closed.
 * @param input text in which each line is `{"path", "as"?, "can"?}`
 */
export async function explainBatch(portal: Decidable, input: Readable, output: Writable): Promise<void> {
  input.setEncoding('utf8');
  try {
    await pipeline(input, (chunks) => answersTo(portal, chunks), output, { end: false });
  } catch (error) {
    if (!isClosedPipe(error)) throw error;
  }
}

async function* answersTo(portal: Decidable, chunks: AsyncIterable<unknown>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines.map((line) => `${answerLine(portal, line)}\n`).join('');
  }
  if (rest !== '') yield `${answerLine(portal, rest)}\n`;
}

/** The decision for one line as JSON, or `{"error"}` if the line is malformed. */
export function answerLine(portal: Decidable, line: string): string {
  const question = parseQuestion(line);
  if ('error' in question) return JSON.stringify(question);
  const { visitor, error } = parseVisitor(portal, question.as, question.can);
  if (visitor === null) return JSON.stringify({ error });
  return JSON.stringify(toWireDecision(decide({ portal, visitor }, question.path)));
}

interface ExplainQuestion {
  readonly path: string;
  readonly as: string | undefined;
  readonly can: Readonly<Record<string, Value>>;
}

function parseQuestion(line: string): ExplainQuestion | { readonly error: string } {
  const value = parseJson(line);
  if (!isMapping(value)) return { error: 'A line must be a JSON object.' };
  const { path, as = null, can = null } = value;
  if (typeof path !== 'string') return { error: '"path" must be a text.' };
  if (as !== null && typeof as !== 'string') return { error: '"as" must be a text.' };
  if (can !== null && !isFlags(can)) {
    return { error: '"can" must be an object from flag to value.' };
  }
  return { path, as: as ?? undefined, can: can ?? {} };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isFlags(value: unknown): value is Record<string, Value> {
  return isMapping(value) && Object.values(value).every((one) => typeof one !== 'object' || one === null);
}
