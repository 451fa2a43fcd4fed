/** What an office says again and again is kept in English and read by each in their own language. */
import { checklistMessages } from '../../locales/checklist.ts';
import { text } from '../text.ts';

/** By what became of the item. */
const frequent = {
  returned: [
    checklistMessages.remarkUnreadable,
    checklistMessages.remarkPageMissing,
    checklistMessages.remarkExpired,
    checklistMessages.remarkUnsigned,
    checklistMessages.remarkOtherName,
  ],
  waived: [checklistMessages.remarkAlreadyHeld, checklistMessages.remarkNotApplicable],
} as const;
const all = [...frequent.returned, ...frequent.waived];

export type RemarkedState = keyof typeof frequent;

export function frequentRemarks(state: RemarkedState): string[] {
  return frequent[state].map((one) => text(one));
}

/** @returns a frequent remark in the language of its reader, any other as it was written */
export function readRemark(remark: string): string {
  const known = all.find(({ english }) => english === remark);
  return known === undefined ? remark : text(known);
}

/** @returns a remark as it is kept: a frequent one in English, any other as it was written */
export function keepRemark(remark: string): string {
  return all.find((one) => text(one) === remark)?.english ?? remark;
}
