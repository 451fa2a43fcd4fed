/** Keeps a record's answers saved while they are typed: on this device at once, on the server a moment later. */
import type { Answers } from '../../portal/form-conditions.ts';
import type { FieldErrors } from '../../portal/form-verdict.ts';
import type { WireRecord } from '../../portal/wire.ts';
import type { Client } from '../api/client.ts';
import type { Problem } from '../api/problem.ts';
import { errorsLeft, rootOf } from '../forms/errors.ts';
import type { LocalCopy } from './local-copy.ts';

export type Saving =
  | { readonly kind: 'nothing' | 'saving' | 'unsaved' }
  | { readonly kind: 'saved'; readonly at: string }
  /** Kept on this device until the server can be reached. */
  | { readonly kind: 'kept'; readonly problem: Problem };

export interface DraftState {
  /** Null until the first answer made one. */
  readonly record: WireRecord | null;
  readonly data: Answers;
  readonly saving: Saving;
  /** Answers that the server did not take as they are. */
  readonly refused: FieldErrors;
}

export interface DraftKeeper {
  get(): DraftState;
  subscribe(listener: () => void): () => void;
  change(data: Answers): void;
  /** Saves all that is not saved. @returns the record, or null where that was not possible */
  save(): Promise<WireRecord | null>;
  /** The record moved on by another way. */
  replace(record: WireRecord): void;
  dispose(): void;
}

export interface DraftOptions {
  readonly client: Client;
  readonly type: string;
  /** Slug of the record that a new one stands below. */
  readonly parent: string | null;
  readonly record: WireRecord | null;
  /** The copy on this device of what is typed into this record, or into a new one. */
  readonly copyOf: (slug: string | null) => LocalCopy;
  /** Answers that a new record begins with. */
  readonly defaults: Answers;
  readonly onCreate: (record: WireRecord) => void;
}

const pause = 1500;
const retryAfter = 10_000;
const mostRounds = 4;

export function createDraftKeeper(options: DraftOptions): DraftKeeper {
  const { client, type } = options;
  let copy = options.copyOf(options.record?.slug ?? null);
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let queue: Promise<void> = Promise.resolve();
  let state: DraftState = {
    record: options.record,
    data: withoutEmptied({
      ...(options.record === null ? options.defaults : options.record.data),
      ...copy.read(),
    }),
    saving: options.record === null ? { kind: 'nothing' } : { kind: 'saved', at: options.record.updated_at },
    refused: {},
  };
  const set = (change: Partial<DraftState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const schedule = (delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void saveAll(), delay);
  };
  const unsaved = () => differences(state.record?.data ?? {}, state.data);
  if (Object.keys(copy.read()).length > 0) schedule(pause);

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change(data) {
      const refused = errorsLeft(state.refused, state.data, data);
      set({ data, refused, saving: { kind: 'unsaved' } });
      copy.write(unsaved());
      schedule(pause);
    },
    async save() {
      await saveAll();
      const isSaved = state.record !== null && Object.keys(unsaved()).length === 0;
      return isSaved ? state.record : null;
    },
    replace: (record) => set({ record, data: record.data, saving: { kind: 'saved', at: record.updated_at } }),
    dispose: () => clearTimeout(timer),
  };

  /** One after another: each is based on the version that the one before answered. */
  async function saveAll(): Promise<void> {
    clearTimeout(timer);
    queue = queue.then(saveRounds);
    await queue;
  }

  /** What is typed while a call runs goes with the next one. */
  async function saveRounds(): Promise<void> {
    for (let round = 0; round < mostRounds; round += 1) {
      if (state.record === null && !(await create())) return;
      const open = Object.entries(unsaved()).filter(([name]) => !isRefused(name));
      if (open.length === 0) break;
      if (!(await patch(Object.fromEntries(open)))) return;
    }
    copy.write(unsaved());
    const hasRest = Object.keys(unsaved()).length > 0;
    if (state.record !== null && !hasRest) set({ saving: { kind: 'saved', at: state.record.updated_at } });
  }

  /** Without answers, so that a call that is repeated is the same call and makes one record. */
  async function create(): Promise<boolean> {
    set({ saving: { kind: 'saving' } });
    const body = { data: {}, ...(options.parent !== null && { parent: options.parent }) };
    const result = await client.write<WireRecord>(`records/${type}`, { body });
    if (!result.ok) return keep(result.problem);
    copy.write({});
    copy = options.copyOf(result.value.slug);
    set({ record: result.value });
    copy.write(unsaved());
    options.onCreate(result.value);
    return true;
  }

  async function patch(data: Answers): Promise<boolean> {
    const { record } = state;
    if (record === null) return false;
    set({ saving: { kind: 'saving' } });
    const result = await client.write<WireRecord>(`records/${type}/${record.slug}`, {
      method: 'PATCH',
      body: { data },
      ifMatch: record.version,
    });
    if (result.ok) {
      set({ record: result.value });
      return true;
    }
    const { problem } = result;
    if (problem.kind === 'stale' && problem.current !== null) {
      // Another tab saved meanwhile; what was typed here comes on top of it.
      set({ record: problem.current });
      return true;
    }
    if (problem.kind === 'fields') {
      set({ refused: { ...state.refused, ...problem.errors }, saving: { kind: 'unsaved' } });
      return Object.keys(data).some((name) => !isRefused(name));
    }
    return keep(problem);
  }

  function keep(problem: Problem): false {
    set({ saving: { kind: 'kept', problem } });
    if (problem.kind === 'offline' || problem.kind === 'server') schedule(retryAfter);
    return false;
  }

  function isRefused(name: string): boolean {
    return Object.keys(state.refused).some((path) => rootOf(path) === name);
  }
}

/** What has to be written to make one of the other; null empties. */
export function differences(saved: Answers, wanted: Answers): Answers {
  const names = new Set([...Object.keys(saved), ...Object.keys(wanted)]);
  const changed = [...names].filter((name) => written(saved[name]) !== written(wanted[name]));
  return Object.fromEntries(changed.map((name) => [name, wanted[name] ?? null]));
}

function written(value: unknown): string {
  return JSON.stringify(value ?? null);
}

function withoutEmptied(data: Answers): Answers {
  return Object.fromEntries(
    Object.entries(data).filter(([, value]) => value !== null && value !== undefined),
  );
}
