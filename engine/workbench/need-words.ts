/** Says whether an item or a question is asked: always, under a condition, or only if people like. */
import { workbenchMessages } from '../locales/workbench.ts';
import { say, type Words } from '../portal/language/say.ts';

interface AskedPart {
  readonly isRequired: boolean;
  /** The condition in words; null: always. */
  readonly when: string | null;
}

export function sayNeed(words: Words, { isRequired, when }: AskedPart): string {
  if (isRequired) {
    return when === null
      ? say(words, workbenchMessages.needAlways)
      : say(words, workbenchMessages.needCondition, { condition: when });
  }
  return when === null
    ? say(words, workbenchMessages.needOptional)
    : say(words, workbenchMessages.needOptionalIf, { condition: when });
}
