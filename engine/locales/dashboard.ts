/** Messages about the start page. */
import { catalogue } from './catalogue.ts';

export const dashboardMessages = catalogue('dashboard', {
  atAGlance: 'At a glance: {list}',
  dueToday: 'Due today',
  dueWeek: 'Due within 7 days',
  dueSoonCount: '{count} due soon',
  listAndCount: '{list}: {count}',
  noListDescribed: 'No list is configured for this page. Choose a page in the navigation.',
  nothingToShow: 'Nothing to show yet',
  nothingDue: 'Nothing is due. What has a due date appears here a week before.',
  nothingWaiting: 'Nothing to do right now',
  openWholeList: 'All {count}',
  openWholeListMoreThan: 'All (more than {count})',
  otherLists: { one: 'Show 1 more list', other: 'Show {count} more lists' },
  overdue: 'Overdue',
  overdueCount: '{count} overdue',
  showAll: 'Show all {count}',
  showFirst: 'Show the first {count}',
  wholeLists: 'Whole lists',
  waitsOthers: 'Waiting on others',
});
