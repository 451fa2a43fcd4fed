/** Help for the keys of conditions. A test generates this file from the schemas. */
import { catalogue } from './catalogue.ts';

export const conditionHelpMessages = catalogue('help-condition', {
  ifCan: "A flag of the visitor's account that must be true, or a list of flags that must all be true.",
  ifChecklist:
    'filed: every item that counts has its paper. passed: every item is accepted or waived. returned: at least one item is returned.',
  ifDepartment:
    "The visitor's department: a key, a list of keys, { in: { group: … } }, or { is: area } for the department of the routes file.",
  ifDid:
    "The visitor's account has taken this transition of this record at any time. In a list, one transition is enough.",
  ifForm: "complete: the record's form is complete and valid.",
  ifKind: "The record's requirement kind as set/kind, or a list of kinds of which one is enough.",
  ifOffice: "The record's office: a department key, a list of keys, or own for the visitor's department.",
  ifParty: "The visitor's role in the record, such as owner. In a list, one role is enough.",
  ifSelf: "true: the record is the visitor's own account.",
  ifSignedIn: 'true: the visitor is signed in. false: the visitor is signed out.',
  ifState: "The record's state, or a list of states of which one is enough.",
  ifUnseen: 'true: the visitor has not opened the record since its last change.',
});
