/** Writes a time of day as records store it, whatever people typed. */
const typed = /^(\d{1,2})(?:\s*[:.]\s*(\d{2}))?\s*(?:([ap])\.?\s*m\.?)?$/i;

/**
 * `9pm`, `9:00 P.M.` and `21.00` become `21:00`. A text that may mean two times, such as `9`, or that is not a time,
 * stays unchanged.
 */
export function writeTime(text: string): string {
  const match = typed.exec(text.trim());
  if (match === null) return text;
  const [, hours = '', minutes = '', half = ''] = match;
  if (half === '' && minutes === '') return text;
  const hour = hourOf(Number(hours), half.toLowerCase());
  if (hour === null || Number(minutes) > 59) return text;
  return `${String(hour).padStart(2, '0')}:${minutes.padStart(2, '0')}`;
}

/** @param half `a` or `p`; empty: of 24 hours */
function hourOf(hour: number, half: string): number | null {
  if (half === '') return hour < 24 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}
