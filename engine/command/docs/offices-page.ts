/** The page of departments, groups, and the pages that open for each. */
import type { OfficesModel } from '../../contract/workbench.ts';
import { workbenchMessages } from '../../locales/workbench.ts';
import { say, type Words } from '../../portal/language/say.ts';
import { heading, list, type MarkdownPage, pageOf, table } from './markdown.ts';

export function officesPage(words: Words, { departments, groups, open }: OfficesModel): MarkdownPage {
  return pageOf('offices.md', say(words, workbenchMessages.offices), [
    ...departments.flatMap((department) => [
      heading(2, department.title),
      list([
        `${say(words, workbenchMessages.area)}: ${department.area}`,
        department.aliases.length === 0
          ? null
          : say(words, workbenchMessages.aliases, { names: department.aliases.join(', ') }),
        department.units === null ? null : say(words, workbenchMessages.units, { lookup: department.units }),
        department.kinds === 0 ? null : say(words, workbenchMessages.kindCount, { count: department.kinds }),
        department.flags.length === 0
          ? null
          : `${say(words, workbenchMessages.flags)}: ${department.flags.join(', ')}`,
        ...department.contacts,
      ]),
      pagesTable(words, department.pages),
    ]),
    heading(2, say(words, workbenchMessages.open)),
    pagesTable(words, open),
    groups.length === 0 ? null : heading(2, say(words, workbenchMessages.groups)),
    table(
      [say(words, workbenchMessages.group), say(words, workbenchMessages.members)],
      groups.map(({ key, members }) => [key, members.join(', ')]),
    ),
  ]);
}

function pagesTable(words: Words, pages: OfficesModel['open']): string {
  return table(
    [
      say(words, workbenchMessages.page),
      say(words, workbenchMessages.area),
      say(words, workbenchMessages.screen),
    ],
    pages.map(({ title, path, screen }) => [title, path, screen]),
  );
}
