/** Messages about reports. */
import { catalogue } from './catalogue.ts';

export const reportMessages = catalogue('reports', {
  allGroups: 'All',
  nothingToCount: 'Nothing to count in this period yet.',
  noValue: 'None',
  period: 'Period',
  periodFrom: 'From',
  periodNotADay: 'This must be a day such as 2026-01-31.',
  periodReversed: 'The last day must not be before the first day.',
  periodTo: 'To',
  showPeriod: 'Show period',
  tableName: '{title}, table',
});
