/** The page of requirement kinds, with their papers and questions. */
import type { KindModel, KindsModel } from '../../contract/workbench.ts';
import { workbenchMessages } from '../../locales/workbench.ts';
import { say, type Words } from '../../portal/language/say.ts';
import { heading, list, type MarkdownPage, pageOf, table } from './markdown.ts';

export function kindsPage(words: Words, { sets }: KindsModel): MarkdownPage {
  return pageOf('requirements.md', say(words, workbenchMessages.kinds), [
    sets.length === 0 ? say(words, workbenchMessages.noKinds) : null,
    ...sets.flatMap(({ title, kinds }) => [
      heading(2, title),
      ...kinds.flatMap((kind) => kindParts(words, kind)),
    ]),
  ]);
}

function kindParts(words: Words, kind: KindModel): readonly string[] {
  const { title, office, isRetired, when, issues, visit, file, source } = kind;
  return [
    heading(3, title),
    list([
      `${say(words, workbenchMessages.office)}: ${office}`,
      isRetired ? say(words, workbenchMessages.isRetired) : null,
      `${say(words, workbenchMessages.when)}: ${when ?? say(words, workbenchMessages.whenAlways)}`,
      issues === null ? null : say(words, workbenchMessages.issues, { document: issues }),
      visit === null ? null : say(words, workbenchMessages.visit, { calendar: visit }),
      source,
      say(words, workbenchMessages.file, { file }),
    ]),
    table(
      [
        workbenchMessages.item,
        workbenchMessages.needed,
        workbenchMessages.how,
        workbenchMessages.validFor,
        workbenchMessages.basis,
      ].map((one) => say<string>(words, one)),
      kind.items.map((item) => [
        item.title,
        [item.needed, item.each].filter((one) => one !== null).join(', '),
        item.how,
        item.valid,
        item.source,
      ]),
    ),
    table(
      [say(words, workbenchMessages.question), say(words, workbenchMessages.needed)],
      kind.questions.map((question) => [question.title, question.needed]),
    ),
  ];
}
