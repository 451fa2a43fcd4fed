/** Messages about the saved views of lists. */
import { catalogue } from './catalogue.ts';

export const viewMessages = catalogue('views', {
  changed: '{name}, changed',
  default: 'Open the list with this view',
  forOffice: 'For everybody in my office',
  mine: 'My views',
  name: 'Name of the view',
  nameExpected: 'Give the view a name of at most 80 characters.',
  nameTaken: 'There is already a view with this name.',
  ofOffice: 'Views of my office',
  open: 'View: {name}',
  queryExpected: 'The view has too many filters.',
  remove: 'Remove this view',
  rename: 'Save the name',
  save: 'Save as a view',
  saveChanges: 'Save the changes',
  stale: 'Part of this view is left out: the list no longer has it.',
  title: 'Saved views',
  tooMany: 'There are already {count} views of this list. Remove one first.',
  unknownParts: 'This list has no such filter, column or order: {names}.',
  whole: 'The whole list',
});
