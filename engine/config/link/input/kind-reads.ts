/** Records what linking reads of requirement kinds, so that a kind is linked again only if that has changed. */
import type { ParsedFile } from '../../source/source.ts';

/** A question that was looked up in all forms of a record type. */
export interface SearchedQuestion {
  readonly type: string;
  readonly name: string;
  /** The files that ask it. */
  readonly files: readonly ParsedFile[];
}

export interface KindReads {
  /** True if kinds were read in any way that has no entry below. */
  isOfAll: boolean;
  /** Id → whether there is such a kind. */
  readonly ids: Map<string, boolean>;
  readonly questions: Set<SearchedQuestion>;
}

/** What the work in progress has read. */
export class ReadLog {
  #current: KindReads | null = null;

  get isRecording(): boolean {
    return this.#current !== null;
  }

  /** Returns the result of the work, and what it has read. */
  record<Result>(work: () => Result): { readonly result: Result; readonly reads: KindReads } {
    const outer = this.#current;
    const reads: KindReads = { isOfAll: false, ids: new Map(), questions: new Set() };
    this.#current = reads;
    try {
      return { result: work(), reads };
    } finally {
      this.#current = outer;
      this.repeat(reads);
    }
  }

  /** Runs work whose result is watched itself, so that its own reads do not count. */
  unrecorded<Result>(work: () => Result): Result {
    const outer = this.#current;
    this.#current = null;
    try {
      return work();
    } finally {
      this.#current = outer;
    }
  }

  /** Counts the reads of earlier work, whose result is used again. */
  repeat({ isOfAll, ids, questions }: KindReads): void {
    if (this.#current === null) return;
    this.#current.isOfAll ||= isOfAll;
    for (const [id, exists] of ids) this.#current.ids.set(id, exists);
    for (const one of questions) this.#current.questions.add(one);
  }

  readAll(): void {
    if (this.#current !== null) this.#current.isOfAll = true;
  }

  readQuestion(question: SearchedQuestion): void {
    this.#current?.questions.add(question);
  }

  /** The same kinds, with a record of every read. */
  watchKinds<Value>(kinds: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> {
    const has = (id: string): boolean => {
      const exists = kinds.has(id);
      this.#current?.ids.set(id, exists);
      return exists;
    };
    return this.#watched(kinds, (key) => (key === 'has' ? has : null));
  }

  /** The same list; any look at it counts as a read of all kinds. */
  watchList<Value extends object>(list: Value): Value {
    return this.#watched(list, () => null);
  }

  #watched<Value extends object>(value: Value, own: (key: string | symbol) => unknown): Value {
    return new Proxy(value, {
      get: (target, key) => {
        const said = own(key);
        if (said !== null) return said;
        this.readAll();
        const part: unknown = Reflect.get(target, key, target);
        return typeof part === 'function' ? part.bind(target) : part;
      },
    });
  }
}
