/** Writes the reference page of the engine's own messages from their catalogues. */
import { allMessages } from '../../engine/locales/all-messages.ts';
import type { English } from '../../engine/locales/catalogue.ts';

const HEAD = `# Messages

What the engine itself says to people, by code. A code is never renamed and never gets another meaning, and its English may change. A portal puts a message into other words under
\`engine\` of \`config/locales/{language}.yaml\`: see [Languages](languages.md#the-engines-own-sentences).

This page is written by a test: \`npx vitest run tests/docs -u\`.`;

/** Markdown, not yet formatted. */
export function messagesPage(): string {
  const subjects = Map.groupBy(allMessages, ({ code }) => code.split('.')[0] ?? '');
  const sections = [...subjects].map(([subject, messages]) => {
    const rows = messages.map(({ code, english }) => `| \`${code}\` | ${shown(english)} |`);
    return [`## ${subject}\n`, '| code | English |', '| --- | --- |', ...rows].join('\n');
  });
  return [HEAD, ...sections].join('\n\n');
}

function shown(text: English): string {
  const forms = typeof text === 'string' ? [text] : [text.one, text.other];
  return forms.map((form) => `\`${form.replaceAll('|', String.raw`\|`)}\``).join(' · ');
}
