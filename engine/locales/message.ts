/** A message as data: its code and its values. It becomes a sentence once, in the language of its reader. */
import type { English, MessageTemplate, PlacesOf } from './catalogue.ts';

export interface Message {
  readonly code: string;
  /** The English text at the time of the message. A stored message uses it if its code no longer exists. */
  readonly english: English;
  readonly values: MessageValues;
}

export type MessageValues = Readonly<Record<string, MessageValue>>;

/** A string is shown as it is, a number with its digits grouped, a list as the language joins one: “a, b and c”. */
export type MessageValue =
  | string
  | number
  | Message
  | PortalText
  | { /** ISO date. */ readonly day: string }
  | { /** `2026-11`. */ readonly month: string }
  | { /** ISO date and time. */ readonly moment: string }
  | {
      /** In digits: `1320.10`. */ readonly amount: string;
      /** Absent: the currency of the bill that it is part of, or else of the portal. */
      readonly currency?: string | undefined;
    }
  | { readonly bytes: number }
  | {
      /** Exact digits, shown grouped and with all their decimals: `1500`, `80.5`. */ readonly digits: string;
    }
  | { /** Exact digits: `0.5` is shown as 0.5%. */ readonly percent: string }
  | { /** Joined as “a, b or c”. */ readonly oneOf: readonly MessageValue[] }
  | readonly MessageValue[];

/** A text of the configuration as its files have it. The reader sees its translation. */
export interface PortalText {
  readonly text: string;
  /** The kind of place of the text, as `contexts` of a language file names it. */
  readonly kind: string;
}

/** The arguments that give a template its values: none where it asks for none. */
export type ValuesFor<Text extends English, Value = MessageValue> = [PlacesOf<Text>] extends [never]
  ? []
  : [values: Readonly<Record<PlacesOf<Text>, Value>>];

export function message<Text extends English>(
  template: MessageTemplate<Text>,
  ...values: ValuesFor<Text>
): Message;
export function message({ code, english }: MessageTemplate, values: MessageValues = {}): Message {
  return { code, english, values };
}
