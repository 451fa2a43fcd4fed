/** One component for each kind of screen, loaded on first use; a missing kind does not compile. */
import { lazy } from 'react';
import type { ScreenKind } from '../../portal/model/route.ts';
import type { Screen } from '../router/screen.ts';

export const screens = {
  // The page renders the sign-in screen itself, without a frame and without another file.
  'sign-in': () => null,
  'sign-out': lazy(async () => ({ default: (await import('./sign-out/sign-out-screen.tsx')).SignOutScreen })),
  menu: lazy(async () => ({ default: (await import('./menu/menu-screen.tsx')).MenuScreen })),
  form: lazy(async () => ({ default: (await import('./form/form-screen.tsx')).FormScreen })),
  transition: lazy(async () => ({
    default: (await import('./transition/transition-screen.tsx')).TransitionScreen,
  })),
  dashboard: lazy(async () => ({
    default: (await import('./dashboard/dashboard-screen.tsx')).DashboardScreen,
  })),
  list: lazy(async () => ({ default: (await import('./list/list-screen.tsx')).ListScreen })),
  record: lazy(async () => ({ default: (await import('./record/record-screen.tsx')).RecordScreen })),
  checklist: lazy(async () => ({
    default: (await import('./checklist/checklist-screen.tsx')).ChecklistScreen,
  })),
  'to-do': lazy(async () => ({ default: (await import('./to-do/to-do-screen.tsx')).ToDoScreen })),
  messages: lazy(async () => ({
    default: (await import('./messages/messages-screen.tsx')).MessagesScreen,
  })),
  calendar: lazy(async () => ({
    default: (await import('./calendar/calendar-screen.tsx')).CalendarScreen,
  })),
  report: lazy(async () => ({ default: (await import('./report/report-screen.tsx')).ReportScreen })),
  tariff: lazy(async () => ({ default: (await import('./tariff/tariff-screen.tsx')).TariffScreen })),
  document: lazy(async () => ({
    default: (await import('./document/document-screen.tsx')).DocumentScreen,
  })),
  account: lazy(async () => ({ default: (await import('./account/account-screen.tsx')).AccountScreen })),
  link: lazy(async () => ({ default: (await import('./link/link-screen.tsx')).LinkScreen })),
  'not-found': lazy(async () => ({
    default: (await import('../page/not-found.tsx')).NotFoundScreen,
  })),
} satisfies Record<ScreenKind, Screen>;
