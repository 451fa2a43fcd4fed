import { expect, test } from 'vitest';
import { fillMarkdown } from './compose-mail.ts';
import { english } from '../../portal/language/say.ts';

const speech = { locale: 'en', timeZone: 'UTC', words: english };

test('what is filled in is words in both, and an address where the text makes it one', () => {
  const values: Readonly<Record<string, string>> = {
    name: `**A** & <b onclick="x">'s</b>`,
    link: 'https://a.example/b?c=1&d="e"',
  };
  const read = (path: string): unknown => values[path];
  expect(
    fillMarkdown('Dear *{name}*: [open]({link})', {
      speech,
      read,
      label: () => null,
      currency: () => undefined,
    }),
  ).toEqual({
    text: `Dear **A** & <b onclick="x">'s</b>: open: https://a.example/b?c=1&d="e"`,
    html:
      '<p>Dear <em>**A** &amp; &lt;b onclick=&quot;x&quot;&gt;&#39;s&lt;/b&gt;</em>: ' +
      '<a href="https://a.example/b?c=1&amp;d=&quot;e&quot;">open</a></p>\n',
  });
});
