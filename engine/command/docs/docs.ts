/** `munisipyo docs`: writes pages about a configuration: offices, requirements, workflows, permissions, the charter. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { errorsOf } from '../../config/diagnostics/diagnostic.ts';
import { renderDiagnostics } from '../../config/diagnostics/render.ts';
import { loadKept } from '../../config/load.ts';
import { countOfNoun } from '../../portal/text/noun-count.ts';
import { inLanguage } from '../../portal/translation/in-language.ts';
import { isFolder, readArguments, refuse } from '../arguments.ts';
import { loadExtensions } from '../load-extensions.ts';
import { writeTogether } from '../writing/write-together.ts';
import { pagesOf } from './pages.ts';

export const usage = `Usage: munisipyo docs [DIR] [--out FOLDER] [--language LANGUAGE]
Writes pages about a configuration, in Markdown with diagrams: departments, requirement kinds, workflows, who may do
what, the service charter, and what each language lacks. It needs no database. DIR: config, or CONFIG_DIR.
--out: the folder of the pages, ${'`configuration-pages`'} if left out; pages of the same name are replaced.
--language: one of the portal's; its first if left out.
Exit code: 0 written; 1 the configuration has mistakes, or a page cannot be written; 2 wrong arguments.
`;

/** @returns the exit code */
export async function docs(args: readonly string[]): Promise<number> {
  const words = readArguments(args, { out: { type: 'string' }, language: { type: 'string' } });
  if (words === null || words.positionals.length > 1) return refuse(usage);
  const { out = 'configuration-pages', language } = words.values;
  const directory = words.positionals[0] ?? process.env.CONFIG_DIR ?? 'config';
  if (!isFolder(directory)) return refuse(`There is no folder "${directory}".\n`);
  const { portal, diagnostics } = loadKept(directory, { proofs: false, additions: await loadExtensions() });
  if (portal === null) {
    process.stdout.write(renderDiagnostics(errorsOf(diagnostics)));
    return refuse(`The configuration in "${directory}" has mistakes, so nothing was written.\n`, 1);
  }
  if (language !== undefined && !portal.locales.includes(language))
    return refuse(`The portal has no language "${language}", but ${portal.locales.join(', ')}.\n`);
  const reader = inLanguage(portal, language ?? portal.locales[0] ?? portal.language);
  const pages = pagesOf(reader, new Date());
  writeTogether(
    pages.map(({ name, text }) => {
      const path = join(out, name);
      return { before: existsSync(path) ? { path } : null, after: { path, text } };
    }),
  );
  process.stdout.write(
    `${countOfNoun(pages.length, 'page', 'pages')} in ${out}, beginning with README.md.\n`,
  );
  return 0;
}
