/** Messages as an English reader sees them. */
import type { Message } from '../../engine/locales/message.ts';
import type { FieldErrors } from '../../engine/portal/forms/form-verdict.ts';
import { english } from '../../engine/portal/language/say.ts';
import { tell, type ReaderLocale } from '../../engine/portal/text/tell.ts';

const reader: ReaderLocale = { language: 'en', words: english, timeZone: 'Asia/Manila', constants: {} };

export function inEnglish(message: Message): string {
  return tell(reader, message);
}

export function errorsInEnglish(errors: FieldErrors): Record<string, string[]> {
  return Object.fromEntries(Object.entries(errors).map(([path, all]) => [path, all.map(inEnglish)]));
}
