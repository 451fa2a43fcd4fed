/** The pages about a configuration, from the models that the workbench shows too. */
import type { Portal } from '../../portal/model/portal.ts';
import { localDate } from '../../portal/time/working-days.ts';
import { inFirstLanguage } from '../../portal/translation/in-language.ts';
import { describeCharter } from '../../workbench/charter.ts';
import { describeKinds } from '../../workbench/kinds.ts';
import { describeOffices } from '../../workbench/offices.ts';
import { describePermissions } from '../../workbench/permissions.ts';
import { describeTranslations } from '../../workbench/translations.ts';
import { describeWorkflow } from '../../workbench/workflow.ts';
import { charterPage } from './charter-page.ts';
import { kindsPage } from './kinds-page.ts';
import { type MarkdownPage, pageOf } from './markdown.ts';
import { officesPage } from './offices-page.ts';
import { permissionsPage } from './permissions-page.ts';
import { translationsPage } from './translations-page.ts';
import { workflowPage } from './workflow-page.ts';

/**
 * @param portal in the language of the pages
 * @param now decides which seasons the charter is of
 */
export function pagesOf(portal: Portal, now: Date): readonly MarkdownPage[] {
  const { words } = portal;
  const today = localDate(now.getTime(), portal.timeZone);
  const types = Object.keys(portal.workflows);
  const pages = [
    officesPage(words, describeOffices(portal)),
    kindsPage(words, describeKinds(portal)),
    charterPage(words, describeCharter(portal, { today, now: now.toISOString() })),
    ...types.flatMap((type) => {
      const model = describeWorkflow(portal, type);
      return model === null ? [] : [workflowPage(words, model)];
    }),
    ...types.flatMap((type) => {
      const model = describePermissions(portal, type);
      return model === null ? [] : [permissionsPage(words, model)];
    }),
    translationsPage(words, describeTranslations(inFirstLanguage(portal))),
  ];
  const links = pages.map(({ name, title }) => `- [${title}](${name})`).join('\n');
  return [pageOf('README.md', portal.title, [links]), ...pages];
}
