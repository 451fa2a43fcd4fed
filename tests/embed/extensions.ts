/** Sample extensions: text messages, and a payment gateway. Functions replace the other systems. */
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
