/** Regular expressions of the configuration, compiled with Unicode as validators do. */
export function isPattern(text: string): boolean {
  return patternProblem(text) === null;
}

/** Returns why a regular expression is not valid, or null if it is valid. */
export function patternProblem(text: string): string | null {
  try {
    RegExp(text, 'u');
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^.*: /, '').toLowerCase() : 'it is not valid';
  }
}
