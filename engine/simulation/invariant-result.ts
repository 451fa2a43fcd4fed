/** The result of checking one invariant. */
export interface InvariantResult {
  readonly name: string;
  readonly checked: number;
  /** The configuration has such things, so a run that checked none has shown nothing. */
  readonly isExpected: boolean;
  /** One line for each violation. */
  readonly broken: readonly string[];
}

/** No violations, and something was checked if the configuration has it. */
export function isSound({ checked, broken, isExpected }: InvariantResult): boolean {
  return broken.length === 0 && (checked > 0 || !isExpected);
}

/** One summary line, and one line for each of the first violations. */
export function sayResult(result: InvariantResult): string {
  const { name, checked, broken, isExpected } = result;
  const word = broken.length > 0 ? 'BROKEN' : isSound(result) ? 'ok    ' : 'NONE  ';
  const why = checked > 0 || isExpected ? '' : ', and this configuration has none';
  const examples = broken.slice(0, 5).map((one) => `\n    ${one}`);
  return `${word} ${name}: ${checked} checked, ${broken.length} broken${why}${examples.join('')}`;
}
