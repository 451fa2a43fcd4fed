/** One component for each kind of screen; a missing kind does not compile. Those that few people open load on first use. */
import { lazy } from 'react';
import type { ScreenKind } from '../../portal/model/route.ts';
import { NotFoundScreen } from '../page/not-found.tsx';
import type { Screen } from '../router/screen.ts';
import { CalendarScreen } from './calendar/calendar-screen.tsx';
import { ChecklistScreen } from './checklist/checklist-screen.tsx';
import { DashboardScreen } from './dashboard/dashboard-screen.tsx';
import { FormScreen } from './form/form-screen.tsx';
import { LinkScreen } from './link/link-screen.tsx';
import { ListScreen } from './list/list-screen.tsx';
import { MenuScreen } from './menu/menu-screen.tsx';
import { MessagesScreen } from './messages/messages-screen.tsx';
import { RecordScreen } from './record/record-screen.tsx';
import { SignOutScreen } from './sign-out/sign-out-screen.tsx';
import { TextScreen } from './text/text-screen.tsx';
import { ToDoScreen } from './to-do/to-do-screen.tsx';

export const screens = {
  // The page renders the sign-in screen itself, without a frame and without another file.
  'sign-in': () => null,
  'sign-out': SignOutScreen,
  menu: MenuScreen,
  form: FormScreen,
  transition: lazy(async () => ({
    default: (await import('./transition/transition-screen.tsx')).TransitionScreen,
  })),
  dashboard: DashboardScreen,
  list: ListScreen,
  record: RecordScreen,
  checklist: ChecklistScreen,
  'to-do': ToDoScreen,
  messages: MessagesScreen,
  calendar: CalendarScreen,
  report: lazy(async () => ({ default: (await import('./report/report-screen.tsx')).ReportScreen })),
  tariff: lazy(async () => ({ default: (await import('./tariff/tariff-screen.tsx')).TariffScreen })),
  start: lazy(async () => ({ default: (await import('./start/start-screen.tsx')).StartScreen })),
  document: lazy(async () => ({
    default: (await import('./document/document-screen.tsx')).DocumentScreen,
  })),
  account: lazy(async () => ({ default: (await import('./account/account-screen.tsx')).AccountScreen })),
  link: LinkScreen,
  text: TextScreen,
  'not-found': NotFoundScreen,
} satisfies Record<ScreenKind, Screen>;
