/** What a town adds to the engine in TypeScript: effects, channels and a file store, as plain objects. */
import type { JsonSchema } from '../portal/model/form.ts';

export interface Extension {
  readonly name: string;
  readonly effects?: readonly EffectHandler[];
  readonly channels?: readonly Channel[];
}

/** An effect that a step of a workflow may name: `then: [{ extension: city-pay, input: { amount: { field: total } } }]`. */
export interface EffectHandler {
  /** Unique among all extensions. */
  readonly name: string;
  /** JSON Schema of an object; `check` holds the configuration against it. */
  readonly input: JsonSchema;
  /**
   * Called after the step is committed, at least once, and again after an error.
   * @param input fits the schema
   */
  run(input: Readonly<Record<string, unknown>>, delivery: Delivery): Promise<void>;
}

/** A way to people, which notices name in `channels`; e-mail is the channel `mail`. */
export interface Channel {
  /** Unique among all extensions. */
  readonly name: string;
  /** Called after the step is committed, at least once, and again after an error. */
  send(message: ChannelMessage, to: ChannelAddress, delivery: Delivery): Promise<void>;
  /** Called once, when the server ends. */
  close?(): void;
}

export interface ChannelMessage {
  readonly subject: string;
  /** Without markup. */
  readonly text: string;
  readonly html: string;
}

export interface ChannelAddress {
  /** Of the account or of the person. */
  readonly name: string;
  readonly email: string;
}

export interface Delivery {
  /** The same at every attempt: whoever gets it twice acts once. */
  readonly idempotencyKey: string;
  /** What it is about, as the step left it; null for messages about no record. */
  readonly record: DeliveredRecord | null;
}

export interface DeliveredRecord {
  readonly id: string;
  readonly type: string;
  readonly slug: string;
  readonly number: string | null;
  readonly state: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Everything that the extensions of one portal add. */
export interface Additions {
  readonly effects: ReadonlyMap<string, EffectHandler>;
  readonly channels: ReadonlyMap<string, Channel>;
}

/** The channel of notices that name none. */
export const MAIL = 'mail';

/** @throws TypeError for a name that is used twice */
export function collectAdditions(extensions: readonly Extension[]): Additions {
  return {
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

/** What a configuration is compiled against, as a value for JSON. */
export function vocabularyOf({ effects, channels }: Additions): unknown {
  return [[...effects].map(([name, { input }]) => [name, input]), [...channels.keys()]];
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
