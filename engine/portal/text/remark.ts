/**
 * Remarks: why an item of a checklist was returned, waived or requested again. Stored as data, shown in the reader's
 * language.
 */
import type { MessageTemplate } from '../../locales/catalogue.ts';
import { checklistMessages } from '../../locales/checklist.ts';
import { message, type Message } from '../../locales/message.ts';
import { isMapping } from '../values/is-mapping.ts';
import type { Remark } from '../model/record.ts';
import { valueShown, type ReaderLocale } from './tell.ts';

/** Frequent remarks of offices, by the new state of the item. */
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

/** @returns null if this is not the code of a frequent remark for this state */
function frequentRemark(state: RemarkedState, code?: string): Message | null {
  const found = frequentRemarks[state].find((one) => one.code === code);
  return found === undefined ? null : message(found);
}

/** A remark in the API: own words, or `{ code }` of a frequent remark. */
export function remarkOf(state: string, said: string | { readonly code?: string } | null): Remark | null {
  if (typeof said === 'string') return said.trim() === '' ? null : said.trim();
  return said !== null && (state === 'returned' || state === 'waived')
    ? frequentRemark(state, said.code)
    : null;
}

/** Own words are shown unchanged. */
export function remarkShown(reader: ReaderLocale, remark: Remark | null): string | null {
  return remark === null ? null : valueShown(reader, remark);
}

/** The remark in a stored event. */
export function isRemark(value: unknown): value is Remark {
  if (typeof value === 'string') return true;
  return isMapping(value) && ('text' in value ? 'kind' in value : 'code' in value && 'values' in value);
}
