/** `explain --batch`: one question a line in, one decision a line out, thousands a second. */
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Value } from '../portal/model/condition.ts';
import { decide, toWireDecision } from '../portal/routing/decide.ts';
import { isMapping } from '../portal/values/is-mapping.ts';
import type { Decidable } from '../portal/model/portal.ts';
import { askedVisitor } from './asked-visitor.ts';
import { isClosedPipe } from './closed-pipe.ts';

/**
 * Answers every line of the input, in order, as soon as it has come. Ends early when nobody reads the output any more.
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

/** The decision for one line as JSON, or `{"error"}` when the line cannot be understood. */
export function answerLine(portal: Decidable, line: string): string {
  const question = parseQuestion(line);
  if ('error' in question) return JSON.stringify(question);
  const { visitor, error } = askedVisitor(portal, question.as, question.can);
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
