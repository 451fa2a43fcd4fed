/** Regular expressions of the configuration, compiled as validators compile them: with Unicode. */
export function isPattern(text: string): boolean {
  return patternProblem(text) === null;
}

/** Why a regular expression is malformed, or null. */
export function patternProblem(text: string): string | null {
  try {
    RegExp(text, 'u');
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^.*: /, '').toLowerCase() : 'it is malformed';
  }
}
