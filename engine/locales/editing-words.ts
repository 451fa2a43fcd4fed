/** Finds the words for what the grammar names: its keys, its choices, and its help, which its schemas have in English. */
import type { MessageTemplate } from './catalogue.ts';
import { choiceMessages } from './editing-choices.ts';
import { keyMessages } from './editing-keys.ts';
import { conditionHelpMessages } from './help-condition.ts';
import { feeHelpMessages } from './help-fee.ts';
import { formHelpMessages } from './help-form.ts';
import { kindHelpMessages } from './help-kind.ts';
import { otherHelpMessages } from './help-other.ts';

const byText: ReadonlyMap<string, MessageTemplate<string>> = new Map(
  [conditionHelpMessages, feeHelpMessages, formHelpMessages, kindHelpMessages, otherHelpMessages]
    .flatMap((messages) => Object.values<MessageTemplate<string>>(messages))
    .map((message) => [message.english, message]),
);

/** @param help in English */
export function wordsOfHelp(help: string): MessageTemplate<string> | undefined {
  return byText.get(help);
}

/** The words for a key such as `ui:help`. @returns undefined: it has none, such as a name that an author chose */
export function wordsOfKey(key: string): MessageTemplate<string> | undefined {
  // An object with `then` would be taken for a promise.
  return wordsIn(keyMessages, key.replace(/^\$/, 'schema:').replace(/^then$/, 'thenRule'));
}

/** The words for a value such as `half up`. @returns undefined: it has none, such as a token of HTML */
export function wordsOfChoice(value: string): MessageTemplate<string> | undefined {
  return wordsIn(choiceMessages, value);
}

function wordsIn(
  messages: Readonly<Record<string, MessageTemplate<string>>>,
  written: string,
): MessageTemplate<string> | undefined {
  const name = written.replaceAll(/[: ](\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.hasOwn(messages, name) ? messages[name] : undefined;
}
