/** What an office says again and again is kept in English and read by each in his own language. */
import { dictionary } from '../text.ts';

/** @returns a remark as its reader is told it: a sentence of the portal's own in his language, any other as it was written */
export function readRemark(remark: string): string {
  return dictionary()[remark] ?? remark;
}

/** @returns a remark as it is kept: a sentence among the `frequent` ones in English, any other as it was written */
export function keepRemark(remark: string, frequent: readonly string[]): string {
  if (!frequent.includes(remark)) return remark;
  const known = Object.entries(dictionary()).find(([, said]) => said === remark);
  return known?.[0] ?? remark;
}
