/** Writes the reference page of the engine's own messages from their catalogues. */
import { allMessages } from '../../engine/locales/all-messages.ts';
import type { English } from '../../engine/locales/catalogue.ts';

const HEAD = `# Messages

Every message of the engine, by code. A code keeps its name and its meaning; its English may change. To reword or translate a message, write it under \`engine\` in
\`config/locales/{language}.yaml\`: see [Languages](languages.md#the-engines-own-messages).

A test writes this page: \`npx vitest run tests/docs -u\`.`;

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
