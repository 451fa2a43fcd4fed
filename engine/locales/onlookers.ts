/** Messages about people who see the portal as somebody else. */
import { catalogue } from './catalogue.ts';

export const onlookerMessages = catalogue('onlookers', {
  accountChosen: '{name}, {office}',
  accountUnknown: 'Choose a person from the list.',
  backToMyself: 'Back to myself',
  banner: 'You see the portal as {name}, until {time}. You can change nothing.',
  begin: 'Open the portal as this person',
  department: 'Department',
  everyDepartment: 'All departments',
  find: 'Name or e-mail address',
  findHelp: 'At least 2 letters.',
  history: 'Somebody saw the portal as this person',
  historyEnded: 'Somebody stopped seeing the portal as this person',
  introduction:
    'Open the portal as somebody else to see which pages and steps they have. You can change nothing, and it ends after half an hour. The person can read who did this, when and why.',
  noRecords: 'You see their pages without records.',
  none: 'Nobody was found.',
  notYours: 'The configuration does not name you for this. See seeAs below workbench in portal.yaml.',
  onlyLooking: 'You see the portal as {name}. You can only read, and not what is private to this person.',
  people: 'People',
  reason: 'Reason',
  reasonHelp: 'The person can read it. Do not write anything about others here.',
  reasonMissing: 'Enter the reason, in at least 10 letters.',
  recordsOf: 'You see their records of: {types}.',
  seeAs: 'See as',
  seenBy: '{name}, {department}',
  seenByTitle: 'Who opened the portal as you',
  seenWhy: 'From {moment} to {until}. Reason: {reason}',
});
