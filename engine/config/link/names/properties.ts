/** The questions of a form, level by level: a level is the `properties` of one or several forms. */
import type { ParsedFile } from '../../source/source.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import { child, type Cursor, entries, isPresent, text } from '../input/cursor.ts';
import type { Names } from '../input/link-context.ts';
import type { SearchedQuestion, ReadLog } from '../input/kind-reads.ts';
import { fieldsOfTransitions } from './written-fields.ts';

/** The questions with this key. */
export function named(level: readonly Cursor[], key: string): readonly Cursor[] {
  return levels.get(level)?.(key) ?? level.map((one) => child(one, key)).filter(isPresent);
}

/** A level in which many names are looked up: many kinds may issue one document. */
export function indexedLevel(level: readonly Cursor[]): readonly Cursor[] {
  let index: QuestionIndex | null = null;
  levels.set(level, (name) => (index ??= indexOf(level)).get(name) ?? []);
  return level;
}

/** The files that ask a question in the level of a type. Nothing is recorded. */
export function filesAsking(level: readonly Cursor[], key: string): readonly ParsedFile[] {
  return named(level, key).map(({ file }) => file);
}

/**
 * The level of a record type, in which many names are looked up: a type with many kinds has many mappings. What is
 * looked up while the log records is written down.
 */
export class TypeLevel {
  readonly #all: readonly Cursor[];
  readonly #watched: readonly Cursor[];
  readonly #log: ReadLog;
  readonly #found = new Map<string, FoundQuestions>();
  readonly #type: string;
  #index: QuestionIndex | null = null;

  constructor(type: string, all: readonly Cursor[], log: ReadLog) {
    this.#type = type;
    this.#all = all;
    this.#watched = log.watchList(all);
    this.#log = log;
    for (const list of [this.#all, this.#watched]) levels.set(list, (name) => this.#find(name));
  }

  /** All `properties`. */
  get properties(): readonly Cursor[] {
    return this.#log.isRecording ? this.#watched : this.#all;
  }

  #find(name: string): readonly Cursor[] {
    const found = this.#found.get(name) ?? this.#search(name);
    this.#found.set(name, found);
    this.#log.readQuestion(found.read);
    return found.questions;
  }

  #search(name: string): FoundQuestions {
    this.#index ??= indexOf(this.#all);
    const questions = this.#index.get(name) ?? [];
    return { questions, read: { type: this.#type, name, files: questions.map(({ file }) => file) } };
  }
}

interface FoundQuestions {
  readonly questions: readonly Cursor[];
  readonly read: SearchedQuestion;
}

type QuestionIndex = ReadonlyMap<string, readonly Cursor[]>;

/** How to find the questions of a name in a level. */
const levels = new WeakMap<readonly Cursor[], (name: string) => readonly Cursor[]>();

function indexOf(level: readonly Cursor[]): QuestionIndex {
  const stated = level.flatMap(entries).filter(([, one]) => isPresent(one));
  const byKey = Map.groupBy(stated, ([key]) => key);
  return new Map([...byKey].map(([key, same]) => [key, same.map(([, one]) => one)]));
}

/** The level below a question: of a mapping, of the rows of a list, or of a referenced fragment. */
export function below(question: Cursor, context: { readonly names: Pick<Names, 'forms'> }): Cursor[] {
  const fragment = context.names.forms.get(text(child(question, '$ref')) ?? '');
  const rows = child(question, 'items');
  return [
    child(question, 'properties'),
    ...(isPresent(rows) ? below(rows, context) : []),
    ...(fragment === undefined ? [] : [child(fragment, 'properties')]),
  ].filter(isPresent);
}

/** The questions in the rows of a list. */
export interface RowLevel {
  readonly properties: readonly Cursor[];
  /** The record type that asks it. */
  readonly type: string;
  /** Keys of the list within the record. */
  readonly list: readonly string[];
}

/** Levels below lists of questions. A list belongs to one linking, so the forms are always the same. */
const lower = new WeakMap<readonly Cursor[], readonly Cursor[]>();

/** The level below all of these questions, which is kept with their list: thousands of kinds may ask one question. */
export function levelBelow(
  questions: readonly Cursor[],
  context: Parameters<typeof below>[1],
): readonly Cursor[] {
  const known = lower.get(questions);
  if (known !== undefined) return known;
  const level = questions.flatMap((one) => below(one, context));
  lower.set(questions, level.length > 1 ? indexedLevel(level) : level);
  return level;
}

/** Returns true if a question with these words has rows, in one of its forms. */
export function isList(questions: readonly Cursor[], context: Parameters<typeof below>[1]): boolean {
  return questions.some((one) => {
    const fragment = context.names.forms.get(text(child(one, '$ref')) ?? '');
    return isPresent(child(one, 'items')) || (fragment !== undefined && isPresent(child(fragment, 'items')));
  });
}

/** The type of the record that an answer to these questions names, or null. */
export const referredType = onceForEach(
  (questions: readonly Cursor[]): string | null =>
    questions.map((one) => text(child(one, 'ref'))).find((name) => name !== null) ?? null,
);

/** The lookup that these questions offer, or null. */
export const offeredLookup = onceForEach(
  (questions: readonly Cursor[]): string | null =>
    questions.map((one) => text(child(one, 'lookup'))).find((name) => name !== null) ?? null,
);

/** The level of the answers that a record has: of its form, and of steps that save what they ask. */
export function levelOfRecord(
  { type, kind }: { readonly type: string | null; readonly kind: string | null },
  names: Names,
): Cursor[] {
  const [ofKind, ofType] = [names.kinds.get(kind ?? ''), names.records.get(type ?? '')];
  const own = ofKind && child(ofKind, 'form');
  const shared = ofType && names.forms.get(text(child(ofType, 'form')) ?? '');
  const form = own !== undefined && isPresent(own) ? own : shared;
  const asked = form === undefined ? [] : [child(form, 'properties')].filter(isPresent);
  return [...asked, ...(type === null ? [] : fieldsOfTransitions(type, names))];
}
