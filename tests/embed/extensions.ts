/** Sample extensions: text messages, a payment gateway and an archive. Functions and a map replace the other systems. */
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { DeliveredRecord, Extension } from '../../engine/extension/extension.ts';

export interface TextMessage {
  readonly number: string;
  readonly text: string;
}

/** @param post sends to the provider of text messages */
export function sms(post: (message: TextMessage) => Promise<void>): Extension {
  return {
    name: 'sms',
    channels: [
      {
        name: 'sms',
        async send({ text }, _to, { record }) {
          const number = record?.data['school'];
          if (typeof number === 'string') await post({ number, text });
        },
      },
    ],
  };
}

export interface Charge {
  readonly key: string;
  readonly amount: unknown;
  readonly record: DeliveredRecord | null;
}

/** @param charge calls the gateway, which recognises repeated keys */
export function payments(charge: (charge: Charge) => Promise<void>): Extension {
  return {
    name: 'city-pay',
    effects: [
      {
        name: 'city-pay',
        input: {
          type: 'object',
          required: ['amount'],
          additionalProperties: false,
          properties: { amount: { type: 'number', minimum: 1 } },
        },
        run: ({ amount }, { idempotencyKey: key, record }) => charge({ key, amount, record }),
      },
    ],
  };
}

/** @param files replaces the archive: key → bytes */
export function archive(files: Map<string, Buffer>): Extension {
  const bytesOf = (key: string): Buffer => {
    const bytes = files.get(key);
    if (bytes === undefined) throw new Error(`The archive has no file ${key}.`);
    return bytes;
  };
  return {
    name: 'archive',
    fileStore: {
      async put(key, path) {
        files.set(key, await readFile(path));
      },
      async get(key) {
        return Readable.from([bytesOf(key)]);
      },
      async copy(key, as) {
        files.set(as, bytesOf(key));
      },
      async delete(key) {
        files.delete(key);
      },
    },
  };
}
