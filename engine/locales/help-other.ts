/** Help for the keys of lists, texts and groups. A test generates this file from the schemas. */
import { catalogue } from './catalogue.ts';

export const otherHelpMessages = catalogue('help-other', {
  groupsGroups: 'The groups by name: a list of department keys in order, or all departments of a kind.',
  groupsGroupsKind: 'One kind of department, or a list of kinds.',
  groupsGroupsValue: 'A list of department keys, or { kind: handler }.',
  localeContexts:
    'Translations for one kind of place, if the same text means two things. Other texts come from texts.',
  localeEngine: "The engine's own messages in this language, by the code of the message.",
  localeEngineOne: 'The text for numbers that the language counts as one.',
  localeEngineOther: 'The text for all other numbers.',
  localeFallback:
    "The language of the engine's messages that have no translation here. Without this key it is English too, and check lists each of them.",
  localeSame: 'Texts that stay the same in this language: names, official papers, abbreviations.',
  localeTexts:
    'Each text as the configuration has it, with its translation. Keep everything in braces as it is.',
  lookupEdit: 'Who may change the rows while the portal runs, and with which form.',
  lookupEditBy: 'Who may add, change and retire rows: a condition about the visitor.',
  lookupEditForm:
    'The name of a form in forms/ whose questions are the columns. It must ask for label; the engine makes value from the first label.',
  lookupEditUnit:
    'The column with the unit of a row. Members of a unit can change only the rows of that unit.',
  lookupFormerly: 'Earlier names of this lookup. The rows that offices keep move to the new name.',
  lookupGroups: 'The lookup whose labels are the headings of this list. Each row names its heading in group.',
  lookupPublic:
    'true: everybody may read the list without signing in. Default: a browser gets it only with a form that uses it.',
  lookupRows: 'The rows, in the order in which people see them.',
  lookupRowsFormerly: 'Earlier values of this row. Answers with them get the new value.',
  lookupRowsGroup:
    'The heading above the row in a list of choices: a value of the lookup in groups. Rows with the same heading are together.',
  lookupRowsLabel: 'The text that people read. Write digits in quotes.',
  lookupRowsRetired: 'true: forms do not offer the row any more. Records that use it keep it.',
  lookupRowsValue: 'The value that records store, which never changes. Write digits in quotes.',
  lookupTitle: 'The name of the list.',
});
