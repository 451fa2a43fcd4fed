/** Columns that every record has and every list may be sorted by, besides the fields of its form. */
export const sortColumns = [
  'created',
  'updated',
  'due',
  'booking',
  'number',
  'state',
  'office',
  'unit',
  'kind',
] as const;
