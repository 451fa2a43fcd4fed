/** One component for each kind of screen; a missing kind does not compile. What is not on most first pages loads on first use. */
import type { ScreenKind } from '../../portal/model/route.ts';
import { NotFoundScreen } from '../page/not-found.tsx';
import type { ReadRequest } from '../api/call.ts';
import type { ComingPage, FirstReads, Screen } from '../router/screen.ts';
import { type OnUse, onUse } from '../loading/on-use.tsx';
import { LinkScreen } from './link/link-screen.tsx';
import { MenuScreen } from './menu/menu-screen.tsx';
import { SignOutScreen } from './sign-out/sign-out-screen.tsx';
import { tariffReads } from './tariff/tariff-reads.ts';
import { TextScreen, textReads } from './text/text-screen.tsx';
import { ToDoScreen, toDoReads } from './to-do/to-do-screen.tsx';

export const screens = {
  // The page renders the sign-in screen itself, without a frame and without another file.
  'sign-in': () => null,
  'sign-out': SignOutScreen,
  menu: MenuScreen,
  form: onUse(async () => (await import('./form/form-screen.tsx')).FormScreen),
  transition: onUse(async () => (await import('./transition/transition-screen.tsx')).TransitionScreen),
  dashboard: onUse(async () => (await import('./dashboard/dashboard-screen.tsx')).DashboardScreen),
  list: onUse(async () => (await import('./list/list-screen.tsx')).ListScreen),
  record: onUse(async () => (await import('./record/record-screen.tsx')).RecordScreen),
  checklist: onUse(async () => (await import('./checklist/checklist-screen.tsx')).ChecklistScreen),
  'to-do': ToDoScreen,
  messages: onUse(async () => (await import('./messages/messages-screen.tsx')).MessagesScreen),
  calendar: onUse(async () => (await import('./calendar/calendar-screen.tsx')).CalendarScreen),
  report: onUse(async () => (await import('./report/report-screen.tsx')).ReportScreen),
  tariff: onUse(async () => (await import('./tariff/tariff-screen.tsx')).TariffScreen),
  workbench: onUse(async () => (await import('./workbench/workbench-screen.tsx')).WorkbenchScreen),
  start: onUse(async () => (await import('./start/start-screen.tsx')).StartScreen),
  document: onUse(async () => (await import('./document/document-screen.tsx')).DocumentScreen),
  account: onUse(async () => (await import('./account/account-screen.tsx')).AccountScreen),
  link: LinkScreen,
  follow: onUse(async () => (await import('./follow/follow-screen.tsx')).FollowScreen),
  text: TextScreen,
  'not-found': NotFoundScreen,
} satisfies Record<ScreenKind, Screen>;

/** What these read first begins before they are drawn. */
const reads: Partial<Record<ScreenKind, () => FirstReads | Promise<FirstReads>>> = {
  checklist: async () => (await import('./checklist/checklist-screen.tsx')).recordReads,
  dashboard: async () => (await import('./dashboard/dashboard-screen.tsx')).dashboardReads,
  form: async () => (await import('./form/form-screen.tsx')).formReads,
  list: async () => (await import('./list/list-screen.tsx')).listReads,
  messages: async () => (await import('./messages/messages-screen.tsx')).messagesReads,
  record: async () => (await import('./record/record-screen.tsx')).recordReads,
  tariff: () => tariffReads,
  text: () => textReads,
  'to-do': () => toDoReads,
};

/** Loads the code of the screen, if what it reads is only known there. */
export async function firstReadsOf(coming: ComingPage): Promise<readonly ReadRequest[]> {
  const read = await reads[coming.route.screen]?.();
  return read?.(coming) ?? [];
}

/** Loads the code of a screen that loads on first use. */
export async function prepareScreen(kind: ScreenKind): Promise<void> {
  const screen: Screen = screens[kind];
  if ('prepare' in screen) await (screen as OnUse<never>).prepare();
}
