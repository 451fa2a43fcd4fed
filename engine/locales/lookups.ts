/** What the engine says about lists that an office keeps. */
import { catalogue } from './catalogue.ts';

export const lookupMessages = catalogue('lookups', {
  changedByWhom: 'Changed {date} by {who}',
  changedOn: 'Changed',
  offerAgain: 'Offer it again',
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
