/** What came of looking at one invariant of the books. */
export interface InvariantResult {
  readonly name: string;
  readonly checked: number;
  /** The configuration has such things: a run in which none was checked has shown nothing. */
  readonly isExpected: boolean;
  /** One line for each that is broken. */
  readonly broken: readonly string[];
}

/** Nothing is broken; and of what the configuration has, something was checked. */
export function isSound({ checked, broken, isExpected }: InvariantResult): boolean {
  return broken.length === 0 && (checked > 0 || !isExpected);
}

/** One line for the reader, and one for each of the first that are broken. */
export function sayResult(result: InvariantResult): string {
  const { name, checked, broken, isExpected } = result;
  const word = broken.length > 0 ? 'BROKEN' : isSound(result) ? 'ok    ' : 'NONE  ';
  const why = checked > 0 || isExpected ? '' : ', and this configuration has none';
  const examples = broken.slice(0, 5).map((one) => `\n    ${one}`);
  return `${word} ${name}: ${checked} checked, ${broken.length} broken${why}${examples.join('')}`;
}
