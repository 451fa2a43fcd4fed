/** Renders diagnostics as commands of GitHub Actions, which shows each at its line of a pull request. */
import type { Diagnostic } from './diagnostic.ts';

/** One line for each; '' if there are none. */
export function renderGithub(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map(commandOf).join('');
}

function commandOf({ severity, code, file, line, column, length, message, remedy }: Diagnostic): string {
  const place = { file, line, col: column, endColumn: column + Math.max(1, length), title: code };
  const properties = Object.entries(place).map(([key, value]) => `${key}=${property(String(value))}`);
  return `::${severity} ${properties.join(',')}::${data(`${message} ${remedy}`)}\n`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
