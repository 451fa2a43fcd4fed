/** The service charter as a page. */
import type { CharterModel, CharterServiceModel } from '../../contract/workbench.ts';
import { workbenchMessages } from '../../locales/workbench.ts';
import { needWords } from '../../locales/workbench-words.ts';
import { say, type Words } from '../../portal/language/say.ts';
import { heading, list, type MarkdownPage, pageOf, table } from './markdown.ts';

export function charterPage(words: Words, charter: CharterModel): MarkdownPage {
  return pageOf('charter.md', charter.name, [
    charter.title,
    charter.introduction,
    charter.services.length === 0 ? say(words, workbenchMessages.noServices) : null,
    ...charter.services.flatMap((service) => serviceParts(words, service)),
    heading(2, say(words, workbenchMessages.complaints)),
    charter.complaints,
    list([...charter.contacts, charter.hours]),
  ]);
}

function serviceParts(words: Words, service: CharterServiceModel): readonly string[] {
  return [
    heading(2, service.title),
    list([
      `${say(words, workbenchMessages.offices)}: ${service.offices.join(', ')}`,
      `${say(words, workbenchMessages.clients)}: ${service.clients.join(', ')}`,
      ...service.issues.map((document) => say(words, workbenchMessages.issues, { document })),
      ...service.times.map(({ title, within, pauses, source }) =>
        [`${title}: ${within}.`, pauses ? say(words, workbenchMessages.timePauses) : null, source]
          .filter((one) => one !== null)
          .join(' '),
      ),
    ]),
    stepsTable(words, service),
    table(
      [
        say(words, workbenchMessages.charterParts),
        say(words, workbenchMessages.office),
        say(words, workbenchMessages.time),
        say(words, workbenchMessages.needed),
      ],
      service.parts.map(({ title, office, within, isSure }) => [
        title,
        office,
        within,
        isSure ? say(words, workbenchMessages.needAlways) : say(words, workbenchMessages.paperMaybe),
      ]),
    ),
    table(
      [
        say(words, workbenchMessages.papers),
        say(words, workbenchMessages.paperFrom),
        say(words, workbenchMessages.needed),
        say(words, workbenchMessages.paperFor),
      ],
      service.papers.map((paper) => [
        paper.title,
        paper.from,
        say<string>(words, needWords[paper.need]),
        paper.for.join(', '),
      ]),
    ),
    ...service.fees.flatMap(({ title, basis, lines }) => [
      heading(3, title),
      table(
        [
          say(words, workbenchMessages.fees),
          say(words, workbenchMessages.rate),
          say(words, workbenchMessages.when),
        ],
        lines.map((line) => [line.title, line.rate, line.when]),
      ),
      basis ?? '',
    ]),
  ];
}

function stepsTable(words: Words, { steps }: CharterServiceModel): string {
  return table(
    [
      say(words, workbenchMessages.clientSteps),
      say(words, workbenchMessages.agencySteps),
      say(words, workbenchMessages.fees),
      say(words, workbenchMessages.time),
      say(words, workbenchMessages.person),
    ],
    steps.map(({ client, agency, fee, time, responsible }) => [client, agency, fee, time, responsible]),
  );
}
