/** Turns the value of a part into the answers of its form, and answers into the value that is written. */
import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isScalar, type Node, parseDocument } from 'yaml';
import { NumberText } from '../config/edit/render-value.ts';
import { isMapping, mappingOf } from '../portal/values/is-mapping.ts';
import { conditionOfParts, partsOfCondition } from './condition-parts.ts';
import { childOf, linesOf, valueOf } from './part-document.ts';
import type { PartForm, PartQuestion } from './part-form.ts';

export type PartAnswers = Readonly<Record<string, unknown>>;

export interface WrittenPart {
  readonly document: Document;
  readonly text: string;
  /** Null: it is not written yet. */
  readonly node: Node | null;
}

export function answersOf({ shape, questions }: PartForm, part: WrittenPart): PartAnswers {
  const answers = questions.map(({ name, shape: asked }) => {
    const node = (shape === 'form' ? childOf(part.node, name) : part.node) as Node | null;
    return [name, answerOf(asked, { ...part, node })] as const;
  });
  return Object.fromEntries(answers.filter(([, answer]) => answer !== undefined));
}

function answerOf(shape: PartQuestion['shape'], { node, document, text }: WrittenPart): unknown {
  if (node === null) return undefined;
  const value = valueOf(node, document);
  switch (shape) {
    case 'figure':
      return isScalar(node) ? (node.source ?? String(value)) : String(value);
    case 'lines':
      return [value].flat().map(String).join('\n');
    case 'yaml':
      return linesOf(node, text);
    case 'condition':
      return partsOfCondition(node, { document, text });
    case 'choices':
      return [value].flat();
    case 'flag':
    case 'number':
      return value;
    default:
      return typeof value === 'string' ? value : String(value);
  }
}

/** Answers that are no value, by question, with the reason. */
export type AnswerFaults = Readonly<Record<string, string>>;

export interface ReadAnswers {
  /** Undefined: nothing is written. */
  readonly value: unknown;
  readonly faults: AnswerFaults;
}

/** Longest YAML in one answer, in characters. */
const longestYaml = 50_000;

/** @returns the value of the part with these answers; what has no question stays */
export function readAnswers(form: PartForm, part: WrittenPart, answers: PartAnswers): ReadAnswers {
  const faults: Record<string, string> = {};
  const before = valueOf(part.node, part.document);
  const shown = answersOf(form, part);
  const read = (question: PartQuestion): unknown => {
    const { name, shape } = question;
    const answer = answers[name];
    const node = (form.shape === 'form' ? childOf(part.node, name) : part.node) as Node | null;
    // What nobody has touched keeps its text.
    if (isDeepStrictEqual(answer, shown[name]))
      return node === null ? undefined : valueOf(node, part.document);
    try {
      return valueOfAnswer(shape, answer, node);
    } catch (error) {
      faults[name] = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
      return undefined;
    }
  };
  if (form.shape !== 'form') {
    const [question] = form.questions;
    return { value: question === undefined ? before : read(question), faults };
  }
  const own = new Map(form.questions.map((question) => [question.name, read(question)]));
  const rest = Object.entries(mappingOf(before)).filter(([key]) => !own.has(key));
  const entries = [...own, ...rest].filter(([, value]) => value !== undefined);
  return { value: Object.fromEntries(entries), faults };
}

function valueOfAnswer(shape: PartQuestion['shape'], answer: unknown, node: Node | null): unknown {
  if (answer === undefined || answer === null || answer === '') return undefined;
  switch (shape) {
    case 'flag':
      // What is not said is false.
      return answer === true ? true : isScalar(node) && node.value === false ? false : undefined;
    case 'number':
      return typeof answer === 'number' ? answer : undefined;
    case 'figure':
      return /^-?\d+(?:\.\d+)?$/.test(String(answer)) ? new NumberText(String(answer)) : String(answer);
    case 'choices':
      return inOrder(answer, node);
    case 'lines':
      return linesOfAnswer(String(answer), node);
    case 'condition':
      return conditionOfParts(answer, readYaml);
    case 'yaml':
      return readYaml(String(answer));
    default:
      return String(answer);
  }
}

/** Chosen names keep their order; new ones come behind them. */
function inOrder(answer: unknown, node: Node | null): string | readonly string[] | undefined {
  const chosen = Array.isArray(answer) ? answer.map(String) : [];
  const written: unknown = node?.toJSON() ?? [];
  const before = [written].flat().map(String);
  const kept = before.filter((one) => chosen.includes(one));
  return asWritten([...kept, ...chosen.filter((one) => !before.includes(one))], node);
}

function linesOfAnswer(answer: string, node: Node | null): string | readonly string[] | undefined {
  const lines = answer.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  return asWritten(lines, node);
}

/** One that was written without a list stays so. */
function asWritten(texts: readonly string[], node: Node | null): string | readonly string[] | undefined {
  if (texts.length === 0) return undefined;
  return texts.length === 1 && isScalar(node) ? texts[0] : texts;
}

/** Plain values only: no anchors, no tags, one document. @throws Error with the reason */
export function readYaml(text: string): unknown {
  if (text.length > longestYaml) throw new RangeError(`At most ${longestYaml} characters.`);
  const document = parseDocument(text, { schema: 'core', customTags: [], version: '1.2' });
  const [fault] = [...document.errors, ...document.warnings];
  if (fault !== undefined) throw fault;
  if (isMap(document.contents) && document.contents.anchor !== undefined) throw new Error('No anchors.');
  const value: unknown = document.toJS({ maxAliasCount: 0 });
  return withoutNull(value);
}

function withoutNull(value: unknown): unknown {
  if (value === null) throw new Error('A value is missing.');
  if (Array.isArray(value)) return value.map(withoutNull);
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutNull(one)]));
}
