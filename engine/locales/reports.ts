/** Messages about reports. */
import { catalogue } from './catalogue.ts';

export const reportMessages = catalogue('reports', {
  allGroups: 'All',
  divideBy: 'Group by',
  groupsExpected: 'Name the positions of groups, such as 1,2.',
  lengthDay: 'Day',
  lengthExpected: 'Choose day, month, quarter or year.',
  lengthMonth: 'Month',
  lengthOf: 'Period of a row',
  lengthQuarter: 'Quarter',
  lengthYear: 'Year',
  nothingToCount: 'Nothing to count in this period yet.',
  mailSubject: '{title}, {from} to {to}',
  noValue: 'None',
  period: 'Period',
  periodFrom: 'From',
  periodNotADay: 'This must be a day such as 2026-01-31.',
  periodReversed: 'The last day must not be before the first day.',
  periodTo: 'To',
  print: 'Print',
  showPeriod: 'Show period',
  tableName: '{title}, table',
});
