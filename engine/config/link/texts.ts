/** Texts with placeholders: each brace holds a path, and each format is one. */
import { textFormats } from '../../portal/text-format.ts';
import { parseTemplate } from '../../portal/text-template.ts';
import { text, type Cursor } from './cursor.ts';
import { report, type Linking } from './linking.ts';

/** Reports braces that are no placeholder. */
export function checkBraces(at: Cursor, linking: Linking): void {
  for (const { text: written, format } of parseTemplate(text(at) ?? '').odd) {
    if (format === null) report(linking, 'text/odd-braces', at, { text: written });
    else report(linking, 'text/unknown-format', at, { text: written, format, choices: textFormats });
  }
}
