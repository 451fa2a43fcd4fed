/** Lengths of time, in milliseconds. */
export const aMinute = 60_000;
export const anHour = 60 * aMinute;
export const aDay = 24 * anHour;
/** Of cookies and caches. */
export const aYear = 365 * aDay;
