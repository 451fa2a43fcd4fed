/** Help for the keys of requirement kinds. A test generates this file from the schemas. */
import { catalogue } from './catalogue.ts';

export const kindHelpMessages = catalogue('help-kind', {
  aliases: 'Other spellings of the segment.',
  applies: 'The condition for asking for it, about the record above. Default: always asked.',
  certainty:
    'How sure the source is: law (written in the law), practice (usual practice) or assumption (not confirmed yet).',
  checklist: 'The papers to send and the things to inspect, in order.',
  checklistAccepts: 'The file types by extension. Default: the types of the paper, or else of portal.yaml.',
  checklistEach: 'Repeats the item.',
  checklistEachField:
    'A field with a list, for one item a row; or a field with a whole number, for that many items.',
  checklistEachLastMonths:
    'A number of months, for one item for each of the months before the record was made.',
  checklistEachRecord:
    'A record type, for one item a record: the records below this one or a record above it. For a type that is never below them: the records in which its owner has a role.',
  checklistEachTitle: 'The field that names the row or record. Default: the first answer in words.',
  checklistEachWhere: 'Which rows or records count. Default: all of them.',
  checklistEvidence:
    'file: the applicant uploads it. inspection: the office sees it on site. Default: that of the paper, or else file.',
  checklistFormerly: 'Earlier ids of this item. What was sent for it stays with it.',
  checklistFrom:
    'upload (the default): the applicant sends it. wallet: a valid document that the portal issued counts too; previous: it counts even after it has expired.',
  checklistHelp:
    'A sentence about where to get the paper and what must be on it. Default: the help of the paper.',
  checklistId: 'The id of an item that is not a paper. It is unique in the checklist.',
  checklistOptional: 'true: the applicant may leave the item out. Default: false.',
  checklistPaper: 'The id of a paper in papers.yaml. The item takes its title, evidence and validity.',
  checklistProves:
    'The fields of the form whose answers the item proves, by name. The office reads them beside the paper. Default: those of the paper.',
  checklistTitle: 'The name of the item, as people read it. Default: the title of the paper.',
  checklistValidFor:
    'How long the paper is valid from its date, which the applicant enters: 6 months. Default: that of the paper.',
  checklistValidUntil:
    'The named day in the calendar on which the paper ends, such as year-end. Default: that of the paper.',
  checklistWhen: 'The condition for asking for the item. Default: always asked.',
  counterExamples: 'Examples of answers that the form must refuse. check validates them.',
  examples: 'Examples of valid answers. check validates them.',
  form: 'The questions: a JSON Schema, or the name of a form in forms/.',
  formerly: 'Earlier names of this kind, each as set/kind. Its records move to the new name.',
  issues:
    'The name of the document for this kind. A step of the workflow issues it, with document: { of: kind } or by its name.',
  office: 'The department that handles it, by key. Default: the office of the set.',
  path: "The segment of the path. Default: the file's name.",
  preview: 'The name of the route on which the office sees this kind.',
  retired: 'true: no new record of this kind begins. Records that exist go on to their end. Default: false.',
  source: 'Where this comes from, in words: the law, rule or form, and its section.',
  title: 'The name of the kind, as people read it.',
  valid: 'How long the issued document is valid. With several keys, the earliest end counts.',
  validCases: 'Conditions with validities. The first condition that is true on the day of issue counts.',
  validCasesValue: 'The validity in this case.',
  validCasesWhen: 'The condition of this case.',
  validChecklist: 'true: the document ends with the first of the accepted papers.',
  validEarliest: 'A list of validities. The earliest end counts.',
  validElse: 'The validity if no case is true.',
  validField: 'A field with a date. The document ends on that date.',
  validFor: 'The length of time. A number and a unit: 3 working days, 15 days, 1 month, 60 minutes.',
  validUntil: 'A named day in calendar/days.yaml, such as year-end.',
  validYear: 'With until: the field with the year of that day. Default: the year of the issue.',
  visit: 'A visit of the office, with an appointment.',
  visitCalendar: 'The name of the calendar in calendar/.',
  visitWhen: 'The condition for the visit. Default: always.',
});
