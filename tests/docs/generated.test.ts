/** Generated pages and catalogues match their sources (`vitest run tests/docs -u` writes them). */
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { root } from '../architecture/sources.ts';
import { diagnosticsPage } from './diagnostics-page.ts';
import { readPortal } from '../server/portal-server.ts';
import { helpCatalogues } from './help-catalogues.ts';
import { keysPage } from './keys-page.ts';
import { kindsPage } from './kinds-page.ts';
import { messagesPage } from './messages-page.ts';

const pages: [string, () => string | Promise<string>][] = [
  ['docs/configure/diagnostics.md', diagnosticsPage],
  ['docs/configure/keys.md', keysPage],
  ['docs/configure/messages.md', messagesPage],
  ['docs/configure/requirement-kinds.md', async () => kindsPage(await readPortal())],
  ...helpCatalogues,
];

test.each(pages)('%s is up to date', async (path, write) => {
  const file = join(root, path);
  const text = await format(await write(), { ...(await resolveConfig(file)), filepath: file });
  await expect(text).toMatchFileSnapshot(file);
});
