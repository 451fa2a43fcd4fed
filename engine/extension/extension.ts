/** The extension points for a town's TypeScript code: effects, channels and a file store, as plain objects. */
import type { Readable } from 'node:stream';
import type { JsonSchema } from '../portal/model/form.ts';

export interface Extension {
  readonly name: string;
  readonly effects?: readonly EffectHandler[];
  readonly channels?: readonly Channel[];
  /** At most one extension has it; without one the files are in DATA_DIR. */
  readonly fileStore?: FileStore;
}

/** An effect that a step of a workflow may name: `then: [{ extension: city-pay, input: { amount: { field: total } } }]`. */
export interface EffectHandler {
  /** Unique among all extensions. */
  readonly name: string;
  /** JSON Schema of an object; `check` validates the configuration against it. */
  readonly input: JsonSchema;
  /**
   * Called after the step is committed, at least once, and again after an error.
   * @param input valid for the schema
   */
  run(input: Readonly<Record<string, unknown>>, delivery: Delivery): Promise<void>;
}

/** Thrown by a channel if its receiver refuses the message for good: the engine does not send it again. */
export class UndeliverableError extends Error {
  override name = 'UndeliverableError';
}

/** A delivery channel, which notices name in `channels`; e-mail is the channel `mail`. */
export interface Channel {
  /** Unique among all extensions. */
  readonly name: string;
  /** Called after the step is committed, at least once, and again after an error. */
  send(message: ChannelMessage, to: ChannelAddress, delivery: Delivery): Promise<void>;
  /** Called once, when the server stops. */
  close?(): void;
}

export interface ChannelMessage {
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  readonly html: string;
  /** An event for the recipient's calendar. Channels that cannot carry a file leave it out. */
  readonly calendar?: CalendarFile | null;
}

export interface CalendarFile {
  readonly method: 'publish' | 'cancel';
  /** iCalendar (RFC 5545). */
  readonly content: string;
}

export interface ChannelAddress {
  /** The language of the account or of the person. */
  readonly name: string;
  readonly email: string;
}

export interface Delivery {
  /** The same for every attempt: a receiver that gets it twice must act once. */
  readonly idempotencyKey: string;
  /** The record after the step; null for messages without a record. */
  readonly record: DeliveredRecord | null;
  /** Aborted after a minute: the attempt counts as failed then, and another one follows. */
  readonly signal: AbortSignal;
}

export interface DeliveredRecord {
  readonly id: string;
  readonly type: string;
  readonly slug: string;
  readonly number: string | null;
  readonly state: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Stores uploaded files, each under a key of letters and digits that the engine chooses. All servers of one database
 * share it.
 */
export interface FileStore {
  /**
   * Stores the bytes of a local file. A reader never sees a part of them: neither before this call ends, nor after a
   * crash. A second call with the same key replaces the file.
   * @param path a complete file; the engine deletes it later
   */
  put(key: string, path: string): Promise<void>;
  /** @throws Error if there is no such file */
  get(key: string): Promise<Readable>;
  /** Stores the same bytes under a second key. Each can be deleted without the other. @throws as `get` */
  copy(key: string, as: string): Promise<void>;
  /** Deleting a file that does not exist is not an error. */
  delete(key: string): Promise<void>;
  /** Called every hour: deletes what a crash left behind. */
  sweep?(): Promise<void>;
}

/** All extensions of one portal. */
export interface Additions {
  readonly effects: ReadonlyMap<string, EffectHandler>;
  readonly channels: ReadonlyMap<string, Channel>;
  /** null: files are in DATA_DIR. */
  readonly fileStore: FileStore | null;
}

/** The default channel of notices. */
export const MAIL = 'mail';

/** @throws TypeError for a missing member, a duplicate name, or a second file store */
export function collectAdditions(extensions: readonly Extension[]): Additions {
  const stores = extensions.filter(({ fileStore }) => fileStore !== undefined);
  if (stores.length > 1) {
    const names = stores.map(({ name }) => `"${name}"`).join(' and ');
    throw new TypeError(`The extensions ${names} each add a file store. A portal has only one.`);
  }
  for (const extension of extensions) requireMembers(extension);
  return {
    fileStore: stores[0]?.fileStore ?? null,
    effects: byName(
      extensions.flatMap(({ effects = [] }) => effects),
      new Set(),
    ),
    channels: byName(
      extensions.flatMap(({ channels = [] }) => channels),
      new Set([MAIL]),
    ),
  };
}

/** The part that the compiler needs, as a JSON value. */
export function vocabularyOf({ effects, channels }: Additions): unknown {
  return [[...effects].map(([name, { input }]) => [name, input]), [...channels.keys()]];
}

/** Extensions may be JavaScript, which no compiler has checked. @throws TypeError */
function requireMembers({ name, effects = [], channels = [], fileStore }: Extension): void {
  const require = (part: string, object: unknown, members: readonly string[], type: string): void => {
    for (const member of members) {
      if (typeof Object(object)[member] !== type)
        throw new TypeError(`In the extension "${name}", ${part} needs "${member}", a ${type}.`);
    }
  };
  for (const [key, list] of Object.entries({ effects, channels })) {
    if (!Array.isArray(list)) throw new TypeError(`In the extension "${name}", \`${key}\` must be a list.`);
  }
  for (const effect of effects) {
    require('each effect', effect, ['name'], 'string');
    require(`the effect "${effect.name}"`, effect, ['input'], 'object');
    require(`the effect "${effect.name}"`, effect, ['run'], 'function');
  }
  for (const channel of channels) {
    require('each channel', channel, ['name'], 'string');
    require(`the channel "${channel.name}"`, channel, ['send'], 'function');
  }
  if (fileStore !== undefined)
    require('the file store', fileStore, ['put', 'get', 'copy', 'delete'], 'function');
}

function byName<One extends { readonly name: string }>(
  all: readonly One[],
  taken: Set<string>,
): ReadonlyMap<string, One> {
  for (const { name } of all) {
    if (taken.has(name)) throw new TypeError(`Two extensions add "${name}", or the engine has it already.`);
    taken.add(name);
  }
  return new Map(all.map((one) => [one.name, one]));
}
