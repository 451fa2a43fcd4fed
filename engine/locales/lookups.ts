/** What the engine says about lists that an office keeps. */
import { catalogue } from './catalogue.ts';

export const lookupMessages = catalogue('lookups', {
  alreadyThere: 'A row with this name already exists: “{label}”.',
  changedByWhom: 'Changed {date} by {who}',
  changedOn: 'Changed',
  fieldUnknown: 'The form has no such field.',
  nameUnusable: 'Enter a name with letters or digits.',
  notKeptHere: 'Rows cannot be changed here.',
  offerAgain: 'Offer it again',
  otherUnit: 'You can change the rows of your own unit only.',
  refusedByConfiguration: '{reason}',
  retire: 'Offer it no longer',
  retireConsequence:
    'Nobody will be able to choose it. What was filed with it keeps it, and you can offer it again.',
  retired: 'Offered no longer',
  retiredMeaning: 'Nobody can choose it now. What was filed with it keeps it.',
  retireQuestion: 'No longer needed?',
  rowAdded: '“{name}” is offered from now on.',
  rowCount: { one: '1 row', other: '{count} rows' },
  rowSaved: 'Saved. It counts from now on.',
  searchRows: 'Search in this list',
  unknownRow: 'There is no such row.',
});
