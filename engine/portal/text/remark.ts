/** Why an item of a checklist was returned, waived or asked again: stored as data, read in the language of its reader. */
import type { MessageTemplate } from '../../locales/catalogue.ts';
import { checklistMessages } from '../../locales/checklist.ts';
import { message, type Message } from '../../locales/message.ts';
import { isMapping } from '../values/is-mapping.ts';
import type { Remark } from '../model/record.ts';
import { valueShown, type ReaderLocale } from './tell.ts';

/** What an office writes again and again, by what became of the item. */
export const frequentRemarks = {
  returned: [
    checklistMessages.remarkUnreadable,
    checklistMessages.remarkPageMissing,
    checklistMessages.remarkExpired,
    checklistMessages.remarkUnsigned,
    checklistMessages.remarkOtherName,
  ],
  waived: [checklistMessages.remarkAlreadyHeld, checklistMessages.remarkNotApplicable],
} as const satisfies Readonly<Record<string, readonly MessageTemplate<string>[]>>;

export type RemarkedState = keyof typeof frequentRemarks;

/** @returns null where this is no code of a frequent remark for what became of the item */
function frequentRemark(state: RemarkedState, code: unknown): Message | null {
  const found = frequentRemarks[state].find((one) => one.code === code);
  return found === undefined ? null : message(found);
}

/** What a review says of an item, as the API receives it: own words, or `{ code }` of a frequent remark. */
export function remarkOf(state: unknown, said: unknown): Remark | null {
  if (typeof said === 'string') return said.trim() === '' ? null : said.trim();
  if (!isMapping(said) || Object.keys(said).length !== 1) return null;
  if (state !== 'returned' && state !== 'waived') return null;
  return frequentRemark(state, said['code']);
}

/** Own words are shown as they were written. */
export function remarkShown(reader: ReaderLocale, remark: Remark | null): string | null {
  return remark === null ? null : valueShown(reader, remark);
}

/** Of what an event keeps. */
export function isRemark(value: unknown): value is Remark {
  if (typeof value === 'string') return true;
  return isMapping(value) && ('text' in value ? 'kind' in value : 'code' in value && 'values' in value);
}
