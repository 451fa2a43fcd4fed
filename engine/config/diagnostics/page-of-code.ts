/** The page that describes every code of a diagnostic. */
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import type { DiagnosticCode } from './catalogue.ts';

const page = pathToFileURL(join(import.meta.dirname, '../../../docs/configure/diagnostics.md'));

/** The address of the part about this code. */
export function pageOfCode(code: DiagnosticCode): string {
  return `${page.href}#${code.replaceAll('/', '')}`;
}
