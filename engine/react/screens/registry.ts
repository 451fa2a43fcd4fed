/** One component for each kind of screen; a missing kind does not compile. Those that few people open load on first use. */
import type { ScreenKind } from '../../portal/model/route.ts';
import { NotFoundScreen } from '../page/not-found.tsx';
import type { ReadRequest } from '../api/call.ts';
import type { ComingPage, FirstReads, Screen } from '../router/screen.ts';
import { recordReads } from '../records/record-frame.tsx';
import { CalendarScreen } from './calendar/calendar-screen.tsx';
import { ChecklistScreen } from './checklist/checklist-screen.tsx';
import { DashboardScreen, dashboardReads } from './dashboard/dashboard-screen.tsx';
import { FormScreen, formReads } from './form/form-screen.tsx';
import { LinkScreen } from './link/link-screen.tsx';
import { ListScreen, listReads } from './list/list-screen.tsx';
import { MenuScreen } from './menu/menu-screen.tsx';
import { MessagesScreen, messagesReads } from './messages/messages-screen.tsx';
import { type OnUse, onUse } from '../loading/on-use.tsx';
import { RecordScreen } from './record/record-screen.tsx';
import { SignOutScreen } from './sign-out/sign-out-screen.tsx';
import { tariffReads } from './tariff/tariff-reads.ts';
import { TextScreen, textReads } from './text/text-screen.tsx';
import { ToDoScreen, toDoReads } from './to-do/to-do-screen.tsx';

export const screens = {
  // The page renders the sign-in screen itself, without a frame and without another file.
  'sign-in': () => null,
  'sign-out': SignOutScreen,
  menu: MenuScreen,
  form: FormScreen,
  transition: onUse(async () => (await import('./transition/transition-screen.tsx')).TransitionScreen),
  dashboard: DashboardScreen,
  list: ListScreen,
  record: RecordScreen,
  checklist: ChecklistScreen,
  'to-do': ToDoScreen,
  messages: MessagesScreen,
  calendar: CalendarScreen,
  report: onUse(async () => (await import('./report/report-screen.tsx')).ReportScreen),
  tariff: onUse(async () => (await import('./tariff/tariff-screen.tsx')).TariffScreen),
  workbench: onUse(async () => (await import('./workbench/workbench-screen.tsx')).WorkbenchScreen),
  start: onUse(async () => (await import('./start/start-screen.tsx')).StartScreen),
  document: onUse(async () => (await import('./document/document-screen.tsx')).DocumentScreen),
  account: onUse(async () => (await import('./account/account-screen.tsx')).AccountScreen),
  link: LinkScreen,
  text: TextScreen,
  'not-found': NotFoundScreen,
} satisfies Record<ScreenKind, Screen>;

/** What these read first begins before they are drawn. */
const reads: Partial<Record<ScreenKind, FirstReads>> = {
  checklist: recordReads,
  dashboard: dashboardReads,
  form: formReads,
  list: listReads,
  messages: messagesReads,
  record: recordReads,
  tariff: tariffReads,
  text: textReads,
  'to-do': toDoReads,
};

export function firstReadsOf(kind: ScreenKind, coming: ComingPage): readonly ReadRequest[] {
  return reads[kind]?.(coming) ?? [];
}

/** Loads the code of a screen that loads on first use. */
export async function prepareScreen(kind: ScreenKind): Promise<void> {
  const screen: Screen = screens[kind];
  if ('prepare' in screen) await (screen as OnUse<never>).prepare();
}
