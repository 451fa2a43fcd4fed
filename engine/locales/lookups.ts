/** Messages about lists that an office keeps. */
import { catalogue } from './catalogue.ts';

export const lookupMessages = catalogue('lookups', {
  alreadyThere: 'A row with this name already exists: “{label}”.',
  changedByWhom: 'Changed {date} by {who}',
  changedOn: 'Changed',
  fieldUnknown: 'The form has no such field.',
  nameUnusable: 'Enter a name with letters or digits.',
  notKeptHere: 'You cannot change rows here.',
  offerAgain: 'Offer it again',
  otherUnit: 'You can change only the rows of your own unit.',
  refusedByConfiguration: '{reason}',
  retire: 'Stop offering it',
  retireConsequence:
    'Nobody will be able to choose it. Records that use it keep it, and you can offer it again.',
  retired: 'Offered no longer',
  retiredMeaning: 'Nobody can choose it now. Records that use it keep it.',
  retireQuestion: 'Stop offering this row?',
  rowAdded: '“{name}” is offered from now on.',
  rowCount: { one: '1 row', other: '{count} rows' },
  rowSaved: 'Saved. The change applies from now on.',
  searchRows: 'Search in this list',
  unknownRow: 'There is no such row.',
});
