/** Saves a record's answers while the user types: on this device at once, on the server a moment later. */
import type { Answers } from '../../portal/forms/form-conditions.ts';
import type { FieldTexts } from '../api/problem.ts';
import type { WireRecord } from '../../contract/record.ts';
import type { Client } from '../api/client.ts';
import { isRecord } from '../api/call.ts';
import type { Problem } from '../api/problem.ts';
import { differences, namesIn, rootOf, withoutBlank, withoutEmptied } from './differences.ts';
import type { LocalCopy } from './local-copy.ts';

export type SaveState =
  | { readonly kind: 'nothing' | 'saving' | 'unsaved' }
  /** `open`: the fields whose answers are not saved until they are complete. */
  | { readonly kind: 'saved'; readonly at: string; readonly open: readonly string[] }
  /** Stored on this device until the server is reachable. */
  | { readonly kind: 'kept'; readonly problem: Problem };

export interface DraftState {
  /** Null until the first answer creates the record. */
  readonly record: WireRecord | null;
  readonly data: Answers;
  readonly saving: SaveState;
  /** Answers that the server rejected. */
  readonly refused: FieldTexts;
  /** The record was changed elsewhere in the meantime; the answers typed here are applied on top. */
  readonly isMerged: boolean;
}

export interface DraftKeeper {
  get(): DraftState;
  subscribe(listener: () => void): () => void;
  change(data: Answers): void;
  /** Saves everything unsaved. @returns the record, or null if there is none yet or that failed */
  save(): Promise<WireRecord | null>;
  /** Saves everything unsaved; a form without any answer becomes a record too. @returns null if that failed */
  saveToSend(): Promise<WireRecord | null>;
  /** Saves what can be saved now; ignores the rest. */
  flush(): void;
  /** Reports errors in half-typed answers. Those wait and are not sent to the server. */
  judgeBy(faultsOf: (answers: Answers) => FieldTexts): void;
  /**
   * The questions of the form now. What was typed under a former name moves to the present one; what was typed into a
   * question that is gone is not sent.
   */
  ask(names: ReadonlySet<string>, former: ReadonlyMap<string, string>): void;
  /** The server found these errors in the saved answers. Each goes when its question is answered anew. */
  refuse(errors: FieldTexts): void;
  /** Something else saves what is unsaved, until the user types again. @returns what it has to save */
  hold(): Answers;
  /** It did not: this draft saves it again. */
  release(): void;
  /** The record was changed by another action. */
  replace(record: WireRecord): void;
  dispose(): void;
}

export interface DraftOptions {
  readonly client: Client;
  readonly type: string;
  /** Slug of the parent of a new record. */
  readonly parent: string | null;
  readonly record: WireRecord | null;
  /** The copy on this device of the answers typed into this record, or into a new one. */
  readonly copyOf: (slug: string | null) => LocalCopy;
  /** Initial answers of a new record. */
  readonly defaults: Answers;
  /** Called with the record that the first answer created, while somebody subscribes to this draft. */
  readonly onCreate: (record: WireRecord) => void;
}

const pause = 1500;
const retryAfter = 10_000;
const mostRounds = 4;

export function createDraftKeeper(options: DraftOptions): DraftKeeper {
  const { client, type } = options;
  let faultsOf: (answers: Answers) => FieldTexts = noFaults;
  let asked: ReadonlySet<string> | null = null;
  let copy = options.copyOf(options.record?.slug ?? null);
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isHeld = false;
  let isSending = false;
  let running: Promise<void> = Promise.resolve();
  // It was sent from another page, with what was typed here.
  if (options.record?.editable === false) copy.write({});
  let state = firstState(options, copy.read());
  const set = (change: Partial<DraftState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const stop = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const schedule = (delay: number) => {
    stop();
    timer = setTimeout(() => void saveAll(), delay);
  };
  const unsaved = () => {
    const all = differences(state.record?.data ?? {}, withoutBlank(state.data));
    return Object.fromEntries(Object.entries(all).filter(([name]) => asked === null || asked.has(name)));
  };
  if (Object.keys(copy.read()).length > 0) schedule(pause);

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change(data) {
      const names = Object.keys(differences(state.data, data));
      if (names.length === 0) return;
      const isSaid = Object.keys(differences(withoutBlank(state.data), withoutBlank(data))).length > 0;
      if (!isSaid) return set({ data });
      const isKept = state.saving.kind === 'kept';
      const saving = isKept ? state.saving : ({ kind: 'unsaved' } as const);
      set({ data, refused: withoutNames(state.refused, names), saving });
      copy.write(unsaved());
      isHeld = false;
      // While the server is down, retries follow their own interval, however fast the user types.
      if (!isKept || timer === null) schedule(pause);
    },
    save,
    saveToSend() {
      isSending = true;
      // A retry that follows later sends nothing, so it creates no record without answers.
      return save().finally(() => (isSending = false));
    },
    flush() {
      if (timer !== null) void saveAll();
    },
    hold() {
      isHeld = true;
      stop();
      return unsaved();
    },
    release() {
      isHeld = false;
      if (Object.keys(unsaved()).length > 0) schedule(0);
    },
    refuse: (refused) => set({ refused }),
    ask(names, former) {
      const typed = differences(state.record?.data ?? {}, state.data);
      const data = { ...state.data };
      for (const [from, to] of former) {
        if (names.has(from) || !(from in data)) continue;
        if (from in typed || !(to in data)) data[to] = data[from];
        delete data[from];
      }
      asked = names;
      if (Object.keys(differences(state.data, data)).length > 0) set({ data });
    },
    judgeBy: (judge) => void (faultsOf = judge),
    replace(record) {
      isHeld = false;
      copy.write({});
      set({ record, data: record.data, saving: { kind: 'saved', at: record.updated_at, open: [] } });
    },
    dispose() {
      if (state.saving.kind !== 'kept' && timer !== null) void saveAll();
      stop();
    },
  };

  async function save(): Promise<WireRecord | null> {
    await saveAll();
    const left = unsaved();
    if (state.record !== null && Object.keys(left).length === 0) return state.record;
    const wrong = onlyNames(faultsOf(state.data), Object.keys(left));
    if (namesIn(wrong).size > 0) set({ refused: { ...state.refused, ...wrong } });
    return null;
  }

  /** One call at a time. */
  function saveAll(): Promise<void> {
    stop();
    if (!isHeld) running = running.then(saveRounds, saveRounds);
    return running;
  }

  /** What is typed during a call is sent with the next one. */
  async function saveRounds(): Promise<void> {
    const isNeeded = isSending && state.record === null;
    if (!isNeeded && Object.keys(unsaved()).length === 0) return copy.write({});
    for (let round = 0; round < mostRounds; round += 1) {
      if (state.record === null && !(await create())) return;
      const open = ready();
      if (Object.keys(open).length === 0) break;
      if (!(await patch(open))) return;
    }
    const left = unsaved();
    copy.write(left);
    const { record } = state;
    if (record === null || Object.keys(ready()).length > 0) return;
    set({ saving: { kind: 'saved', at: record.updated_at, open: Object.keys(left) } });
  }

  /** The answers that are unsaved and valid. */
  function ready(): Answers {
    const waiting = new Set([...namesIn(state.refused), ...namesIn(faultsOf(state.data))]);
    return Object.fromEntries(Object.entries(unsaved()).filter(([name]) => !waiting.has(name)));
  }

  /** Without answers, so that a retry is the same call and creates one record. */
  async function create(): Promise<boolean> {
    saySaving();
    const body = { data: {}, ...(options.parent !== null && { parent: options.parent }) };
    const result = await client.send('POST /records/:type', { params: { type }, body });
    if (!result.ok) return keep(result.problem);
    const { value: record } = result;
    // A form that opens an account creates no draft.
    if (!isRecord(record)) return false;
    copy.write({});
    copy = options.copyOf(record.slug);
    set({ record });
    copy.write(unsaved());
    if (listeners.size > 0) options.onCreate(record);
    return true;
  }

  async function patch(data: Answers): Promise<boolean> {
    const { record } = state;
    if (record === null) return false;
    saySaving();
    const result = await client.send('PATCH /records/:type/:slug', {
      params: { type, slug: record.slug },
      body: { data },
      ifMatch: record.version,
    });
    if (result.ok) {
      const typed = differences({ ...record.data, ...data }, state.data);
      set({
        record: result.value,
        ...(hasMoved(data, record.data, result.value.data) && {
          data: withoutEmptied({ ...result.value.data, ...typed }),
        }),
      });
      return true;
    }
    const { problem } = result;
    if (problem.kind === 'stale' && problem.current !== null) return merge(record, problem.current);
    if (problem.kind !== 'fields') return keep(problem);
    set({ refused: { ...state.refused, ...problem.errors } });
    // An error that belongs to none of these answers holds back all of them.
    return Object.keys(data).some((name) => namesIn(problem.errors).has(name)) || keep(problem);
  }

  /**
   * The answers typed here are applied on top of the newer version. It may hold nothing but these answers: the reply to
   * a call was lost, or a paper was added.
   */
  function merge(base: WireRecord, current: WireRecord): boolean {
    const data = current.editable
      ? withoutEmptied({ ...current.data, ...differences(base.data, state.data) })
      : current.data;
    const unlike = differences(current.data, state.data);
    const isElsewhere = Object.keys(differences(base.data, current.data)).some((name) => name in unlike);
    set({ record: current, data, isMerged: state.isMerged || isElsewhere });
    copy.write(unsaved());
    return current.editable;
  }

  function saySaving(): void {
    if (state.saving.kind !== 'kept') set({ saving: { kind: 'saving' } });
  }

  function keep(problem: Problem): false {
    set({ saving: { kind: 'kept', problem } });
    copy.write(unsaved());
    const delay = delayAfter(problem);
    if (delay !== null) schedule(delay);
    return false;
  }
}

/** The question has another name since: the server stored the answer under that. */
function hasMoved(sent: Answers, before: Answers, after: Answers): boolean {
  const isFresh = (name: string): boolean => !(name in sent) && name in differences(before, after);
  return Object.entries(sent).some(
    ([name, answer]) =>
      answer !== null &&
      !(name in after) &&
      Object.keys(after).some(
        (other) =>
          isFresh(other) && Object.keys(differences({ is: answer }, { is: after[other] })).length === 0,
      ),
  );
}

function noFaults(): FieldTexts {
  return {};
}

function firstState(options: DraftOptions, kept: Answers): DraftState {
  const { record, defaults } = options;
  return {
    record,
    data: withoutEmptied({ ...(record === null ? defaults : record.data), ...kept }),
    saving: record === null ? { kind: 'nothing' } : { kind: 'saved', at: record.updated_at, open: [] },
    refused: {},
    isMerged: false,
  };
}

/** Milliseconds until the next retry; null: not before something else changes. */
function delayAfter(problem: Problem): number | null {
  switch (problem.kind) {
    case 'limited':
      return (problem.retryAfter ?? 0) * 1000 || retryAfter;
    case 'offline':
    case 'server':
    // The same call still runs on the server: it was aborted only here.
    case 'stale':
      return retryAfter;
    default:
      return null;
  }
}

/** Returns the same object if nothing is left out, so that comparisons see no change. */
function withoutNames(errors: FieldTexts, names: readonly string[]): FieldTexts {
  const left = Object.entries(errors).filter(([path]) => !names.includes(rootOf(path)));
  return left.length === Object.keys(errors).length ? errors : Object.fromEntries(left);
}

function onlyNames(errors: FieldTexts, names: readonly string[]): FieldTexts {
  return Object.fromEntries(Object.entries(errors).filter(([path]) => names.includes(rootOf(path))));
}
