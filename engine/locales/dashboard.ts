/** Messages about the start page. */
import { catalogue } from './catalogue.ts';

export const dashboardMessages = catalogue('dashboard', {
  dueToday: 'Due today',
  dueWeek: 'Due within 7 days',
  dueSoonCount: '{count} due soon',
  noListDescribed: 'No list is configured for this page. Choose a page in the navigation.',
  nothingToShow: 'Nothing to show yet',
  nothingWaiting: 'Nothing to do right now',
  openWholeList: 'All {count}',
  openWholeListMoreThan: 'All (more than {count})',
  overdue: 'Overdue',
  overdueCount: '{count} overdue',
  showAll: 'Show all {count}',
  showFirst: 'Show the first {count}',
  waitsOthers: 'Waiting on others',
});
