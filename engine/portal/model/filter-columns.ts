/** Columns that every record has and every list may be narrowed by, besides the fields of its form. */
export const filterColumns: readonly string[] = ['state', 'kind', 'office', 'unit', 'number'];
