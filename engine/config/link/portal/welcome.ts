/** Links what people read before they sign in. */
import { signedOut } from '../../../portal/model/department.ts';
import type { Portal, Welcome } from '../../../portal/model/portal.ts';
import { decide } from '../../../portal/routing/decide.ts';
import type { ParsedFile } from '../../source/source.ts';
import { linkContacts } from '../departments/contacts.ts';
import { child, type Cursor, isMapping, items, rootOf, text, texts } from '../input/cursor.ts';
import { type LinkContext, report, reportUnknown, countUse } from '../input/link-context.ts';

/** @param title of the portal, in place of a missing heading */
export function linkWelcome(at: Cursor, title: string): Welcome {
  return {
    heading: text(child(at, 'heading')) ?? title,
    points: texts(child(at, 'points')),
    entries: items(child(at, 'entries')).map((one) => ({
      title: said(one, 'title'),
      help: text(child(one, 'help')),
      page: said(one, 'page'),
    })),
    before: linkQuestion(child(at, 'before')),
    hours: text(child(at, 'hours')),
    contacts: linkContacts(child(at, 'contacts')),
  };
}

function linkQuestion(at: Cursor): Welcome['before'] {
  if (!isMapping(at.value)) return null;
  const [title, page, asks] = [said(at, 'title'), said(at, 'page'), said(at, 'asks')];
  return { title, help: text(child(at, 'help')), page, asks };
}

/** An entry leads to a page that somebody without an account may open, and whose address is complete. */
export function checkEntries(file: ParsedFile, portal: Portal, context: LinkContext): void {
  const welcome = child(rootOf(file), 'welcome');
  const before = child(welcome, 'before');
  for (const entry of [...items(child(welcome, 'entries')), ...(isMapping(before.value) ? [before] : [])]) {
    const at = child(entry, 'page');
    const name = text(at) ?? '';
    const route = portal.routes.find((one) => one.name === name);
    if (route === undefined) {
      const choices = portal.routes.map((one) => one.name);
      reportUnknown(context, 'portal/unknown-entry', at, { name, choices });
      continue;
    }
    countUse(context, 'route', at, { name });
    const decision = decide({ portal, visitor: signedOut }, route.path);
    const isOpen = decision.outcome === 'show' && decision.route === route && !route.path.includes('{');
    if (!isOpen) report(context, 'portal/closed-entry', at, { name });
    const asked = child(entry, 'asks');
    const choices = route.start?.asks ?? [];
    if (entry === before && !choices.includes(text(asked) ?? ''))
      reportUnknown(context, 'route/unknown-answer', asked, { name: text(asked) ?? '', choices });
  }
}

function said(at: Cursor, key: string): string {
  return text(child(at, key)) ?? '';
}
