/** Messages about files for spreadsheets. */
import { catalogue } from './catalogue.ts';

export const exportMessages = catalogue('exports', {
  cancel: 'Stop',
  counting: 'Counting …',
  csv: 'CSV',
  download: 'Download',
  export: 'Export',
  exportFailed: 'The file could not be written. Try again.',
  file: '{format}, {moment}',
  files: 'Your files',
  formatExpected: 'Choose csv or xlsx.',
  help: 'The file has all rows that the list shows with its filters, not only those of this page.',
  keptUntil: 'Available until {moment}',
  linkOver: 'This link has expired. Download the file again from its list.',
  progress: '{rows} of {total} rows',
  remove: 'Delete',
  tooLong: 'There are more than {most} rows. Set a filter.',
  tooMany: 'You already have {most} files in progress. Wait until one is complete, or stop it.',
  waiting: 'Waiting …',
  xlsx: 'Excel (XLSX)',
});
