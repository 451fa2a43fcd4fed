/** The page of rights over records of a type: for each status a table of departments. */
import type { PermissionsModel } from '../../contract/workbench.ts';
import { workbenchMessages } from '../../locales/workbench.ts';
import { answerWords, rightWords } from '../../locales/workbench-words.ts';
import { say, type Words } from '../../portal/language/say.ts';
import { heading, list, type MarkdownPage, pageOf, table } from './markdown.ts';

/** Departments are the rows: there are more of them than rights. */
export function permissionsPage(
  words: Words,
  { type, title, columns, groups }: PermissionsModel,
): MarkdownPage {
  return pageOf(`permissions/${type}.md`, say(words, workbenchMessages.permissionsOf, { type: title }), [
    `${say(words, workbenchMessages.maybe)}: ${say(words, workbenchMessages.maybeHelp)}`,
    ...groups.flatMap(({ state, rows }) => {
      const names = rows.map(({ what, title: step }) =>
        what === 'step' ? (step ?? '') : say<string>(words, rightWords[what]),
      );
      return [
        heading(2, state ?? say(words, workbenchMessages.create)),
        table(
          [say(words, workbenchMessages.who), ...names],
          columns.map((column, at) => [
            column,
            ...rows.map(({ cells }) => say<string>(words, answerWords[cells[at] ?? 'no'])),
          ]),
        ),
        list(rows.map(({ rule }, at) => `${names[at]}: ${rule}`)),
      ];
    }),
  ]);
}
